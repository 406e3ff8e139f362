import { seed, type Post, type SandboxOptions } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { minuteMs, summarize, triggerOn } from './triggerUnderTest';

const events = [
	'postCreated',
	'sentToReview',
	'approved',
	'changesRequested',
	'rejected',
	'queued',
	'scheduled',
	'published',
	'partiallyPublished',
	'failed',
	'onHold',
	'dealtWith',
	'channelPublished',
	'channelFailed',
	'channelWarning',
];
const { facebook, bluesky } = seed.channels;
const { keys } = seed;

let api: PublishingApi;
const open = async (options: SandboxOptions = {}) => {
	api = await openPublishingApi({ publishMs: 90_000, ...options });
};
afterEach(() => api.sandbox.close());

/** A step in a post's life. Creates a post if there isn't one yet. */
type Step = (post: Post) => unknown;

const act =
	(method: string, action: string, body: unknown = {}, key: string = keys.full): Step =>
	async ({ id }) =>
		expect((await api.send(method, `/posts/${id}${action}`, { body, key })).status).toBeLessThan(300);

const at = () => ({ mode: 'at', at: inHours(api.sandbox, 2) });
const queue: Step = act('POST', '/schedule', { mode: 'queue' });
const schedule: Step = async (post) => await act('POST', '/schedule', at())(post);
const publish: Step = act('POST', '/publish');
const cancel: Step = act('POST', '/cancel');
const send: Step = act('POST', '/submit', { delivery: { mode: 'queue' } }, keys.drafts);
const askForLater: Step = async (post) => await act('POST', '/submit', { delivery: at() }, keys.drafts)(post);
const withdraw: Step = act('POST', '/withdraw');
const edit: Step = act('PATCH', '', { caption: 'Other words' });
const duplicate: Step = act('POST', '/duplicate');
const review =
	(step: 'approve' | 'reject' | 'requestChanges' | 'hold' | 'resume' | 'resolveAttention'): Step =>
	({ id }) =>
		api.sandbox.review[step](id);
const succeed: Step = ({ id }) => api.sandbox.outcomes.publish(id);
const fail: Step = ({ id }) => api.sandbox.outcomes.fail(id);
const failOn =
	(channelId: string): Step =>
	({ id }) =>
		api.sandbox.outcomes.fail(id, channelId);

const again: Array<[string, Step[], Step[], string[]]> = [
	[
		'failed, cancelled, published and failed again',
		[publish, fail],
		[cancel, publish, fail],
		['failed failed>failed', 'channelFailed failed>failed', 'channelFailed failed>failed'],
	],
	[
		'failed, published again, and failed on one channel alone',
		[publish, fail],
		[publish, failOn(bluesky.id), succeed],
		[
			'partiallyPublished failed>partially_published',
			'channelPublished failed>published',
			'channelFailed failed>failed',
		],
	],
	[
		'withdrawn from Review and sent there again',
		[send],
		[withdraw, send],
		['sentToReview pending_approval>pending_approval'],
	],
];

describe('a status that a post left and returned to (P28)', () => {
	const begin = async (steps: Step[]) => {
		await open();
		const post = await api.create({ accounts: [facebook.id, bluesky.id] });
		api.sandbox.clock.advance(10 * minuteMs);
		const trigger = triggerOn(api, { events });
		await trigger.poll();
		const carryOut = async (some: Step[]) => {
			api.sandbox.clock.advance(1_000);
			for (const step of some) await step(post);
		};
		await carryOut(steps);
		expect(await trigger.poll()).not.toEqual([]);
		return { trigger, carryOut };
	};

	test.each(again)('emits the right events between two polls: %s', async (_title, first, then, expected) => {
		const { trigger, carryOut } = await begin(first);
		await carryOut(then);
		expect(summarize(await trigger.poll()).sort()).toEqual([...expected].sort());
		expect(await trigger.poll()).toEqual([]);
	});

	test("emits the events after an empty poll, which n8n doesn't save, and a restart", async () => {
		const { trigger, carryOut } = await begin([publish, fail]);
		const saved = trigger.save();
		await carryOut([cancel]);
		expect(await trigger.pollRaw()).toBeNull();
		trigger.restart(saved);
		await carryOut([publish, fail]);
		expect(summarize(await trigger.poll()).sort()).toEqual([
			'channelFailed failed>failed',
			'channelFailed failed>failed',
			'failed failed>failed',
		]);
	});
});

const lives: Array<[string, Array<[Step, string[]]>]> = [
	[
		'a reviewed post (N20, P111)',
		[
			[send, ['sentToReview draft>pending_approval']],
			[withdraw, []],
			[edit, []],
			[askForLater, ['sentToReview draft>pending_approval']],
			[review('approve'), ['scheduled pending_approval>scheduled']],
			[review('hold'), ['onHold scheduled>on_hold']],
			[cancel, []],
		],
	],
	[
		'a failing post (N11, N18, N19, P111)',
		[
			[queue, ['queued draft>queued']],
			[publish, []],
			[
				fail,
				['failed publishing>failed', 'channelFailed publishing>failed', 'channelFailed publishing>failed'],
			],
			[schedule, ['scheduled failed>scheduled']],
			[queue, ['queued scheduled>queued']],
			[cancel, []],
			[publish, []],
			[failOn(facebook.id), ['channelFailed publishing>failed']],
			[
				succeed,
				['partiallyPublished publishing>partially_published', 'channelPublished publishing>published'],
			],
			[review('resolveAttention'), ['dealtWith partially_published>partially_published']],
			[duplicate, ['postCreated null>draft']],
		],
	],
];

