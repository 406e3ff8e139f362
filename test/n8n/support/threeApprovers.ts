import { decideOn } from './approvalPage';
import { chain, node } from './chain';
import type { N8nCaller } from './n8nCaller';

const approvers = ['Anna', 'ben@example.com', 'Carla'];

/** A workflow that makes a link for each approver, sends the links in its upper branch, and asks in its lower branch. */
function workflow() {
	const link = node('Link', testbed.nodeType, {
		resource: 'post',
		operation: 'getApprovalLink',
		approvers: approvers.join('\n'),
	});
	const approve = node('Approve', testbed.nodeType, {
		resource: 'post',
		operation: 'sendAndWait',
		source: 'existing',
		postId: { __rl: true, mode: 'id', value: testbed.seed.posts.draft },
		delivery: 'at',
		publishAt: '2099-01-06T09:00:00+00:00',
		options: { approvers: '={{ $json.approvers }}' },
	});
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'approvers', options: {} });
	const message = node('Message', 'n8n-nodes-base.noOp', {});
	const lower = chain('Three approvers', [
		link,
		approve,
		node('After', 'n8n-nodes-base.noOp', {}),
		node('Submit', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
	]);
	const to = (name: string) => ({ node: name, type: 'main', index: 0 });
	// n8n runs the upper branch first, so the messages are sent before the workflow waits.
	const at = (y: number) => (each: object) => ({ ...each, position: [0, y] });
	return {
		...lower,
		nodes: [...lower.nodes.map(at(200)), ...[split, message].map(at(-200))],
		connections: {
			...lower.connections,
			Link: { main: [[to('Split'), to('Approve')]] },
			Split: { main: [[to('Message')]] },
		},
	};
}

/**
 * Lets three approvers decide at the same time, each with their own link and a forged name.
 * @param meanwhile runs while the workflow waits, and returns the address at which n8n is then
 * @returns what the workflow made of the decision
 */
export async function raceApprovers(
	n8n: N8nCaller,
	meanwhile: () => string | Promise<string>,
): Promise<Record<string, unknown>> {
	const execution = await n8n.start(await n8n.saveWorkflow(workflow()), 'Start');
	const soFar = await n8n.resultSoFar(execution);
	expect([soFar.status, soFar.error]).toEqual(['waiting', undefined]);
	const sent = soFar.output('Message') as Array<{ name: string; link: string }>;
	expect(sent.map(({ name }) => name)).toEqual(approvers);
	const address = await meanwhile();
	const links = sent.map(({ link }) => link.replace(new URL(link).origin, address));
	const pages = await Promise.all(links.map(async (link) => await fetch(link)));
	for (const [index, page] of pages.entries()) {
		expect(page.status).toBe(200);
		expect(await page.text()).toContain(`You decide as <strong><bdi>${approvers[index]}</bdi>`);
	}
	await Promise.allSettled(
		links.map(async (link) => await decideOn(link, { action: 'approved', name: 'Forged' })),
	);
	const result = await n8n.result(execution);
	expect([result.status, result.error]).toEqual(['success', undefined]);
	const [decided = {}] = result.output('After');
	expect(approvers).toContain(decided.decidedBy);
	return decided;
}
