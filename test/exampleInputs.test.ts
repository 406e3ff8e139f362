import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { findAddresses } from '../client/publishing/text/links';
import { seed } from '../sandbox';
import { ExampleRun, readExample, type StandIn } from './support/exampleRun';
import { nodeFor, type NodeUnderTest } from './support/nodeUnderTest';
import { useSandbox } from './support/useSandbox';

/** The names of all examples. */
const examples = readdirSync('examples').flatMap((file) =>
	file.endsWith('.json') ? [path.basename(file, '.json')] : [],
);

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

/** The beginning of a text without half of an emoji, which the node refuses. */
const whole = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}/gu, '');

/** Whether a text can be sent: no half of an emoji, and none of these words, which stand for a missing value. */
function expectText(text: unknown): void {
	expect(typeof text).toBe('string');
	expect(text).not.toMatch(/\p{Surrogate}/u);
	expect(text).not.toMatch(/\b(?:undefined|null|NaN)\b|\[object Object\]/);
}

/** A caption as a node stores it when an expression returns it: braces in it are part of the text. */
const asReturned = (caption: unknown, item: INodeExecutionData): [INodeExecutionData, IDataObject] =>
	typeof caption === 'string'
		? [{ ...item, json: { ...item.json, returned: caption } }, { caption: '={{ $json.returned }}' }]
		: [item, {}];

