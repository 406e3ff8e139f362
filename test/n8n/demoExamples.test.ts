import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decideOn } from './support/approvalPage';
import { sendForm } from './support/forms';
import { until } from './support/livePosts';
import { StartCommand } from './support/startCommand';
import type { RunResult, Workflow } from './support/testbed';

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Each example with its entry in the list. */
const inDemo = readJson('scripts/n8n/examples.json') as Record<string, string>;

interface Node {
	name: string;
	type: string;
	disabled?: boolean;
	webhookId?: string;
	parameters: { path?: string; content?: string };
}

const userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-demo-'));
let command: StartCommand;
let n8nUrl: string;
let password: string;
let demo: Awaited<ReturnType<typeof testbed.demo>>;
const ids = new Map<string, string>();

const nodesOf = (example: string): Node[] =>
	(readJson(`examples/${example}.json`) as Workflow).nodes as Node[];
const triggersOf = (example: string): Node[] =>
	nodesOf(example).filter(({ type, disabled }) => /trigger$/i.test(type) && !disabled);
const idOf = (example: string): string => ids.get(example) ?? '';

/** Starts an example like a click on its trigger. A chat starts with a message. */
const click = async (example: string, trigger: string, chatInput?: string): Promise<RunResult> => {
	const item = chatInput && { sessionId: 'demo', action: 'sendMessage', chatInput };
	return await demo.resultSoFar(await demo.start(idOf(example), trigger, item || undefined));
};

/** The output of an example's last nodes. */
const lastOutputs = (example: string, result: RunResult): object[] => {
	const { connections } = readJson(`examples/${example}.json`) as {
		connections: Record<string, { main?: { node: string }[][] }>;
	};
	const nodes = nodesOf(example);
	const isOn = (name: string) => nodes.some((node) => node.name === name && !node.disabled);
	const ends = nodes.filter(
		({ name }) => !(connections[name]?.main ?? []).flat().some(({ node }) => isOn(node)),
	);
	return ends.flatMap(({ name }) => result.output(name));
};

const decisions = {
	action: 'decide',
	'decision-0': 'approved',
	'decision-1': 'approved',
	'decision-2': 'rejected',
};

const decide = async (example: string, fields: Record<string, string>): Promise<RunResult> => {
	const [trigger] = triggersOf(example);
	const asked = await click(example, String(trigger?.name));
	expect([asked.status, asked.error]).toEqual(['waiting', undefined]);
	await decideOn(String(asked.output('Write the request')[0]?.approvalLink), fields);
	return await demo.result(asked.id);
};

/** The actions of a person or a client, and their results. */
const answers: Record<string, (example: string) => Promise<object[]>> = {
	'publish-videos-from-form': async (example) => {
		const [form] = triggersOf(example);
		const asked = (await demo.session.post(`/rest/workflows/${idOf(example)}/run`, {
			triggerToStartFrom: { name: form?.name },
		})) as { waitingForWebhook?: boolean };
		expect(asked).toMatchObject({ waitingForWebhook: true });
		const video = new File(
			[readFileSync(path.join(userFolder, 'videos', 'The new showroom.mp4'))],
			'video.mp4',
			{
				type: 'video/mp4',
			},
		);
		await sendForm(
			`${n8nUrl}/form-test/${form?.webhookId}`,
			[video, 'The showroom', 'Come and see it.', 'Everyone'],
			password,
		);
		const [run] = await until(async () => {
			const ended = await demo.executions(idOf(example));
			return ended.length > 0 ? ended : undefined;
		});
		return run?.output('List the links') ?? [];
	},
	'schedule-posts-from-a-csv-file': async (example) => {
		const [form] = triggersOf(example);
		await demo.session.post(`/rest/workflows/${idOf(example)}/run`, {
			triggerToStartFrom: { name: form?.name },
		});
		const lines = ['text,channels,publishAt', 'We open on Friday,Facebook,2099-03-01 09:00'];
		const file = new File([lines.join('\n')], 'posts.csv', { type: 'text/csv' });
		await sendForm(`${n8nUrl}/form-test/${form?.webhookId}`, [file], password);
		const asked = await until(async () =>
			(await demo.executionStates(idOf(example))).find(({ status }) => status === 'waiting'),
		);
		return [asked];
	},
	'approve-weekly-plan': async (example) => (await decide(example, decisions)).output('Write the result'),
	'let-ai-agent-write-drafts': async (example) =>
		(
			await click(example, 'When a message comes in', 'Write a post for Bluesky about our Sunday opening')
		).output('Draft with tools'),
	'let-ai-agent-publish-with-approval': async (example) => {
		const asked = await click(example, 'When a message comes in', 'Tell Bluesky that we open on Sunday');
		expect([asked.status, asked.error]).toEqual(['waiting', undefined]);
		return [asked];
	},
};