test.each(lives)(
	'emits each event after the longest lag with a poll after every step: %s',
	async (_title, steps) => {
		await open({ visibilityLagMs: 60_000, publishMs: 86_400_000 });
		const post = await api.create({ accounts: [facebook.id, bluesky.id] });
		api.sandbox.clock.advance(10 * minuteMs);
		const trigger = triggerOn(api, { events });
		await trigger.poll();
		for (const [step, expected] of steps) {
			await step(post);
			api.sandbox.clock.advance(minuteMs);
			expect(summarize(await trigger.poll()).sort()).toEqual([...expected].sort());
		}
	},
);

test.each([
	['a draft (P45)', {}, keys.full, ['postCreated null>draft']],
	[
		'delivered (P46, P48)',
		{ delivery: { mode: 'queue' } },
		keys.full,
		['postCreated null>queued', 'queued null>queued'],
	],
	[
		'sent to Review (P47, P94)',
		{ delivery: { mode: 'now' } },
		keys.drafts,
		['postCreated null>pending_approval', 'sentToReview null>pending_approval'],
	],
])('emits the events of a new post: %s', async (_title, body, key, expected) => {
	await open();
	const trigger = triggerOn(api, { events });
	await trigger.poll();
	await api.create(body, key);
	expect(summarize(await trigger.poll())).toEqual(expected);
});

test('reports a channel warning (N34)', async () => {
	await open({ publishMs: 0 });
	const trigger = triggerOn(api, { events });
	await trigger.poll();
	const warnings = [{ code: 'thumbnail_not_applied', message: 'The cover was not set' }];
	api.sandbox.outcomes.add({ outcome: 'publish', warnings });
	await api.create({ delivery: { mode: 'now' } });
	expect((await trigger.poll()).slice(2)).toMatchObject([
		{ event: 'channelPublished', warnings },
		{ event: 'channelWarning', warnings, url: expect.stringContaining('http') },
	]);
});

describe('a post with which someone dealt (P27)', () => {
	const failPartly = async () => {
		await open();
		const post = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.outcomes.fail(post.id, bluesky.id, 'Too long');
		await succeed(post);
		api.sandbox.clock.advance(10 * minuteMs);
		const trigger = triggerOn(api, { events: ['dealtWith'] });
		return { post, trigger };
	};

	/** What an earlier version of the package would have stored. */
	const asVersion1 = (saved: string): string =>
		saved.replace('"version":2', '"version":1').replaceAll(/\|@[^"]*/g, '');

	test.each([
		['as it was stored', (saved: string) => saved],
		['as version 1 would have stored it', asVersion1],
	])('is reported once after the state was saved %s', async (_title, stored) => {
		const { post, trigger } = await failPartly();
		await trigger.poll();
		trigger.restart(stored(trigger.save()));
		await review('resolveAttention')(post);
		api.sandbox.clock.advance(minuteMs);
		expect(await trigger.poll()).toMatchObject([
			{
				event: 'dealtWith',
				message: '“Hello” was dealt with. It had failed on Bluesky (acme.example).',
				attentionResolvedAt: '2026-01-05T09:10:00.000+00:00',
			},
		]);
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});

	test("isn't reported if version 1 saw it so, whatever changes then", async () => {
		const { post, trigger } = await failPartly();
		await review('resolveAttention')(post);
		await trigger.poll();
		trigger.set({ events: ['dealtWith', 'anyChange'] });
		await trigger.poll();
		trigger.restart(asVersion1(trigger.save()));
		api.sandbox.clock.advance(minuteMs);
		expect(await trigger.poll()).toEqual([]);
		api.sandbox.faults.add({
			path: '/api/v1/posts/',
			kind: 'body',
			status: 200,
			body: {
				data: [{ ...api.sandbox.post(post.id), updatedAt: api.sandbox.clock.now().toISOString() }],
				nextCursor: null,
				serverTime: api.sandbox.clock.now().toISOString(),
			},
		});
		expect(summarize(await trigger.poll())).toEqual(['anyChange partially_published>partially_published']);
	});

	test('is the sample of a manual test, with the real time once someone has dealt with it', async () => {
		const { post, trigger } = await failPartly();
		const [invented] = await trigger.sample();
		expect(invented).toMatchObject({ event: 'dealtWith', id: post.id });
		await review('resolveAttention')(post);
		const [real] = await trigger.sample();
		const { attentionResolvedAt } = api.sandbox.post(post.id);
		expect(real).toMatchObject({ event: 'dealtWith', id: post.id, attentionResolvedAt });
		expect(invented?.attentionResolvedAt).not.toBe(attentionResolvedAt);
	});
});

test('reports a post that networks take back after it was published, and says both', async () => {
	await open({ publishMs: 0 });
	const trigger = triggerOn(api, { events });
	await trigger.poll();
	api.sandbox.outcomes.add({ outcome: 'publish', takenBackAfterMs: minuteMs, error: 'Spam', times: 2 });
	await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
	await trigger.poll();
	trigger.restart();
	api.sandbox.clock.advance(minuteMs);
	const items = await trigger.poll();
	expect(summarize(items)).toEqual([
		'failed published>failed',
		'channelFailed published>failed',
		'channelFailed published>failed',
	]);
	expect(items.map(({ message }) => message)).toEqual([
		'“Hello” was published on Facebook (Acme Studio) and Bluesky (acme.example), but both took it back: Spam.',
		'“Hello” was published on Facebook (Acme Studio), but the network took it back: Spam.',
		'“Hello” was published on Bluesky (acme.example), but the network took it back: Spam.',
	]);
	expect(await trigger.poll()).toEqual([]);
});