/** Runs an operation of the node for each item, as n8n does with an output for errors. */
async function runEach(
	node: NodeUnderTest,
	operation: string,
	{ items, parameters }: Parameters<StandIn>[0],
): Promise<INodeExecutionData[][]> {
	const [done, failed]: INodeExecutionData[][] = [[], []];
	for (const [index, item] of items.entries()) {
		const { resource: _, operation: __, ...values } = parameters[index] as IDataObject;
		const [given, caption] = asReturned(values.caption, item);
		const parametersOfItem = { ...values, ...caption };
		const results = await node.json(operation, parametersOfItem, { items: [given], continueOnFail: true });
		const isFailed = results.some(({ error }) => error !== undefined);
		const outputs = results.map((json) => ({
			json: isFailed ? { ...item.json, ...json } : json,
			pairedItem: { item: index },
		}));
		(isFailed ? failed : done)?.push(...outputs);
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
		textLinks: (more.textLinks ?? findAddresses(String(more.caption)).map(({ text }) => text)) as string[],
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
			due({ caption: 'Hello https://a.example/there', textLinks: links, channels }),
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
		const canceled = { error: "Can't cancel a post with the status Published", status: 'x' };
		const { messages } = await run([due({ caption: 'https://a.example/gone' })], { canceled });
		expect(messages).toEqual([expect.stringMatching(/^⚠️.*couldn't be returned.*the status Published/)]);
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
		const events = [
			...['failed', 'partiallyPublished', 'postOverdue', 'reviewOverdue'],
			...['channelReconnected', 'apiKeyExpiring', 'dealtWith'],
		];
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
		const node = nodeFor(sandbox());
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

	test.each<[IDataObject, string]>([
		[{ title: 'Tea &amp; <em>cake</em>' }, 'Tea & cake'],
		[{ title: 'M&uuml;nchen &#8211; &#146;90s' }, 'München – ’90s'],
		[{ title: '1 < 2 and 3 > 2' }, '1 < 2 and 3 > 2'],
		[{ title: 'Why List<String> beats vector' }, 'Why List<String> beats vector'],
		[{ title: 'A&#39;s &#x1F600; &nope; &#9999999;' }, "A's 😀 &nope; &#9999999;"],
		[{ title: `Cut ${half}` }, 'Cut'],
		[{ content: '<p>Part One</p><p>Part Two</p>' }, 'A chair\n\nPart One\n\nPart Two'],
		[{ content: '<style>p { a: b }</style><p>Oak</p><img src="https://a.example/i.png">' }, 'A chair\n\nOak'],
		[
			{ content: '<a href="https://a.example/?a=1&amp;b=2">Shop</a>' },
			'A chair\n\nShop (https://a.example/?a=1&b=2)',
		],
		[{ content: 'A chair' }, 'A chair'],
		[{ title: '' }, ''],
	])('posts %j as “%s” with its address once', async (values, written) => {
		const { posts, stops } = await run({
			...item,
			...values,
			link: 'https://acme.example/chair?a=1&amp;b=2',
		});
		expect(stops).toEqual([]);
		const mastodon = posts[0]?.channels.find(({ platform }) => platform === 'mastodon');
		const address = 'https://acme.example/chair?a=1&b=2';
		expect(mastodon?.caption).toBe([written, address].filter(Boolean).join('\n\n'));
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

describe('example let-ai-agent-publish-with-approval', () => {
	const show = async (toolParameters: IDataObject) => {
		const example = new ExampleRun('let-ai-agent-publish-with-approval', {});
		const json = { query: { tool: 'Publish_a_post', toolParameters } };
		const { message } = await example.runAlone('Ask in the chat', json);
		return String(message);
	};

	test.each([
		'[x]: https://evil.example "hidden"',
		'<!-- hidden --><details>more</details>',
		'![picture](https://evil.example) &lt;b&gt;',
		'    indented\n\n\tcode\n# Head\n- one\n1. two\n~~~\nfence',
		'`code` **bold** ~~gone~~ | a | b |',
	])('shows all of the text %j in the chat, which draws Markdown', async (caption) => {
		const message = await show({ caption, channels: 'bluesky' });
		const [, shown = ''] = /^Publish this post\?\n\n([^]*)\n\nChannels\\?: bluesky$/.exec(message) ?? [];
		expect(shown.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
		expect(shown).not.toMatch(/^[ \t]+\S/m);
		expect(shown.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/ *\n/g, '\n')).toBe(
			caption.replace(/^[ \t]+/gm, ''),
		);
	});

	test('names characters that no one can see', async () => {
		const message = await show({ caption: `a\u202eb\u200bc${half}d\u{e0041}👩‍👧`, channels: ['x\u2066'] });
		expect(message).toContain('a\\[U\\+202E\\]b\\[U\\+200B\\]c\\[U\\+D83D\\]d\\[U\\+E0041\\]👩‍👧');
		expect(message).toContain('x\\[U\\+2066\\]');
	});

	test('asks about a call without a text', async () => {
		expectText(await show({}));
	});
});

describe('example approve-weekly-plan', () => {
	const decided = { decision: 'approved', approved: true, caption: 'Hello', comment: '', decidedBy: 'Anna' };

	/** The posts of a plan in which someone has changed the first day. */
	async function planFor(day: string): Promise<IDataObject[]> {
		const example = new ExampleRun('approve-weekly-plan', {}, (text) =>
			text.replace("day: 'Monday'", `day: '${day}'`),
		);
		await example.runAlone('Write the plan', {});
		return example.returned['Write the plan'] ?? [];
	}

	/** Runs the example with these decisions, and with a service that refuses posts with a "bad" caption. */
	async function run(decisions: IDataObject[], rounds = 0) {
		const stops: string[] = [];
		const example = new ExampleRun('approve-weekly-plan', {
			'Get the links': () => [
				[
					{
						approvers: ['anna@example.com', 'ben@example.com'].map((name) => ({
							name,
							link: `https://n8n/${name}`,
						})),
					},
				],
			],
			'Save the drafts': ({ items }) => [items.map((_, index) => ({ id: `post ${index}` }))],
			'Ask for approval': ({ runIndex }) => [
				decisions.map((one) => (runIndex < rounds ? { ...one, decision: 'expired', approved: false } : one)),
			],
			'Schedule the approved posts': ({ items }) => {
				const isBad = ({ json }: INodeExecutionData) => String(json.caption).includes('bad');
				const paired = items.map((item, index) => ({ ...item, pairedItem: { item: index } }));
				return [
					paired
						.filter((item) => !isBad(item))
						.map((item) => ({
							...item,
							json: item.json.approved
								? { id: 'post', status: 'scheduled' }
								: { ...item.json, submitted: false },
						})),
					paired.filter(isBad).map((item) => ({
						...item,
						json: { ...item.json, error: "Can't schedule it", message: "Can't schedule it. Wait." },
					})),
				];
			},
			'Say what failed': ({ parameters: [first] }) => {
				stops.push(String(first?.errorMessage));
				return [];
			},
		});
		await example.start('Every Wednesday at 9', [{}]);
		const results = (example.returned['Write the result'] ?? []).map(({ message }) => String(message));
		const asked = (example.returned['Write the request'] ?? []).map(({ recipient }) => recipient);
		results.forEach(expectText);
		return { results, stops, asked };
	}

	test.each([
		['monday', 0],
		[' Sunday ', 6],
	])('plans the day %j in the next week', async (day, days) => {
		const [{ publishAt } = {}] = await planFor(day);
		const monday = DateTime.now().setZone('Europe/Berlin').startOf('week').plus({ weeks: 1 });
		expect(DateTime.fromISO(String(publishAt)).toISODate()).toBe(monday.plus({ days }).toISODate());
	});

	test('names a day that it does not know', async () => {
		await expect(planFor('Montag')).rejects.toThrow("“Montag” isn't a day");
	});

	test('calls only those posts scheduled that are, and fails in the end with those that could not be', async () => {
		const bad = { ...decided, caption: 'A bad one' };
		const changes = { ...decided, decision: 'changesRequested', approved: false, comment: 'Shorter' };
		const { results, stops } = await run([decided, bad, changes]);
		expect(results).toEqual(['Scheduled: Hello', 'Still a draft (changes requested): Hello – Shorter']);
		expect(stops).toEqual(["“A bad one” was approved, but isn't scheduled. Can't schedule it. Wait."]);
	});

	test('asks the first approver three times and then the second one', async () => {
		const { results, asked } = await run([decided], 4);
		expect(asked).toEqual([...Array(3).fill('anna@example.com'), 'ben@example.com']);
		expect(results).toEqual(['Still a draft (expired): Hello']);
	});

	test.each(hostile)('reports a post with %s', async (_, text) => {
		const { results } = await run([
			{ ...decided, caption: text.replace(/\p{Surrogate}/gu, ''), comment: null },
		]);
		expect(results).toHaveLength(1);
	});
});

describe('example repost-evergreen-posts', () => {
	/** Runs the example with rows of the table, and returns the keys of the copies and what the row gets. */
	async function run(
		rows: IDataObject[],
		copy: (call: Parameters<StandIn>[0]) => INodeExecutionData[][] | IDataObject[][],
	) {
		const example = new ExampleRun('repost-evergreen-posts', {
			'Read the rows': () => [rows],
			'Claim the row': ({ items, parameters: [claim] }) => [
				items.map(({ json }) => ({ ...json, ...((claim?.columns as IDataObject).value as IDataObject) })),
			],
			'Copy the post': copy,
		});
		await example.start('Every day at 9', [{}]);
		const keys = example
			.sentBy('Copy the post')
			.map(
				({ options }) => (options as { ifRunAgain: { settings: IDataObject } }).ifRunAgain.settings.ownKey,
			);
		return {
			keys,
			errors: example.sentBy('Write the error back').map(({ columns }) => columns as IDataObject),
		};
	}
	const row = { id: 7, postId: 'post', maxTimes: 3, cooldownDays: 30, timesPosted: 1, lastPostedAt: null };

	test('copies a row that was set back under a new key, because the old copy was deleted', async () => {
		const first = await run([row], () => [[{ id: 'copy' }]]);
		await new Promise((resolve) => setImmediate(resolve));
		const again = await run([row], () => [[{ id: 'copy' }]]);
		expect(first.keys).toHaveLength(1);
		expect(first.keys).not.toEqual(again.keys);
	});

	test.each([
		{ maxTimes: null },
		{ timesPosted: 3 },
		{ lastPostedAt: '2026-01-01T00:00:00Z', cooldownDays: null },
		{ lastPostedAt: new Date().toISOString() },
	])('copies no post of a row with %j', async (more) => {
		expect((await run([{ ...row, ...more }], () => [[]])).keys).toEqual([]);
	});

	test('writes why a copy failed into its row', async () => {
		const { errors } = await run([row], ({ items: [item] }) => [
			[],
			[{ ...item, json: { error: html, message: html } }],
		]);
		expect(errors).toMatchObject([{ value: { reason: html } }]);
	});
});

describe('example publish-drive-videos-to-shorts-reels-and-tiktok', () => {
	const file = (fileName: string, bytes: number) => ({
		json: { fileName, fileSize: '1 MB' },
		binary: { data: { fileName, bytes, mimeType: 'video/mp4', data: '' } },
	});

	async function run(before: INodeExecutionData[], after: INodeExecutionData[], reason = '') {
		const example = new ExampleRun('publish-drive-videos-to-shorts-reels-and-tiktok', {
			'Read the folder': () => [before],
			'Wait for copies to end': ({ items }) => [items],
			'Read it again': () => [after],
			'Publish the video': ({ items }) =>
				reason ? [[], items.map(({ json }) => ({ ...json, error: reason, message: reason }))] : [items],
			'Wait for the outcome': ({ items }) => [
				items.map(() => ({ network: 'TikTok', status: 'failed', failureReason: '<!channel> & more' })),
			],
		});
		await example.start('Every 15 minutes', [{}]);
		return {
			captions: example.sentBy('Publish the video').map(({ caption }) => caption),
			keys: example.sentBy('Skip videos from earlier runs').map(({ dedupeValue }) => dedupeValue),
			slack: example.sentBy('Post to Slack').map(({ text }) => text),
			folder: example.sentBy('Read it again').map(({ fileSelector }) => fileSelector),
		};
	}

	test('publishes whole files, also IMG_4242.MP4, and leaves a file that still grows to the next run', async () => {
		const { captions, keys, folder } = await run(
			[file('IMG_4242.MP4', 5), file('Growing.mp4', 5)],
			[file('IMG_4242.MP4', 5), file('Growing.mp4', 6), file('New.mp4', 1)],
		);
		expect(captions).toEqual(['IMG_4242']);
		expect(keys).toEqual(['IMG_4242.MP4, 5']);
		expect(folder).toEqual(['/home/node/.n8n-files/videos/*.{mp4,MP4,mov,MOV}']);
	});

	test('knows a file of Google Drive by its ID', async () => {
		const example = new ExampleRun('publish-drive-videos-to-shorts-reels-and-tiktok', {
			'Download the file': ({ items }) => [items.map(({ json }) => ({ ...file('A.mp4', 5), json }))],
			'Publish the video': () => [[]],
		});
		await example.start('When a file is added in Google Drive', [{ id: 'drive', name: 'A.mp4' }]);
		expect(example.sentBy('Skip videos from earlier runs')).toEqual([
			expect.objectContaining({ dedupeValue: 'drive' }),
		]);
		expect(example.sentBy('Publish the video')).toMatchObject([{ caption: 'A' }]);
	});

	test('says why a video was not published, and calls no Slack channel with a reason', async () => {
		const files = [file('A.mp4', 5)];
		expect((await run(files, files)).slack).toEqual(['TikTok: failed &lt;!channel&gt; &amp; more']);
		expect((await run(files, files, 'Too <long>')).slack).toEqual([
			"A.mp4 wasn't published. Too &lt;long&gt;",
		]);
	});
});

describe('example keep-an-airtable-calendar-in-step', () => {
	async function run(rows: IDataObject[], results: IDataObject[]) {
		const example = new ExampleRun('keep-an-airtable-calendar-in-step', {
			'Read the rows': () => [rows],
			'Keep posts in step': () => [results],
		});
		await example.start('Every hour', [{}]);
		return example.returned['Update the rows'] ?? [];
	}
	const row = { id: 'row', Status: 'Ready', Text: 'Hello', Channels: ['Facebook'] };

	test('leaves the status of a row alone in a dry run, because other rows than Ready are not read', async () => {
		expect(
			await run(
				[row],
				[
					{
						message: 'Dry run: “Hello” would be created.',
						action: 'wouldCreate',
						dryRun: true,
						status: null,
					},
				],
			),
		).toMatchObject([{ Status: 'Ready', Error: 'Dry run: “Hello” would be created.' }]);
	});

	test.each(hostile)('writes a sentence with %s and a failed channel into the row', async (_, text) => {
		const channels = [
			{ network: 'LinkedIn', failureReason: text },
			{ network: 'X', failureReason: null },
		];
		const written = await run(
			[row, row],
			[
				{ message: text, action: 'skipped', reason: 'clash' },
				{
					message: 'Fine.',
					action: 'unchanged',
					reason: '',
					id: 'post',
					status: 'partially_published',
					channels,
				},
			],
		);
		expect(written).toMatchObject([
			{ Status: 'Skipped', Error: text },
			{ Status: 'Partially published', Error: `LinkedIn: ${text}` },
		]);
	});

	test('reads a row without media, channels and time', async () => {
		const example = new ExampleRun('keep-an-airtable-calendar-in-step', {
			'Read the rows': () => [[{ id: 'row' }]],
		});
		await example.start('Every hour', [{}]);
		expect(example.sentBy('Keep posts in step')).toMatchObject([{ channels: [], mediaUrl: [] }]);
	});
});

describe('example email-weekly-digest', () => {
	async function run(channels: IDataObject[], compared: IDataObject[], posts: IDataObject[]) {
		const example = new ExampleRun('email-weekly-digest', {
			'Get the channels': () => [channels],
			'Compare with a week ago': () => [compared],
			'Get the posts of the week': () => [posts],
		});
		await example.start('Every Monday at 8', [{}]);
		const [digest = {}] = example.returned['Write the digest'] ?? [];
		[digest.subject, digest.text, digest.html].forEach(expectText);
		return digest as Record<string, string>;
	}

	test('names networks as people do, and draws hostile names as text', async () => {
		const channels = [
			{ id: 'a', platform: 'tiktok', network: 'TikTok', handle: '<script>x</script>' },
			{ id: 'b', platform: 'x', network: 'X', handle: '@b' },
			{ id: 'c', platform: 'devto', network: 'dev.to', handle: '@c' },
		];
		const metrics = { followers: { value: 5, before: 0, difference: 5, percent: null } };
		const { text, html } = await run(
			channels,
			[{ accountId: 'a', metrics }, { accountId: 'b', metrics: {} }, { error: 'No permission' }],
			[{ id: 'post', status: 'failed' }, {}],
		);
		expect(text).toContain('TikTok (<script>x</script>)\n- Followers: 5 (+5)');
		expect(text).toContain('No numbers yet: dev.to (@c)');
		expect(html).not.toContain('<script>');
	});

	test('says so if there are no posts and no numbers', async () => {
		expect(await run([{ id: 'a', network: 'X', handle: '@a' }], [{}], [{}])).toMatchObject({
			subject: 'Your week: 0 followers, 0 posts',
		});
	});
});

describe('example publish-videos-from-form', () => {
	test.each(hostile)('sends an answer with %s as it is, and reports it', async (_, text) => {
		const example = new ExampleRun('publish-videos-from-form', {
			'Wait for the outcome': () => [
				[
					{ network: 'TikTok', status: 'published', url: 'https://tiktok.example/1' },
					{ network: 'YouTube', status: 'failed', failureReason: text },
					{ network: 'Instagram', status: 'publishing' },
				],
			],
		});
		await example.start('When a video is uploaded', [
			{ Title: text, Text: text, 'Who can see it': 'No one' },
		]);
		const [post] = example.sentBy('Publish on three channels');
		expect(post).toMatchObject({ caption: text, title: text });
		expect(post?.channelOptions).toMatchObject({
			value: { 'tiktok:privacyLevel': 'SELF_ONLY', 'youtube:privacyStatus': 'private' },
		});
		const slack = example.sentBy('Post the links to Slack').map((one) => String(one.text));
		expect(slack).toHaveLength(3);
		expect(slack.join('')).not.toMatch(/[<>]|undefined|null/);
	});
});

describe('example publish-telegram-videos-to-five-networks', () => {
	async function run(message: IDataObject, output: IDataObject, more: Record<string, StandIn> = {}) {
		const example = new ExampleRun('publish-telegram-videos-to-five-networks', {
			'Write the caption': ({ items }) => [items.map(() => ({ output }))],
			'Ask in the chat': ({ items }) => [items.map(() => ({ data: { approved: true } }))],
			'Download the video': () => [[{ result: {} }]],
			'Wait for the outcome': () => [
				[{ id: 'post', channels: [{ network: 'X', status: 'published', url: 'https://x.example' }] }],
			],
			...more,
		});
		await example.start('When a video arrives', [{ message }]);
		return { asked: example.sentBy('Ask in the chat'), sent: example.sentBy('Send the links to the chat') };
	}
	const video = { chat: { id: 0 }, video: { file_id: 'file', mime_type: 'video/mp4' } };
	const written = { title: 'A chair', caption: 'Made of oak.' };

	test.each([
		{ chat: { id: 1 }, video: { mime_type: 'video/mp4' } },
		{ chat: { id: 0 }, text: 'Hello' },
		{ chat: { id: 0 }, document: { mime_type: 'application/x-sh' } },
	])('stops the message %j without an answer', async (message) => {
		expect(await run(message, written)).toEqual({ asked: [], sent: [] });
	});

	test.each(hostile)('shows %s in the chat without breaking its marks', async (_, text) => {
		const output = { title: text, caption: text };
		const failed: StandIn = () => [[], [{ error: text, message: text }]];
		const { asked, sent } = await run({ ...video, caption: text }, output, { 'Publish the video': failed });
		expect(String(asked[0]?.message).replace(/\\[_*`[]/g, '')).not.toMatch(/[_*`[]/);
		expect(sent).toHaveLength(1);
		expect(String(sent[0]?.text)).not.toMatch(/<|\bnull\b|undefined/);
	});

	test('sends the links of a published video', async () => {
		expect((await run(video, written)).sent).toMatchObject([{ text: '✅ X: https://x.example' }]);
	});

	test('says that nothing was published if the video is declined', async () => {
		const declined: StandIn = () => [[{ data: { approved: false } }]];
		const { sent } = await run(video, written, { 'Ask in the chat': declined });
		expect(sent).toMatchObject([{ text: '“A chair” was declined. Nothing was published.' }]);
	});
});

describe('example keep-a-google-sheets-calendar-in-step', () => {
	async function run(rows: IDataObject[], results: IDataObject[]) {
		const example = new ExampleRun('keep-a-google-sheets-calendar-in-step', {
			'Read the table': () => [rows],
			'Read the sheet': () => [rows],
			'Keep posts in step': ({ items }) => [
				results.map((json, index) => ({ json, pairedItem: { item: Math.min(index, items.length - 1) } })),
			],
		});
		await example.start('Every hour', [{}]);
		const written = ['Write to the table', 'Write to the sheet'].map((node) =>
			example.sentBy(node).map(({ columns }) => (columns as { value: IDataObject }).value),
		);
		return {
			written,
			slack: example.sentBy('Post to Slack').map(({ text }) => String(text)),
			sent: example.sentBy('Keep posts in step'),
		};
	}

	test.each(hostile)('writes %s into the row and the message', async (_, text) => {
		const { written, slack } = await run(
			[
				{ id: 1, text },
				{ id: 2, text, postId: 'known', postUpdatedAt: 'then' },
				{ id: 3, text, postId: 'live' },
				{ id: 4, text: ' ' },
			],
			[
				{ action: 'created', id: 'post', caption: text, updatedAt: 'now', scheduledAt: null },
				{ action: 'failed', error: text, message: text, caption: text },
				{ action: 'conflict', id: 'live', reason: 'status', message: text, caption: text },
			],
		);
		for (const values of written)
			expect(values).toMatchObject([
				{ postId: 'post', postUpdatedAt: 'now', status: 'created', reason: '' },
				{ postId: 'known', postUpdatedAt: 'then', status: 'failed', reason: text },
				{ postId: 'live', status: 'conflict', reason: text },
			]);
		expect(slack).toHaveLength(1);
		expect(slack[0]).not.toMatch(/[<>]|\bnull\b|undefined/);
	});

	test('plans each row once while the table and the sheet are both there', async () => {
		const { sent } = await run([{ text: 'One' }, { text: 'Two' }], [{ action: 'unchanged' }]);
		expect(sent.map(({ caption }) => caption)).toEqual(['One', 'Two']);
	});

	test('sends nothing for the missing fields of a row', async () => {
		const { sent, slack } = await run([{ text: 'Only a text' }], [{ action: 'unchanged' }]);
		expect(sent).toMatchObject([{ postId: { value: '' }, caption: 'Only a text' }]);
		expect(sent[0]?.channels).not.toContain('undefined');
		expect(slack).toEqual([]);
	});
});

describe('example score-titles-and-draft-the-best', () => {
	async function run(row: IDataObject, percentile: number) {
		const example = new ExampleRun('score-titles-and-draft-the-best', {
			'Describe the video': () => [[row]],
			'Score the titles': ({ items }) => [items.map(() => ({ percentile, creditsCost: 1 }))],
			'Save it as a draft': ({ parameters: [post] }) => [
				[{ id: 'post', channels: [{ title: post?.title ?? null }] as IDataObject[] }],
			],
		});
		await example.start('When clicking Execute workflow', [{}]);
		return {
			titles: example.sentBy('Score the titles').map(({ title }) => title),
			slack: example.sentBy('Post the result to Slack').map(({ text }) => String(text)),
		};
	}

	test.each(hostile)('scores a title with %s, and says what became of it', async (_, text) => {
		const [one = ''] = text.split(/[|\n]/);
		for (const percentile of [0, 100]) {
			const { titles, slack } = await run({ titles: `${one}|Other\n\n| `, caption: text }, percentile);
			expect(titles).toEqual([one.trim(), 'Other']);
			expect(slack).toHaveLength(1);
			expect(slack[0]).not.toMatch(/[<>]|undefined/);
		}
	});

	test('drafts the best title of each of two rows of one poll, in the niche of most of its titles', async () => {
		const percentiles: Record<string, number> = { A1: 10, A2: 90, A3: 95, B1: 80, B2: 20 };
		const example = new ExampleRun('score-titles-and-draft-the-best', {
			'Score the titles': ({ items }) => [
				items.map(({ json: { title } }) => ({
					percentile: percentiles[String(title)] ?? 0,
					niche_label: title === 'A3' ? 'Chess' : 'Cooking',
					creditsCost: 1,
				})),
			],
			'Best first': ({ items }) => [
				items
					.map((item, index) => ({ ...item, pairedItem: { item: index } }))
					.sort((one, other) => Number(other.json.percentile) - Number(one.json.percentile)),
			],
		});
		const rows = [
			{ titles: 'A1 | A2 | A3', caption: 'A' },
			{ titles: 'B1 | B2', caption: 'B' },
		];
		await example.start('When a row is added in Google Sheets', rows);
		const drafts = example.sentBy('Save it as a draft').map(({ title, caption }) => [title, caption]);
		expect(drafts).toEqual([
			['A2', 'A'],
			['B1', 'B'],
		]);
	});

	test('pays for nothing if a row has no titles', async () => {
		expect(await run({ caption: 'Hello' }, 100)).toEqual({ titles: [], slack: [] });
		expect(await run({ titles: null }, 100)).toEqual({ titles: [], slack: [] });
	});
});

describe('example send-failed-posts-again', () => {
	const sandbox = useSandbox();
	const { bluesky, facebook, linkedin } = seed.channels;
	const rows: IDataObject[] = [];
	beforeEach(() => (rows.length = 0));

	/** A post that failed on some channels. */
	async function failedPost(
		failedOn: string[],
		publishedOn: string[] = [],
		caption = 'New showroom',
	): Promise<string> {
		const [item, stored] = asReturned(caption, { json: {} });
		const parameters = { channels: [...failedOn, ...publishedOn], ...stored, delivery: 'now' };
		const [post] = await nodeFor(sandbox()).json('post:create', parameters, { items: [item] });
		const id = String(post?.id);
		for (const channel of failedOn) sandbox().outcomes.fail(id, channel, 'No connection');
		for (const channel of publishedOn) sandbox().outcomes.publish(id, channel);
		sandbox().clock.advance(120_000);
		return id;
	}
	const rowOf = (filters: unknown, wanted = 0) =>
		(filters as { conditions: Array<{ keyValue: string }> }).conditions[wanted]?.keyValue;

	/** Runs the example for channels that are back. The answer in the chat is undefined if nobody answers. */
	async function run(
		accountIds: string[],
		approved: boolean | undefined,
		more: Record<string, StandIn> = {},
	) {
		let queue: INodeExecutionData[] = [];
		const node = nodeFor(sandbox());
		const example = new ExampleRun('send-failed-posts-again', {
			'Find its failed posts': async ({ parameters, ...call }) => {
				// The sandbox has a time of its own.
				const updatedSince = new Date(sandbox().clock.now().getTime() - 7 * 24 * 3_600_000).toISOString();
				const now = parameters.map((one) => ({
					...one,
					filters: { ...(one.filters as IDataObject), updatedSince },
				}));
				return await runEach(node, 'post:getAll', { ...call, parameters: now });
			},
			'Leave out what was sent': ({ items, parameters }) => [
				items.filter(
					(_item, index) =>
						!rows.some(({ post, done }) => post === rowOf(parameters[index]?.filters) && done !== ''),
				),
			],
			'One post at a time': ({ items, runIndex }) => {
				if (runIndex === 0) queue = [...items];
				const next = queue.shift();
				return next ? [[], [next]] : [[], []];
			},
			'Ask in the chat': ({ items }) => [
				items.map((item) => (approved === undefined ? item : { data: { approved } })),
			],
			'Note the start': ({ parameters: [first] }) => {
				const post = rowOf(first?.filters);
				if (!rows.some((row) => row.post === post)) rows.push({ post, begun: 'then', done: '' });
				return [[{ post }]];
			},
			'Send it again': async (call) => {
				const [sent = [], failed = []] = await runEach(node, 'post:sendAgain', call);
				return [[...sent, ...failed]];
			},
			'Note the result': ({ parameters: [first] }) => {
				const { value } = first?.columns as { value: IDataObject };
				const row = rows.find(({ post }) => post === rowOf(first?.filters)) ?? {};
				return [[Object.assign(row, value)]];
			},
			...more,
		});
		await example.start(
			'When a channel is back',
			accountIds.map((accountId) => ({ accountId })),
		);
		return {
			asked: example.sentBy('Ask in the chat').map(({ message }) => String(message)),
			told: example.sentBy('Tell the chat').map(({ text }) => String(text)),
		};
	}
	const live = () =>
		sandbox()
			.posts()
			.filter(({ status }) => status === 'publishing' || status === 'published');

	test('sends a post only on the channel that is back, and tells it', async () => {
		const id = await failedPost([bluesky.id, linkedin.id], [facebook.id]);
		const { asked, told } = await run([bluesky.id], true);
		expect(asked).toHaveLength(1);
		expect(told).toHaveLength(1);
		const [copy] = sandbox().posts();
		expect(copy?.channels.map(({ accountId }) => accountId)).toEqual([bluesky.id]);
		expect(rows).toMatchObject([{ post: `${id} ${bluesky.id}`, done: 'yes' }]);
	});

	test('sends nothing twice and loses nothing with two reconnects a day apart and a failure between', async () => {
		await failedPost([bluesky.id, linkedin.id], [facebook.id]);
		sandbox().faults.add({ method: 'POST', path: /\/submit$/, kind: 'status', status: 503, times: 99 });
		const first = await run([bluesky.id], true);
		sandbox().faults.clear();
		expect(first.told[0]).toMatch(/^⚠️ /);
		expect(rows).toMatchObject([{ done: '' }]);
		sandbox().clock.advance(25 * 3_600_000);
		await run([bluesky.id, linkedin.id], true);
		await run([bluesky.id, linkedin.id], true);
		const sentOn = live().flatMap(({ channels }) =>
			channels.filter(({ error }) => !error).map(({ accountId }) => accountId),
		);
		expect(sentOn.filter((id) => id === bluesky.id)).toHaveLength(1);
		expect(sentOn.filter((id) => id === linkedin.id)).toHaveLength(1);
	});

	test('sends it only once if the result could not be noted', async () => {
		await failedPost([bluesky.id], [facebook.id]);
		await run([bluesky.id], true, { 'Note the result': () => [[]] });
		sandbox().clock.advance(25 * 3_600_000);
		const before = sandbox().posts().length;
		expect((await run([bluesky.id], true)).told[0]).toContain("wasn't sent again");
		expect(sandbox().posts()).toHaveLength(before);
	});

	test.each([false, undefined])('sends nothing if the answer is %s', async (approved) => {
		await failedPost([bluesky.id], [facebook.id]);
		const before = sandbox().posts().length;
		expect((await run([bluesky.id], approved)).told).toEqual([]);
		expect(sandbox().posts()).toHaveLength(before);
	});

	test.each(hostile)('asks about a post with %s', async (_, text) => {
		await failedPost([bluesky.id], [], whole(text, 200));
		const { asked, told } = await run([bluesky.id], true);
		expect(asked[0]?.replace(/\\[_*`[]/g, '')).not.toMatch(/[_*`[]/);
		for (const one of [...asked, ...told]) expectText(one);
		expect(told[0]).not.toContain('<');
	});
});

describe('example publish-posts-unless-someone-stops-them', () => {
	const sandbox = useSandbox();
	async function run(Text: string, approved: boolean | undefined, waitMs = 0, channels = '["Facebook"]') {
		const node = nodeFor(sandbox());
		const example = new ExampleRun(
			'publish-posts-unless-someone-stops-them',
			{
				'Schedule the post': async ({ parameters: [first], items }) =>
					await runEach(node, 'post:create', {
						items,
						runIndex: 0,
						parameters: [
							{ ...first, publishAt: new Date(sandbox().clock.now().getTime() + 600_000).toISOString() },
						],
					}),
				'Ask in the chat': ({ items }) => {
					sandbox().clock.advance(waitMs);
					return [items.map((item) => (approved === undefined ? item : { data: { approved } }))];
				},
				'Return it to draft': async (call) => {
					const [done = [], failed = []] = await runEach(node, 'post:cancel', call);
					return [[...done, ...failed]];
				},
			},
			(text) => text.replace('["Facebook","LinkedIn: Acme Studio"]', channels),
		);
		await example.start('When a post is written', [{ Text }]);
		return {
			asked: example.sentBy('Ask in the chat').map(({ message }) => String(message)),
			told: example.sentBy('Tell the chat').map(({ text }) => String(text)),
			status: sandbox().posts()[0]?.status,
		};
	}

	test('stops the post if the button is chosen', async () => {
		const { status, told } = await run('Hello', true);
		expect(status).toBe('draft');
		expect(told[0]).toContain('returned to draft');
	});

	test.each([undefined, false])('stops nothing if the answer is %s', async (approved) => {
		expect(await run('Hello', approved)).toMatchObject({ status: 'scheduled', told: [] });
	});

	test('says that it was too late', async () => {
		const { status, told } = await run('Hello', true, 700_000);
		expect(status).not.toBe('draft');
		expect(told[0]).toMatch(/^It was too late to stop the post\. /);
	});

	test('says why a post was not scheduled', async () => {
		const { asked, told } = await run('Hello', true, 0, '["Nowhere"]');
		expect(asked).toEqual([]);
		expect(told[0]).toMatch(/^⚠️ .*'Nowhere' isn't the name/);
	});

	test.each(hostile)('shows %s in the chat', async (_, text) => {
		const { asked, told } = await run(whole(text, 300), true);
		expect(asked[0]?.replace(/\\[_*`[]/g, '')).not.toMatch(/[_*`[]/);
		for (const one of [...asked, ...told]) expectText(one);
		expect(told[0]).not.toContain('<');
	});
});

describe('example schedule-posts-from-a-csv-file', () => {
	const sandbox = useSandbox();
	/** Runs a node with its own parameters for all items of the run. */
	const sync =
		(name: string): StandIn =>
		async ({ items }) => {
			const { parameters = {} } =
				readExample('schedule-posts-from-a-csv-file').nodes.find((node) => node.name === name) ?? {};
			const { resource: _, operation: __, ...form } = parameters;
			const run = { items, continueOnFail: true };
			return [await nodeFor(sandbox()).run('post:syncCalendar', form as IDataObject, run)];
		};
	async function run(file: IDataObject[], choice = 'Schedule the posts') {
		const example = new ExampleRun('schedule-posts-from-a-csv-file', {
			'Read the rows': () => [file],
			'Check the rows': sync('Check the rows'),
			'Show what would be done': () => [[{ 'What to do': choice }]],
			'Schedule the rows': sync('Schedule the rows'),
		});
		await example.start('When a file is uploaded', [{}]);
		return {
			plan: String((example.sentBy('Show what would be done')[0]?.options as IDataObject).formDescription),
			done: example.sentBy('Show what was done').map(({ completionMessage }) => String(completionMessage)),
		};
	}
	const file = [
		{ text: 'We open on Friday', channels: 'Facebook', publishAt: '2026-03-01 09:00' },
		{ text: '', channels: '', publishAt: '' },
		{ text: 'A chair', channels: 'Nowhere', publishAt: '2026-03-02 09:00' },
	];

	test('shows what would be done and changes nothing before the choice', async () => {
		const before = sandbox().posts().length;
		const { plan, done } = await run(file, 'Nothing');
		expect(plan.split('\n')).toHaveLength(3);
		expect(plan).toMatch(/^1\. .*would be created/);
		expect(done).toEqual([]);
		expect(sandbox().posts()).toHaveLength(before);
	});

	test('schedules the rows once, whichever time the file comes', async () => {
		const before = sandbox().posts().length;
		await run(file);
		const { done } = await run(file);
		expect(sandbox().posts()).toHaveLength(before + 1);
		expect(done[0]?.split('\n')).toHaveLength(3);
	});

	test.each(hostile)('shows %s on its pages', async (_, text) => {
		const { plan, done } = await run([{ ...file[0], text: text.slice(0, 300) }]);
		for (const page of [plan, ...done]) {
			expectText(page);
			expect(page).not.toContain('<');
		}
	});
});

describe('the tools of the agents', () => {
	test.each([
		['let-ai-agent-write-drafts', ['Check a post', 'Save a draft']],
		['let-ai-agent-publish-with-approval', ['Check a post', 'Save a draft', 'Publish a post']],
	])('of %s send what the model fills in as it is', async (name, tools) => {
		for (const tool of tools)
			for (const [, caption] of hostile) {
				const example = new ExampleRun(name, {});
				expect(await example.runAlone(tool, { query: { caption, channels: 'x' } })).toMatchObject({
					caption,
					channels: 'x',
				});
			}
	});

	test('answer in the chat with what the model says', async () => {
		const example = new ExampleRun('let-ai-agent-publish-with-approval', {});
		expect(await example.runAlone('Answer in the chat', { output: html })).toMatchObject({ message: html });
	});
});

/** A node needs an account or a branch of its own that no run above takes. */
test('every node with an expression or code of every example has run above', () => {
	const missing = examples.flatMap((name) =>
		readExample(name)
			.nodes.filter(
				({ type, parameters }) =>
					!type.endsWith('.stickyNote') && /"=|"jsCode"/.test(JSON.stringify(parameters)),
			)
			.filter((node) => !ExampleRun.hasRun.has(`${name}: ${node.name}`))
			.map((node) => `${name}: ${node.name}`),
	);
	expect(missing).toEqual([]);
});