describe('the examples in the demo of npm start', () => {
	beforeAll(async () => {
		command = new StartCommand(userFolder);
		await command.says('Ctrl+C');
		n8nUrl = command.find(/n8n editor +(\S+)/);
		password = command.find(/with the password (\S+)/);
		demo = await testbed.demo(n8nUrl, password);
		const stored = (await demo.session.get('/rest/workflows')) as { id: string; name: string }[];
		for (const example of Object.keys(inDemo)) {
			const { name } = readJson(`examples/${example}.json`) as Workflow;
			ids.set(example, stored.find((workflow) => workflow.name === name)?.id ?? '');
		}
	});
	afterAll(async () => {
		command.interrupt();
		await command.end();
		rmSync(userFolder, { recursive: true, force: true });
	});

	test('are all listed', () => {
		const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
		expect(
			Object.keys(inDemo)
				.map((name) => `${name}.json`)
				.sort(),
		).toEqual(files.sort());
		expect([...ids.values()]).not.toContain('');
	});

	test("begin on n8n's list with the one that the README names", async () => {
		const [first] = (await demo.session.get('/rest/workflows?sortBy=updatedAt:desc')) as { name: string }[];
		expect(readFileSync('README.md', 'utf8')).toContain(`workflow, **${first?.name}**`);
		expect(command.find(/Start here +\S+\/workflow\/(\S+)/)).toBe(idOf(Object.keys(inDemo)[0] ?? ''));
	});

	test('begin with an approval to try: its link opens the page, and the workflow continues', async () => {
		const { page } = await decideOn(command.find(/Then approve .*?(http\S+)/), decisions);
		expect(page).toContain('Approve 3 posts');
		const [run] = await until(async () => {
			const ended = await demo.executions(idOf('approve-weekly-plan'));
			return ended.length > 0 ? ended : undefined;
		});
		expect(run?.output('Write the result')).toHaveLength(3);
	});

	const those = (start: string) =>
		Object.keys(inDemo).filter((example) => inDemo[example]?.startsWith(start));

	test.each(those('Runs'))('%s runs on the first click and ends with a result', async (example) => {
		for (const { name } of triggersOf(example)) {
			const started = await demo.start(idOf(example), name);
			const result = await demo.result(started);
			expect([name, result.status, result.error]).toEqual([name, 'success', undefined]);
			expect([name, lastOutputs(example, result)]).toEqual([
				name,
				expect.arrayContaining([expect.anything()]),
			]);
			expect(JSON.stringify(lastOutputs(example, result))).not.toMatch(/"error":"[^"]|wasn't published/);
		}
	});

	test.each(those('Waits'))('%s waits for a person and then ends with a result', async (example) => {
		const results = await answers[example]?.(example);
		expect(results).toEqual(expect.arrayContaining([expect.anything()]));
		expect(JSON.stringify(results)).not.toMatch(/failed|couldn't/);
	});

	test.each(those('Needs'))('%s states its requirements in its note', async (example) => {
		const [trigger] = triggersOf(example);
		// A click on the triggers of other examples only waits for a message or a form.
		if (trigger?.type === 'n8n-nodes-base.scheduleTrigger') {
			expect((await click(example, trigger.name)).status).toBe('error');
		}
		const [note] = nodesOf(example).filter(({ type }) => type.endsWith('stickyNote'));
		expect(note?.parameters.content).toContain(inDemo[example]?.replace('Needs ', ''));
	});

	test('end on Ctrl+C', async () => {
		command.interrupt();
		expect(await command.end()).toBe(0);
	});
});
