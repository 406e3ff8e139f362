import { createDataTable, type DataTable } from './support/dataTable';
import { formUrl, sendForm } from './support/forms';
import { publish, until } from './support/livePosts';
import { startTelegramServer, type TelegramServer } from './support/telegramServer';
import type { CredentialReference, Workflow } from './support/testbed';

/** The examples with a button in a Telegram chat: one sends failed posts again, and one stops posts. */

const token = '123456:of-the-mending-test';

interface Node {
	type: string;
	parameters: Record<string, unknown>;
}

let telegram: TelegramServer;
let telegramApi: CredentialReference;
let id = '';

/** Stores an example as someone sets it up who follows its note: with a credential and a chat for Telegram. */
async function setUp(name: string): Promise<Workflow> {
	const workflow: Workflow = testbed.readExample(name);
	const nodes = (workflow.nodes as Node[]).map((node) =>
		node.type === 'n8n-nodes-base.telegram'
			? { ...node, parameters: { ...node.parameters, chatId: '42' }, credentials: { telegramApi } }
			: node,
	);
	id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)`, nodes });
	await testbed.n8n.activate(id);
	return workflow;
}

/** Activates the workflow again, which polls. */
async function poll(): Promise<void> {
	await testbed.n8n.deactivate(id);
	await testbed.n8n.activate(id);
}

const message = async (count: number): Promise<string> =>
	await until(async () => telegram.messages[count - 1]?.text);

/** Waits until the workflow waits for an answer, and presses a button of a message, of the last one by default. */
async function press(button: string, of = telegram.messages.at(-1)): Promise<void> {
	await until(async () => {
		const statuses = (await testbed.n8n.executionStates(id)).map(({ status }) => status);
		return (statuses.includes('waiting') && !statuses.includes('running')) || undefined;
	});
	// n8n treats a request without a browser's User-Agent as a preview of the link.
	const headers = { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
	await fetch(telegram.buttonUrl(button, of), { headers });
}

/** Waits until every execution has ended. */
async function end(): Promise<void> {
	await until(async () => {
		const states = await testbed.n8n.executionStates(id);
		return states.every(({ status }) => status === 'success') || undefined;
	});
}

beforeAll(async () => {
	telegram = await startTelegramServer(token);
	telegramApi = await testbed.saveCredentialOf(
		'telegramApi',
		{ accessToken: token, baseUrl: telegram.url },
		'Telegram of the mending test',
	);
});
beforeEach(async () => {
	await testbed.sandbox.reset();
	telegram.messages.length = 0;
});
afterEach(async () => await testbed.n8n.deactivate(id));
afterAll(async () => {
	await testbed.removeCredential(telegramApi);
	await telegram.close();
});

describe('example: failed posts when a channel is back', () => {
	const { bluesky } = testbed.seed.channels;
	let table: DataTable;

	beforeAll(async () => {
		table = await createDataTable('Posts sent again', ['post', 'begun', 'done']);
	});

	test('asks about each, and sends what was chosen only on this channel, once', async () => {
		const failed = { failsOn: ['bluesky'], channels: ['bluesky', 'facebook'] };
		const wanted = await publish('The first *showroom*', failed);
		const old = await publish('Last week', failed);
		await setUp('send-failed-posts-again');
		const reconnect = async (): Promise<void> => {
			for (const event of ['break-down', 'reconnect']) {
				await testbed.sandbox.connect(bluesky.id, event);
				await testbed.sandbox.advance(16 * 60_000);
				await poll();
			}
		};
		await reconnect();
		const answers: Array<[text: string, button: string]> = [
			['showroom', 'Send'],
			['Last week', 'Leave it'],
		];
		for (let asked = 0; asked < answers.length; asked++) {
			const request = await until(
				async () =>
					telegram.messages
						.map(({ text }) => text)
						.filter((text) => text.startsWith('Send this post again?'))[asked],
			);
			const [, button = ''] = answers.find(([text]) => request.includes(text)) ?? [];
			await press(button);
		}
		await end();
		const copies = (await testbed.sandbox.posts()).filter(({ caption }) => caption === wanted.caption);
		expect(copies.map(({ channels }) => channels.map(({ platform }) => platform))).toEqual([
			['bluesky'],
			['bluesky', 'facebook'],
		]);
		const others = (await testbed.sandbox.posts()).filter(({ caption }) => caption === old.caption);
		expect(others).toHaveLength(1);
		expect(await table.rows()).toMatchObject([{ post: `${wanted.id} ${bluesky.id}`, done: 'yes' }]);
		const [{ id: copyId = '' } = {}] = copies;
		await until(async () => (await testbed.sandbox.post(copyId)).status === 'published' || undefined);
		// Next time, only the post that wasn't sent is asked about.
		telegram.messages.length = 0;
		await reconnect();
		expect(await message(1)).toContain('Last week');
		await press('Leave it');
	});

	test('sends a post once on each of two channels that are back at the same moment', async () => {
		const names = ['bluesky', 'mastodon'] as const;
		const failed = await publish('For both', { failsOn: [...names], channels: ['facebook', ...names] });
		await setUp('send-failed-posts-again');
		for (const event of ['break-down', 'reconnect']) {
			for (const name of names) await testbed.sandbox.connect(testbed.seed.channels[name].id, event);
			await testbed.sandbox.advance(16 * 60_000);
			await poll();
		}
		for (let asked = 0; asked < names.length; asked++) {
			const request = await until(
				async () => telegram.messages.filter(({ text }) => text.startsWith('Send this post again?'))[asked],
			);
			await press('Send', request);
		}
		await end();
		const posts = (await testbed.sandbox.posts()).filter(({ caption }) => caption === failed.caption);
		const copies = posts.filter((post) => post.id !== failed.id);
		expect(copies.map(({ channels }) => channels.map(({ platform }) => platform)).sort()).toEqual(
			names.map((name) => [name]),
		);
	});
});

describe('example: ten minutes to stop a post', () => {
	test('of two posts at the same moment, the button stops its own', async () => {
		const workflow = await setUp('publish-posts-unless-someone-stops-them');
		const texts = ['We open on Friday', 'We open on Saturday'];
		await Promise.all(texts.map(async (text) => await sendForm(formUrl(workflow), [text])));
		expect(await message(2)).toContain('We open on');
		const stopped = texts.find((text) => telegram.messages[1]?.text.includes(text));
		await press('Stop');
		expect(await message(3)).toContain('returned to draft');
		const statuses = (await testbed.sandbox.posts()).map(({ caption, status }) => [caption, status]);
		expect(Object.fromEntries(statuses)).toMatchObject(
			Object.fromEntries(texts.map((text) => [text, text === stopped ? 'draft' : 'scheduled'])),
		);
	});

	test.each([
		[0, 'draft', 'returned to draft'],
		[11 * 60_000, 'publish', 'It was too late to stop the post'],
	])('the button after %i ms leads to %s', async (laterMs, status, text) => {
		const workflow = await setUp('publish-posts-unless-someone-stops-them');
		await sendForm(formUrl(workflow), ['We open on Friday']);
		expect(await message(1)).toContain('We open on Friday');
		await testbed.sandbox.advance(laterMs);
		await press('Stop');
		expect(await message(2)).toContain(text);
		const [post] = await testbed.sandbox.posts();
		expect(post?.status).toContain(status);
	});
});
