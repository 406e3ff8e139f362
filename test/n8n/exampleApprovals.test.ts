import { chain, node } from './support/chain';
import { until } from './support/livePosts';
import { decideOn } from './support/approvalPage';
import { openChat } from './support/chat';
import { startMailServer } from './support/mailServer';
import { approvers, messageOf, trigger, weeklyPlan } from './support/weeklyPlan';

beforeEach(async () => await testbed.sandbox.reset());

describe('example: approve the posts of a week', () => {
	const { n8n } = testbed;

	test('schedules approved posts and keeps the rest as drafts (P45, P46)', async () => {
		const execution = await n8n.start(await n8n.saveWorkflow(weeklyPlan()), trigger);
		const { recipient, message, approvalLink } = await messageOf(n8n, execution);
		expect([recipient, message]).toEqual([approvers[0], expect.stringContaining(approvalLink)]);
		const { page } = await decideOn(approvalLink, {
			action: 'decide',
			'decision-0': 'approved',
			'decision-1': 'changesRequested',
			'comment-1': 'Say which oak',
			'decision-2': 'approved',
		});
		expect(page).toContain('Approve 3 posts');
		const result = await n8n.result(execution);
		expect([result.status, result.error]).toEqual(['success', undefined]);
		expect(await (await fetch(approvalLink)).text()).toMatch(/execution .*has finished/);
		const statuses = ['scheduled', 'draft', 'scheduled'];
		expect(result.output('Schedule the approved posts').map(({ status }) => status)).toEqual(statuses);
		expect(result.output('Write the result')).toMatchObject([
			{ message: expect.stringMatching(/^Scheduled: Three chairs/) as string, decidedBy: approvers[0] },
			{ message: expect.stringMatching(/^Still a draft \(changes requested\): From oak.*Say which oak$/) },
			{ message: expect.stringMatching(/^Scheduled: The showroom/) as string },
		]);
		const plan = result.output('Write the plan');
		const [{ id } = {}] = result.output('Ask for approval');
		const { scheduledAt } = await testbed.sandbox.post(String(id));
		expect(Date.parse(String(scheduledAt))).toBe(Date.parse(String(plan[0]?.publishAt)));
	});

	test('sends the link by email before it waits (P79)', async () => {
		const server = await startMailServer();
		try {
			const account = { host: '127.0.0.1', port: server.port, secure: false, disableStartTls: true };
			const smtp = await testbed.saveCredentialOf('smtp', account, 'Mail server of the test');
			const withMail = weeklyPlan({ 'Email the approver': { disabled: false, credentials: { smtp } } });
			const execution = await n8n.start(await n8n.saveWorkflow(withMail), trigger);
			await messageOf(n8n, execution);
			const [mail = ''] = server.mails;
			expect(mail).toContain('Subject: The posts of next week need your decision');
			expect(mail).toMatch(new RegExp(`^To: ${approvers[0]}`, 'm'));
			const [link = ''] = /http\S+/.exec(mail) ?? [];
			await decideOn(link, {
				action: 'decide',
				'decision-0': 'approved',
				'decision-1': 'approved',
				'decision-2': 'approved',
			});
			const results = (await n8n.result(execution)).output('Write the result');
			expect(results.map(({ message }) => String(message).split(':')[0])).toEqual(Array(3).fill('Scheduled'));
			expect(server.mails).toHaveLength(1);
		} finally {
			await server.close();
		}
	});
});

describe('an approval in an n8n chat, as docs/approval-links.md describes it', () => {
	const webhookId = '6d1f5f0e-8a3c-4a57-9d0f-2f4f5d1b7c11';
	const chatTrigger = {
		type: '@n8n/n8n-nodes-langchain.chatTrigger',
		typeVersion: 1.4,
		webhookId,
		parameters: { public: true, mode: 'hostedChat', options: { responseMode: 'responseNodes' } },
	};
	const say = (name: string, message: string) =>
		node(name, '@n8n/n8n-nodes-langchain.chat', { operation: 'send', message }, 1.3);
	const { nodes, ...workflow } = chain('Approval in a chat', [
		node('Save', testbed.nodeType, {
			resource: 'post',
			operation: 'create',
			channels: ['Facebook'],
			caption: 'Sunday is open house',
			delivery: 'draft',
		}),
		node('Link', testbed.nodeType, { resource: 'post', operation: 'getApprovalLink' }),
		say('Ask', '={{ $json.approvalLink }}'),
		node('Approve', testbed.nodeType, {
			resource: 'post',
			operation: 'sendAndWait',
			source: 'existing',
			postId: { __rl: true, mode: 'id', value: "={{ $('Save').item.json.id }}" },
			delivery: 'queue',
			options: { approvalLink: "={{ $('Link').item.json.approvalLink }}" },
		}),
		node('Publish', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
		say('Report', "=It's {{ $json.status }} now."),
	]);

	test('shows the link, treats no chat message as a decision, and reports the outcome (P45, P48, P79)', async () => {
		const withChat = nodes.map((each) =>
			(each as { name: string }).name === 'Start' ? { ...each, ...chatTrigger } : each,
		);
		const id = await testbed.saveWorkflow({ ...workflow, nodes: withChat });
		await testbed.n8n.activate(id);
		const chat = await openChat(`${testbed.n8nUrl}/webhook/${webhookId}/chat`, 'Post it, please');
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
