import type { IDataObject } from 'n8n-workflow';
import { findAddresses } from '../client/publishing/text/links';
import { ExampleRun } from './support/exampleRun';

/** Half of an emoji, such as one that a program has cut. */
const half = '\ud83d';
const html = '<b>Big</b> &amp; <script>alert(1)</script>';
const markdown = '[Read]: https://evil.example "and more" \n\n# Head **bold** <!-- hidden -->';
const long = '👩‍👩‍👧 Zürich '.repeat(400);

/** Texts that people and feeds contain. Each has to arrive, and none may break what it's shown in. */
const hostile: Array<[name: string, text: string]> = [
	['half an emoji', `Cut here ${half}`],
	['HTML', html],
	['Markdown', markdown],
	['a long text of emoji', long],
	['quotes and braces', '"\'`{{ $json }} ${1} \\'],
];

/** Whether a text can be sent: no half of an emoji, and none of these words, which stand for a missing value. */
function expectText(text: unknown): void {
	expect(typeof text).toBe('string');
	expect(text).not.toMatch(/\p{Surrogate}/u);
	expect(text).not.toMatch(/\b(?:undefined|null|NaN)\b|\[object Object\]/);
}

describe('example get-alarms-by-telegram', () => {
	const due = (more: IDataObject): IDataObject => ({
		event: 'postDueSoon',
		id: 'post',
		status: 'scheduled',
		channels: [],
		...more,
		links: (more.links ?? findAddresses(String(more.caption)).map(({ text }) => text)) as string[],
	});

	interface Outcome {
		messages: string[];
		canceled: unknown[];
		opened: unknown[];
	}

	/** Runs the example with a website that returns 200 for addresses that end with these letters, and a status for others. */
	async function run(
		items: IDataObject[],
		{ there = ['there'], status = 404, canceled = { id: 'post', status: 'draft' } as IDataObject } = {},
	): Promise<Outcome> {
		const example = new ExampleRun('get-alarms-by-telegram', {
			'Open each link': ({ parameters }) => [
				parameters.map(({ url }) =>
					there.some((end) => String(url).endsWith(end))
						? { statusCode: 200 }
						: status
							? { statusCode: status }
							: { error: { message: 'ECONNREFUSED' } },
				),
			],
			'Return the post to draft': ({ parameters }) => [parameters.map(() => canceled)],
		});
		await example.start('When something needs you', items);
		const messages = example.sentBy('Send the message by Telegram').map(({ text }) => String(text));
		messages.forEach(expectText);
		return {
			messages,
			canceled: example.sentBy('Return the post to draft').map(({ postId }) => (postId as IDataObject).value),
			opened: example.sentBy('Open each link').map(({ url }) => url),
		};
	}

	test.each([
		['https://a.example/there', 'in brackets (https://a.example/there)'],
		['https://a.example/it’s/there', 'an apostrophe: https://a.example/it’s/there!'],
		['https://a.example/there', '看https://a.example/there，很好'],
		['https://a.example/there', 'Markdown: [here](https://a.example/there).'],
		['https://a.example/?tags[]=there', 'brackets inside: https://a.example/?tags[]=there'],
	])('opens %s of the text “%s”, and leaves the post alone', async (link, caption) => {
		expect(await run([due({ caption })])).toEqual({ messages: [], canceled: [], opened: [link] });
	});

	test.each([
		'See https://a.example/gone.',
		'(https://a.example/gone)',
		'看https://a.example/gone，很好',
		'https://a.example/gone\nNext line',
	])('returns the post “%s” to draft and names its dead link', async (caption) => {
		const { messages, canceled } = await run([due({ caption })]);
		expect(canceled).toEqual(['post']);
		expect(messages).toEqual([
			expect.stringMatching(/^✋ This post is a draft again.* https:\/\/a\.example\/gone returned 404\.$/s),
		]);
	});

	test.each(['https://a.example/gone看看', 'https://a.example/gone🎉', '**https://a.example/gone**x'])(
		'only warns about the dead link of “%s”, which letters touch',
		async (caption) => {
			const { messages, canceled } = await run([due({ caption })]);
			expect(canceled).toEqual([]);
			expect(messages).toEqual([
				expect.stringMatching(
					/^⚠️ Check this post\..*still planned.* https:\/\/a\.example\/\S+ returned 404\.$/s,
				),
			]);
		},
	);

	test('opens the links of overrides and the link of the post, and cancels a post with two dead links once', async () => {
		const ofChannel = 'https://a.example/b';
		const links = ['https://a.example/there', ofChannel, 'https://a.example/linkUrl'];
		const channels = [{ caption: `Other ${ofChannel}` }, { caption: null, firstComment: null }];
		const { messages, canceled, opened } = await run([
			due({ caption: 'Hello https://a.example/there', links, channels }),
		]);
		expect(opened).toEqual(links);
		expect(canceled).toEqual(['post']);
		expect(messages).toEqual([expect.stringMatching(/\/b returned 404, \S+\/linkUrl returned 404\.$/)]);
	});

	test.each([200, 301, 403, 429, 500, 503, 0])('stops no post after the answer %d', async (status) => {
		expect(await run([due({ caption: 'https://a.example/x' })], { status })).toMatchObject({
			messages: [],
			canceled: [],
		});
	});

	test("says why a post couldn't be returned to draft", async () => {
		const canceled = { error: "Can't cancel a post that is Published", status: 'x' };
		const { messages } = await run([due({ caption: 'https://a.example/gone' })], { canceled });
		expect(messages).toEqual([expect.stringMatching(/^⚠️.*couldn't be returned.*that is Published/)]);
	});

	test.each(hostile)('reports %s without breaking the message', async (_, text) => {
		const channels = [{ network: 'Bluesky', status: 'failed', failureReason: text }];
		const postsAtRisk = [{ caption: text, time: null }];
		const { messages } = await run([
			{ event: 'failed', caption: text, channels },
			{ event: 'reviewOverdue', caption: text, since: null },
			{ event: 'channelNeedsReconnecting', network: 'X', handle: text, postsAtRisk, postsAtRiskTotal: 1 },
			due({ caption: `${text.trim()} https://a.example/gone` }),
		]);
		expect(messages).toHaveLength(4);
		for (const message of messages) {
			expect(message.length).toBeLessThan(4_096);
			expect(message).not.toMatch(/<(?!\/?[a-z]+>)|<[^&]*>/);
		}
	});

	test('reports incidents whose fields are missing', async () => {
		const events = ['failed', 'partiallyPublished', 'postOverdue', 'reviewOverdue', 'channelReconnected'];
		const { messages } = await run(events.map((event) => ({ event, caption: null, failureReason: null })));
		expect(messages).toHaveLength(events.length);
	});
});
