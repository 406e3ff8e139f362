import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { findAddresses } from '../client/publishing/text/links';
import { seed } from '../sandbox';
import { ExampleRun, readExample, type StandIn } from './support/exampleRun';
import { nodeFor, type NodeUnderTest } from './support/publishingNode';
import { useSandbox } from './support/useSandbox';

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

/** Runs an operation of the node for each item, as n8n does with an output for errors. */
async function runEach(
	node: NodeUnderTest,
	operation: string,
	{ items, parameters }: Parameters<StandIn>[0],
): Promise<INodeExecutionData[][]> {
	const [done, failed]: INodeExecutionData[][] = [[], []];
	for (const [index, item] of items.entries()) {
		const { resource: _, operation: __, ...values } = parameters[index] as IDataObject;
		await node.json(operation, values).then(
			(results) => done?.push(...results.map((json) => ({ json, pairedItem: { item: index } }))),
			({ message, description }: NodeApiError) =>
				failed?.push({
					json: { ...item.json, error: message, message: description ?? '' },
					pairedItem: { item: index },
				}),
		);
	}
	return [done ?? [], failed ?? []];
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

describe('example post-rss-items-to-networks', () => {
	const sandbox = useSandbox();
	const feed = 'When an item is added to the feed';
	const sender = 'Add to the queues';

	/** Runs the example with items of a feed. Its posts are created in the sandbox. */
	async function run(...items: IDataObject[]) {
		const node = nodeFor({ url: sandbox().url, key: seed.keys.full, clock: sandbox().clock });
		const stops: string[] = [];
		const example = new ExampleRun('post-rss-items-to-networks', {
			[sender]: async (call) => await runEach(node, 'post:create', call),
			'Say what failed': ({ parameters: [first] }) => {
				stops.push(String(first?.errorMessage));
				return [];
			},
		});
		await example.start(feed, items);
		const texts = (example.returned['Write the texts'] ?? []) as Array<Record<string, string>>;
		for (const { facebook, linkedin, bluesky, mastodon } of texts)
			[facebook, linkedin, bluesky, mastodon].forEach(expectText);
		return {
			texts,
			stops,
			posts: sandbox().posts(),
			slack: example.sentBy('Post to Slack').map(({ text }) => text),
		};
	}

	const item = {
		title: 'A chair',
		link: 'https://acme.example/chair',
		contentSnippet: 'Made of oak.',
		guid: 'chair',
	};

	test.each([
		['/chair', 'https://blog.n8n.io/chair'],
		['chair?a=1&b=2', 'https://blog.n8n.io/rss/chair?a=1&b=2'],
		['//acme.example/chair', 'https://acme.example/chair'],
		[' https://acme.example/chair\n', 'https://acme.example/chair'],
		['javascript:alert(1)', ''],
		['', ''],
		[null, ''],
		[{ $: { href: '/x' } }, ''],
	])('reads the link %j of an item as “%s”', async (link, address) => {
		const { texts, stops } = await run({ ...item, link });
		expect(texts).toMatchObject([{ link: address }]);
		expect(texts[0]?.linkedin?.includes('Read more')).toBe(address !== '');
		expect(stops).toEqual([]);
	});

	test.each([
		['Tea &amp; <em>cake</em>', 'Tea & cake'],
		['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['A&#39;s &#x1F600; &nope; &#9999999;', "A's 😀 &nope; &#9999999;"],
		[`Cut ${half}`, 'Cut'],
	])('writes the title %j as “%s”', async (title, written) => {
		expect((await run({ ...item, title })).texts).toMatchObject([{ title: written }]);
	});

	test.each(hostile)('posts an item with %s in every field that is text', async (_, text) => {
		const { posts, stops, slack } = await run({ ...item, title: text, contentSnippet: text });
		expect(stops).toEqual([]);
		expect(posts).toMatchObject([{ status: 'queued' }]);
		for (const { caption } of posts[0]?.channels ?? [])
			expect(caption ?? posts[0]?.caption).toContain(item.link);
		expect(slack).toHaveLength(1);
		expect(String(slack)).not.toMatch(/[<>]/);
	});

	test('posts the other items if one has nothing to post, and fails in the end with its name', async () => {
		const { posts, stops, slack } = await run(
			{ ...item, title: `${'x'.repeat(70_000)}` },
			{},
			{ ...item, guid: 'other', title: 'Another' },
			{ title: 'Only a title' },
		);
		expect(posts).toHaveLength(3);
		expect(slack).toHaveLength(3);
		expect(stops).toEqual([expect.stringMatching(/wasn't posted\. \S/)]);
	});
});

describe('example publish-ai-videos-when-they-are-ready', () => {
	const form = 'When someone describes a video';
	const asked = { Title: 'A chair', Text: 'Made of oak.', 'What the video shows': 'A chair' };
	const posted = [{ network: 'TikTok', url: 'https://tiktok.example/1' }];

	/** Runs the example with reports, and with what the service says about the order each time. */
	async function run(reports: IDataObject[], answers: IDataObject[], submittedAt = new Date().toISOString()) {
		const example = new ExampleRun('publish-ai-videos-when-they-are-ready', {
			'Order the video': () => [[{ id: 'order/1', status: 'starting' }]],
			'Wait for the report': ({ runIndex }) => [[{ body: reports[runIndex] ?? {} }]],
			'Ask for the video': ({ runIndex }) => {
				const answer = answers[Math.min(runIndex, answers.length - 1)] ?? {};
				return answer.error instanceof Object ? [[], [answer]] : [[answer]];
			},
			'Publish the video': () => [[{ id: 'post' }]],
			'Wait for the outcome': () => [[{ id: 'post', channels: posted }]],
		});
		await example.start(form, [{ ...asked, submittedAt }]);
		const message = example.sentBy('Post to Slack').map(({ text }) => String(text));
		message.forEach(expectText);
		return {
			message,
			published: example.sentBy('Publish the video').map(({ mediaUrl }) => mediaUrl),
			asked: example.sentBy('Ask for the video').map(({ url }) => url),
		};
	}

	const forged = { status: 'succeeded', output: 'https://evil.example/video.mp4' };
	const ofService = { status: 'succeeded', output: ['https://replicate.example/video.mp4'] };

	test('publishes what the service returns for its order, and nothing of a forged report', async () => {
		const { asked, published, message } = await run([forged, forged], [{ status: 'processing' }, ofService]);
		expect(asked).toEqual(Array(2).fill('https://api.replicate.com/v1/predictions/order%2F1'));
		expect(published).toEqual(ofService.output);
		expect(message).toEqual(['TikTok: https://tiktok.example/1']);
	});

	test.each([
		[{ status: 'failed', error: `No <chairs> & tables` }, 'No &lt;chairs&gt; &amp; tables'],
		[{ status: 'canceled', error: null }, 'The video service says: canceled.'],
		[{}, 'The video service says: nothing.'],
		[{ error: { message: 'The connection was refused' } }, 'The connection was refused'],
	])('publishes nothing if the service says %j, and says why', async (answer, reason) => {
		const { message, published } = await run([forged], [answer]);
		expect(published).toEqual([]);
		expect(message).toEqual([expect.stringContaining(reason)]);
	});

	test.each(['2026-01-01T00:00:00Z', ''])(
		'stops waiting six hours after the form was sent (%s)',
		async (at) => {
			const { message } = await run([], [{ status: 'processing' }], at);
			expect(message).toEqual([expect.stringContaining('says: processing')]);
		},
	);
});

test.each(['publish-ai-videos-when-they-are-ready', 'publish-videos-from-form'])(
	'the form of %s, which publishes, asks for a password',
	(name) => {
		const { nodes } = readExample(name);
		const forms = nodes.filter(({ type }) => type.endsWith('.formTrigger'));
		expect(forms).toMatchObject([
			{ parameters: { authentication: 'basicAuth' }, credentials: { httpBasicAuth: { id: null } } },
		]);
	},
);
