import { until } from './support/livePosts';
import { decideOn } from './support/approvalPage';
import { openChat } from './support/chat';
import { startMailServer } from './support/mailServer';
import type { CredentialReference, Workflow } from './support/testbed';

beforeEach(async () => await testbed.sandbox.reset());

interface Node {
	name: string;
	type: string;
	disabled?: boolean;
	credentials?: Record<string, unknown>;
}

/** Starts an example. With an email account, the node that sends email is enabled. */
async function start(name: string, trigger: string, smtp?: CredentialReference): Promise<string> {
	const workflow: Workflow = testbed.readExample(name);
	const nodes = (workflow.nodes as Node[]).map((node) =>
		smtp !== undefined && node.type.endsWith('.emailSend')
			? { ...node, disabled: false, credentials: { smtp } }
			: node,
	);
	const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)`, nodes });
	return await testbed.n8n.start(id, trigger);
}

/** The link in the message, once a node of the example waits. */
async function linkOf(execution: string): Promise<string> {
	const asleep = await testbed.n8n.resultSoFar(execution);
	expect([asleep.status, asleep.error]).toEqual(['waiting', undefined]);
	const [{ message, approvalLink } = {}] = asleep.output('Write the request');
	expect(message).toContain(String(approvalLink));
	return String(approvalLink);
}

describe('example: approve posts by Slack or email', () => {
	const run = async (smtp?: CredentialReference) =>
		await start('approve-posts-by-slack-or-email', 'When clicking Execute workflow', smtp);

	test.each([
		['approved', 'queued', 'Write the confirmation', /is approved by Ada\. Its status is queued\./],
		['rejected', 'draft', 'Write what to change', /stays a draft \(rejected\)\. Not yet/],
	])('%s leaves the post %s (P45, P48, P79)', async (action, status, node, message) => {
		const execution = await run();
		const fields = { action, name: 'Ada', 'comment-0': 'Not yet' };
		const { page } = await decideOn(await linkOf(execution), fields);
		expect(page).toContain('Sunday is open house');
		const result = await testbed.n8n.result(execution);
		expect([result.status, result.error]).toEqual(['success', undefined]);
		expect(result.output(node)).toMatchObject([{ message: expect.stringMatching(message) as string }]);
		const [{ id } = {}] = result.output('Save a draft');
		expect((await testbed.sandbox.post(String(id))).status).toBe(status);
	});

	test('sends the link by email before it waits (P79)', async () => {
		const server = await startMailServer();
		try {
			const account = { host: '127.0.0.1', port: server.port, secure: false, disableStartTls: true };
			const smtp = await testbed.saveCredentialOf('smtp', account, 'Mail server of the test');
			const execution = await run(smtp);
			await linkOf(execution);
			const [mail = ''] = server.mails;
			expect(mail).toContain('Subject: A post needs your decision');
			const [link = ''] = /http\S+/.exec(mail) ?? [];
			await decideOn(link, { action: 'approved', name: 'Ada' });
			const [{ postId } = {}] = (await testbed.n8n.result(execution)).output('Write the confirmation');
			expect((await testbed.sandbox.post(String(postId))).status).toBe('queued');
			expect(server.mails).toHaveLength(1);
		} finally {
			await server.close();
		}
	});
});

describe('the same workflow in an n8n chat', () => {
	const trigger = {
		type: '@n8n/n8n-nodes-langchain.chatTrigger',
		typeVersion: 1.4,
		webhookId: '6d1f5f0e-8a3c-4a57-9d0f-2f4f5d1b7c11',
		parameters: { public: true, mode: 'hostedChat', options: { responseMode: 'responseNodes' } },
	};
	const respond = (message: string) => ({
		type: '@n8n/n8n-nodes-langchain.chat',
		typeVersion: 1.3,
		disabled: false,
		parameters: { operation: 'send', message },
	});
	const inPlaceOf: Record<string, object> = {
		'When clicking Execute workflow': trigger,
		'Post to Slack': respond('={{ $json.message }}'),
		'Write the confirmation': respond("=It's {{ $json.status }} now."),
	};

	test('shows the link, treats no chat message as a decision, and reports the outcome (P45, P79)', async () => {
		const { name, ...workflow }: Workflow = testbed.readExample('approve-posts-by-slack-or-email');
		const nodes = (workflow.nodes as Node[]).map((node) => ({ ...node, ...inPlaceOf[node.name] }));
		const id = await testbed.saveWorkflow({ ...workflow, name: `${name} (chat)`, nodes });
		await testbed.n8n.activate(id);
		const chat = await openChat(`${testbed.n8nUrl}/webhook/${trigger.webhookId}/chat`, 'Post it, please');
		try {
			const [link = ''] = /http\S+/.exec(await chat.next()) ?? [];
			// The chat's own node waits until n8n has sent its message.
			await until(async () => ((await fetch(link)).status === 200 ? true : undefined));
			chat.say('approved');
			const { page } = await decideOn(link, { action: 'approved', name: 'Ada' });
			expect(page).toContain('Sunday is open house');
			expect(await chat.next()).toBe("It's queued now.");
		} finally {
			chat.close();
			await testbed.n8n.deactivate(id);
		}
	});
});

describe('example: approve a week of posts on one page', () => {
	test('schedules approved posts and keeps the rest as drafts (P46)', async () => {
		const execution = await start('approve-weekly-plan', 'Every Friday at 9');
		const { page } = await decideOn(await linkOf(execution), {
			action: 'decide',
			name: 'Ada',
			'decision-0': 'approved',
			'decision-1': 'changesRequested',
			'comment-1': 'Say which oak',
			'decision-2': 'approved',
		});
		expect(page).toContain('Approve 3 posts');
		const result = await testbed.n8n.result(execution);
		expect([result.status, result.error]).toEqual(['success', undefined]);
		expect(result.output('Ask for approval').map(({ status }) => status)).toEqual([
			'scheduled',
			'draft',
			'scheduled',
		]);
		expect(result.output('List what is scheduled')).toHaveLength(2);
		expect(result.output('List what to change')).toMatchObject([
			{ message: expect.stringMatching(/^Still a draft \(changesRequested\): From oak.*Say which oak$/) },
		]);
		const plan = result.output('Write the plan');
		const [{ id } = {}] = result.output('Ask for approval');
		const { scheduledAt } = await testbed.sandbox.post(String(id));
		expect(Date.parse(String(scheduledAt))).toBe(Date.parse(String(plan[0]?.publishAt)));
	});
});
