import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, publish, until } from './support/livePosts';
import { startTelegramServer, type TelegramServer } from './support/telegramServer';
import type { CredentialReference, Workflow } from './support/testbed';

const sender = 'Send the message by Telegram';
const token = '123456:of-the-test';
const minuteMs = 60_000;

interface Node {
	name: string;
	type: string;
	disabled?: boolean;
	parameters: Record<string, unknown>;
	credentials?: Record<string, unknown>;
}

/** A website with one page. All others are missing, or gone for good. */
async function startWebsite(): Promise<{ server: Server; url: string }> {
	const server = createServer(({ url }, response) => {
		response.writeHead(url === '/there' ? 200 : url === '/gone' ? 410 : 404).end('<p>A page</p>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let telegram: TelegramServer;
let telegramApi: CredentialReference;
let website: { server: Server; url: string };

beforeAll(async () => {
	telegram = await startTelegramServer(token);
	website = await startWebsite();
	telegramApi = await testbed.saveCredentialOf(
		'telegramApi',
		{ accessToken: token, baseUrl: telegram.url },
		'Telegram of the test',
	);
});
beforeEach(async () => {
	await testbed.sandbox.reset();
	telegram.messages.length = 0;
});
afterAll(async () => {
	await testbed.removeCredential(telegramApi);
	await telegram.close();
	await new Promise((resolve) => website.server.close(resolve));
});

/** Stores the example as someone sets it up who follows its note: with a credential and a chat for Telegram. */
async function setUp(name: string): Promise<string> {
	const workflow: Workflow = testbed.readExample('get-alarms-by-telegram');
	const nodes = (workflow.nodes as Node[]).map((node) =>
		node.name === sender
			? {
					...node,
					disabled: false,
					parameters: { ...node.parameters, chatId: '42' },
					credentials: { telegramApi },
				}
			: node,
	);
	return await testbed.saveWorkflow({ ...workflow, name, nodes });
}

describe('example: alarms by Telegram', () => {
	let id: string;
	const texts = () => telegram.messages.map(({ text }) => text);
	/** Starts the workflow again, which polls, and waits for messages that begin with these texts. */
	const pollUntil = async (...starts: string[]) => {
		await testbed.n8n.deactivate(id);
		await testbed.n8n.activate(id);
		for (const start of starts) {
			await until(async () => (texts().some((text) => text.startsWith(start)) ? true : undefined));
		}
	};
	const inMinutes = (now: number, minutes: number) => ({
		mode: 'at',
		at: new Date(now + minutes * minuteMs).toISOString(),
	});

	test('sends one message for each incident, and stops posts whose link is dead (P28, P73, P96)', async () => {
		const { sandbox, seed } = testbed;
		const { full, drafts } = seed.keys;
		const now = Date.parse(await sandbox.advance(0));
		id = await setUp('Alarms (test)');
		await testbed.n8n.activate(id);

		await publish('Prices <b> & more', { failsOn: ['bluesky'] });
		const planned = async (caption: string, minutes: number, channel = 'bluesky') =>
			await create(caption, { key: full, channels: [channel], delivery: inMinutes(now, minutes) });
		const missing = await planned(`Read it: ${website.url}/nowhere.`, 40);
		const gone = await planned(`See ${website.url}/gone, now`, 41);
		const there = await planned(`All is well: ${website.url}/there`, 42);
		const without = await planned('Without a link', 43);
		const unreachable = await planned('Its server is down: http://127.0.0.1:9/page', 44);
		await planned('At risk', 180, 'linkedin');
		await create('Unanswered', { key: drafts, channels: ['bluesky'], delivery: { mode: 'queue' } });
		await sandbox.connect(seed.channels.linkedin.id, 'break-down');
		await sandbox.connect(seed.channels.facebook.id, 'expire');
		await sandbox.advance(16 * minuteMs);
		await pollUntil('❌', `✋`, '🔌', '🔑');
		await until(async () =>
			texts().filter((text) => text.startsWith('✋')).length === 2 ? true : undefined,
		);

		const statuses = [missing, gone, there, without, unreachable].map(
			async (post) => (await sandbox.post(post.id)).status,
		);
		expect(await Promise.all(statuses)).toEqual(['draft', 'draft', 'scheduled', 'scheduled', 'scheduled']);

		await sandbox.connect(seed.channels.linkedin.id, 'reconnect');
		await sandbox.act(there.id, 'hang');
		await sandbox.advance(25 * 60 * minuteMs);
		await pollUntil('✅', '⏰', '⏳');
		await pollUntil();
		await testbed.n8n.deactivate(id);

		const expected = [
			/^❌ “Prices &lt;b> &amp; more” failed on all channels:\n- Bluesky: The text is too long\.$/,
			/^✋ This post is a draft again.*: “Read it: .*\/nowhere\.” \S*\/nowhere returned 404\.$/,
			/^✋ This post is a draft again.*: “See .*\/gone, now” \S*\/gone returned 410\.$/,
			/^🔌 LinkedIn \(.*\) has lost its connection.*\nPosts at risk: 1\n- .*: At risk$/,
			/^🔑 The connection of Facebook \(.*\) expires soon.*\nPosts at risk: \d/,
			/^✅ LinkedIn \(.*\) is connected again\.$/,
			/^⏰ “All is well: .*” is late\. It was due on .*, and its status is scheduled\.$/,
			/^⏳ “Unanswered” has been waiting for approval since .*\.$/,
		];
		expect(expected.map((text) => texts().filter((one) => text.test(one)).length)).toEqual(
			expected.map(() => 1),
		);
		expect(texts()).toHaveLength(expected.length);
		expect(telegram.messages.map(({ chat_id: chat }) => chat)).toEqual(expected.map(() => '42'));
		const executions = await testbed.n8n.executions(id);
		expect(executions.map(({ error }) => error)).toEqual(executions.map(() => undefined));
	});
});
