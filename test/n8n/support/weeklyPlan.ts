import { decideOn } from './approvalPage';
import { until } from './livePosts';
import type { N8nCaller } from './n8nCaller';
import type { Workflow } from './testbed';

/** The first node of the example. */
export const trigger = 'Every Wednesday at 9';
/** Those whom the example asks, in this order. */
export const approvers = ['anna@example.com', 'ben@example.com'];

interface Node {
	name: string;
	type: string;
}

/** The example of a week of posts, with other parts for some of its nodes. */
export function weeklyPlan(changed: Record<string, object> = {}): Workflow {
	const workflow: Workflow = testbed.readExample('approve-weekly-plan');
	const nodes = (workflow.nodes as Node[]).map((each) => ({ ...each, ...changed[each.name] }));
	return { ...workflow, name: `${workflow.name} (test)`, nodes };
}

interface Message {
	recipient: string;
	message: string;
	approvalLink: string;
}

/** The message that was sent before the wait that the execution is in now. */
export async function messageOf(n8n: N8nCaller, execution: string): Promise<Message> {
	const asleep = await n8n.resultSoFar(execution);
	expect([asleep.status, asleep.error]).toEqual(['waiting', undefined]);
	const [message] = asleep.output('Write the request');
	return message as unknown as Message;
}

/** Decides about the three posts of the example. */
const decisions = {
	action: 'decide',
	'decision-0': 'approved',
	'decision-1': 'rejected',
	'decision-2': 'approved',
};

/**
 * Lets the example ask four times, because no one decides. Then the first approver decides with the first link, and the second
 * approver is too late.
 * @param endRound ends the wait of an execution in a round from 0, and returns the address at which n8n is then
 */
export async function remindAndDecide(
	n8n: N8nCaller,
	endRound: (execution: string, round: number) => Promise<string>,
): Promise<void> {
	const execution = await n8n.start(await n8n.saveWorkflow(weeklyPlan()), trigger);
	const messages = [await messageOf(n8n, execution)];
	let address = '';
	while (messages.length < 4) {
		const earlier = messages.at(-1)?.message;
		address = await endRound(execution, messages.length - 1);
		await until(async () => {
			const { status, output } = await n8n.resultSoFar(execution);
			const [{ message } = {}] = output('Write the request');
			return status === 'waiting' && message !== earlier ? true : undefined;
		});
		messages.push(await messageOf(n8n, execution));
	}
	const [anna, ben] = approvers;
	expect(messages.map(({ recipient }) => recipient)).toEqual([anna, anna, anna, ben]);
	expect(messages.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^The posts of next week are ready/),
		expect.stringMatching(/^A reminder/),
		expect.stringMatching(/^The last reminder/),
		expect.stringMatching(/^anna@example\.com hasn't decided/),
	]);
	const links = messages.map(({ approvalLink }) =>
		approvalLink.replace(new URL(approvalLink).origin, address),
	);
	expect(links.slice(1, 3)).toEqual([links[0], links[0]]);
	const [first = '', , , last = ''] = links;
	const { page } = await decideOn(first, decisions);
	expect(page).toContain('Approve 3 posts');
	await expect(decideOn(last, decisions)).rejects.toThrow();
	const result = await n8n.result(execution);
	expect([result.status, result.error]).toEqual(['success', undefined]);
	expect(result.output('Write the result').map(({ decidedBy }) => decidedBy)).toEqual([anna, anna, anna]);
	const texts = result.output('Write the plan').map(({ caption }) => caption);
	const posts = (await testbed.sandbox.posts()).filter(({ caption }) => texts.includes(caption));
	expect(posts.map(({ status }) => status).sort()).toEqual(['draft', 'scheduled', 'scheduled']);
}
