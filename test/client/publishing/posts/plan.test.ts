import {
	planNew,
	planPost,
	writesOfEdit,
	type Plan,
	type PlanChoices,
} from '../../../../client/publishing/posts/plan';
import type { PostWish } from '../../../../client/publishing/posts/wish';
import { isDeliveredAs, type Write } from '../../../../client/publishing/posts/writes';
import type { Delivery } from '../../../../client/publishing/requests';
import { postSchema, type Post, type PostChannel } from '../../../../client/publishing/schemas';
import { seed } from '../../../../sandbox';

const { facebook, linkedin } = seed.channels;
const now = Date.parse('2026-01-05T09:00:00Z');
const inMinutes = (minutes: number): string =>
	new Date(now + minutes * 60_000).toISOString().replace('Z', '+00:00');
const [soon, later, muchLater] = [inMinutes(0.9), inMinutes(60), inMinutes(120)] as [string, string, string];

const channelOf = (status: string, more: Partial<PostChannel>): object => ({
	accountId: facebook.id,
	platform: 'facebook',
	status,
	...more,
});

/** A post whose channel has its status, and its time, if any. */
const postIn = (
	status: string,
	{ scheduledAt = null, channel = {}, ...more }: Partial<Post> & { channel?: Partial<PostChannel> } = {},
): Post =>
	postSchema.parse({
		id: seed.posts.draft,
		status,
		caption: 'Hello',
		createdAt: '2026-01-01T09:00:00+00:00',
		updatedAt: '2026-01-02T09:00:00+00:00',
		scheduledAt,
		channels: [channelOf(status, { scheduledAt, ...channel })],
		...more,
	});

const scheduled = postIn('scheduled', { scheduledAt: later });
const queued = postIn('queued', { scheduledAt: later, channel: { queuePosition: 3, queueId: null } });
const firstInQueue = postIn('queued', { scheduledAt: later, channel: { queuePosition: 1 } });
const inReview = postIn('pending_approval', { proposedPublishAt: later, channel: { status: 'draft' } });

const at = (time: string): Delivery => ({ mode: 'at', at: time });
const queue: Delivery = { mode: 'queue' };
const wanted = (delivery?: Delivery, content: PostWish['content'] = {}): PostWish => ({
	content: { accounts: [facebook.id], caption: 'Hello', ...content },
	delivery,
});
const edited = { caption: 'Changed' };
const updating = (body: object): object => ({ kind: 'update', body });
const update = updating(edited);
const cancel = { kind: 'cancel', body: {} };
const submitting = (delivery: Delivery): object => ({ kind: 'submit', body: { delivery } });
const scheduling = (body: object): object => ({ kind: 'schedule', body });
const creating = (delivery?: Delivery, note = {}): object => ({
	kind: 'create',
	body: { accounts: [facebook.id], caption: 'Hello', ...note, delivery },
});
/** The same post at a service with its own words for the status of a channel. */
const inOtherWords = (post: Post | undefined): Post | undefined =>
	post && { ...post, channels: post.channels.map((channel) => ({ ...channel, status: 'SOME_WORD' })) };

/** The plan of a post, which is the same whatever words the service has for the status of a channel (N18). */
const shortened = (writes?: Write[]) => writes?.map(({ kind, body }) => ({ kind, body }));

function planOf(given: Post | undefined, wish: PostWish, choices: PlanChoices = {}) {
	const [plan, other] = [given, inOtherWords(given)].map((post) => {
		const plan = post ? planPost(post, wish, choices, now) : planNew(wish, now);
		const { action, reason, changes, writes } = plan;
		return { action, reason, changes, writes: shortened(writes) };
	});
	expect(other).toEqual(plan);
	return plan as NonNullable<typeof plan>;
}

type Case = [title: string, post: Post | undefined, wish: PostWish, writes: unknown[], choices?: PlanChoices];

describe.each<[string, Case[]]>([
	[
		'unchanged',
		[
			['a draft with the same content', postIn('draft'), wanted(), []],
			[
				'a draft whose text differs by blanks at its end',
				postIn('draft'),
				wanted(undefined, { caption: 'Hello ' }),
				[],
			],
			['a scheduled post', scheduled, wanted(at(later)), []],
			[
				'a scheduled post whose time is written in another zone',
				scheduled,
				wanted(at('2026-01-05T11:00:00+01:00')),
				[],
			],
			['a scheduled post that starts soon', postIn('scheduled', { scheduledAt: soon }), wanted(at(soon)), []],
			['a queued post', queued, wanted(queue), []],
			['a queued post that was added first', queued, wanted({ mode: 'prioritise' }), []],
			[
				'a queued post in the chosen queue',
				queued,
				wanted({ ...queue, queueIds: { [facebook.id]: null } }),
				[],
			],
			['a post in review', inReview, wanted(at(later)), []],
			['a post in review without a time', inReview, wanted(queue), []],
			['a published post whose time has passed', postIn('published'), wanted(at(inMinutes(-60))), []],
			[
				'a post that someone published before its time',
				postIn('published', { scheduledAt: later }),
				wanted(at(later)),
				[],
			],
			[
				'a published post that was meant to be published now',
				postIn('published'),
				wanted({ mode: 'now' }),
				[],
			],
			['a partially published post', postIn('partially_published'), wanted(queue), []],
			[
				'a proposed time beside a delivery, which clears it',
				scheduled,
				wanted(at(later), { proposedPublishAt: muchLater }),
				[],
			],
			[
				'an existing override',
				postIn('draft', { channel: { caption: 'Own' } }),
				wanted(undefined, { perAccount: { [facebook.id]: { caption: 'Own' } } }),
				[],
			],
			[
				'an override of a channel outside the post',
				postIn('draft'),
				wanted(undefined, { perAccount: { [linkedin.id]: { caption: 'Own' } } }),
				[],
			],
		],
	],
	[
		'updated',
		[
			['a draft with another text', postIn('draft'), wanted(undefined, edited), [update]],
			[
				'a post with requested changes that has another text',
				postIn('changes_requested'),
				wanted(at(later), edited),
				[update, submitting(at(later))],
			],
			[
				'a draft without a title',
				postIn('draft', { title: 'Title' }),
				wanted(undefined, { title: null }),
				[updating({ title: null })],
			],
			[
				'a draft with another channel',
				postIn('draft'),
				wanted(undefined, { accounts: [linkedin.id] }),
				[updating({ accounts: [linkedin.id] })],
			],
			[
				'a draft with another proposed time',
				postIn('draft'),
				wanted(undefined, { proposedPublishAt: later }),
				[updating({ proposedPublishAt: later })],
			],
			['a draft to deliver', postIn('draft'), wanted(at(later)), [submitting(at(later))]],
			[
				'a draft with another text to deliver',
				postIn('draft'),
				wanted(queue, edited),
				[update, submitting(queue)],
			],
			[
				'a scheduled post with another text (N36)',
				scheduled,
				wanted(at(later), edited),
				[cancel, updating({ ...edited, proposedPublishAt: later }), submitting(at(later))],
			],
			[
				'a scheduled post with another text and time (N36)',
				scheduled,
				wanted(at(muchLater), edited),
				[cancel, updating({ ...edited, proposedPublishAt: muchLater }), submitting(at(muchLater))],
			],
			['a scheduled post to return to draft', scheduled, wanted(), [cancel]],
			[
				'a scheduled post to return to draft with another text',
				scheduled,
				wanted(undefined, edited),
				[cancel, update],
			],
			[
				'a scheduled post to publish now',
				scheduled,
				wanted({ mode: 'now' }),
				[{ kind: 'publish', body: {} }],
			],
			[
				'a queued post with another text, which moves to the end',
				queued,
				wanted(queue, edited),
				[cancel, update, submitting({ mode: 'queue', queueIds: { [facebook.id]: null } })],
			],
			[
				'a queued post with another text, which stays first',
				firstInQueue,
				wanted(queue, edited),
				[cancel, update, submitting({ mode: 'prioritise', queueIds: { [facebook.id]: null } })],
			],
			[
				'a failed post with another text',
				postIn('failed'),
				wanted(queue, edited),
				[cancel, update, submitting(queue)],
			],
			[
				'a post in review with another text, on request (N20)',
				inReview,
				wanted(at(later), edited),
				[
					{ kind: 'withdraw', body: {} },
					updating({ ...edited, proposedPublishAt: later }),
					submitting(at(later)),
				],
				{ withdraws: true },
			],
			[
				'a post that someone changed, on request',
				postIn('draft'),
				wanted(undefined, edited),
				[update],
				{ knownUpdatedAt: '2026-01-02T08:00:00Z', overwrites: true },
			],
			[
				'a post that no one has changed since',
				postIn('draft'),
				wanted(undefined, edited),
				[update],
				{ knownUpdatedAt: '2026-01-02T09:00:00Z' },
			],
		],
	],
	[
		'rescheduled',
		[
			[
				'a scheduled post at another time (N9)',
				scheduled,
				wanted(at(muchLater)),
				[scheduling(at(muchLater))],
			],
			['a scheduled post to add to the queue (N9)', scheduled, wanted(queue), [scheduling(queue)]],
			['a queued post to schedule at a time (N9)', queued, wanted(at(later)), [scheduling(at(later))]],
			[
				'a queued post in another queue (N9)',
				queued,
				wanted({ ...queue, queueIds: { [facebook.id]: seed.queues.facebookMornings.id } }),
				[scheduling({ ...queue, queueIds: { [facebook.id]: seed.queues.facebookMornings.id } })],
			],
			['a failed post at a later time (N9)', postIn('failed'), wanted(at(later)), [scheduling(at(later))]],
		],
	],
	[
		'created',
		[
			[
				"a post that doesn't exist yet",
				undefined,
				wanted(at(later)),
				[creating(at(later), { proposedPublishAt: later })],
			],
			["a draft that doesn't exist yet", undefined, wanted(), [creating()]],
		],
	],
	[
		'conflict',
		[
			...[
				'published',
				'publishing',
				'partially_published',
				'pending_approval',
				'approved',
				'rejected',
				'on_hold',
				'newer_status',
			].map((status): Case => [`a post that is ${status}`, postIn(status), wanted(at(later), edited), []]),
			['a published post whose time is in the future', postIn('published'), wanted(at(later)), []],
			['the content for which changes were requested', postIn('changes_requested'), wanted(at(later)), []],
			['a published post to return to draft', postIn('published'), wanted(), []],
			['a post in review at another time', inReview, wanted(at(muchLater)), []],
			['a failed post that no one has changed', postIn('failed'), wanted(queue), []],
			['a failed post whose time has passed', postIn('failed'), wanted(at(inMinutes(-60)), edited), []],
			[
				'a post that someone changed',
				scheduled,
				wanted(at(later), edited),
				[],
				{ knownUpdatedAt: '2026-01-02T08:00:00Z' },
			],
		],
	],
	[
		'skipped',
		[
			[
				'a scheduled post that starts soon',
				postIn('scheduled', { scheduledAt: soon }),
				wanted(at(muchLater)),
				[],
			],
			[
				'a scheduled post whose time has come',
				postIn('scheduled', { scheduledAt: inMinutes(-1) }),
				wanted(at(muchLater), edited),
				[],
			],
			['a draft whose time has passed', postIn('draft'), wanted(at(inMinutes(-1))), []],
			['a new post whose time has passed', undefined, wanted(at(inMinutes(-1))), []],
			['a scheduled post to move into the past', scheduled, wanted(at(inMinutes(-1))), []],
		],
	],
])('%s', (action, cases) => {
	test.each(cases)('%s', (_title, post, wish, writes, choices = {}) => {
		const plan = planOf(post, wish, choices);
		expect(plan).toMatchObject({ action });
		expect(plan.writes).toEqual(writes);
		expect(Object.keys(plan.changes).length > 0).toBe(action !== 'unchanged');
	});
});

describe('changes list the old and new values', () => {
	test.each<[string, Post | undefined, PostWish, Plan['changes']]>([
		[
			'a text',
			postIn('draft'),
			wanted(undefined, edited),
			{ caption: { before: 'Hello', after: 'Changed' } },
		],
		[
			'a cleared value',
			postIn('draft', { title: 'T' }),
			wanted(undefined, { title: null }),
			{ title: { before: 'T', after: null } },
		],
		[
			'channels',
			postIn('draft'),
			wanted(undefined, { accounts: [linkedin.id] }),
			{ channels: { before: [facebook.id], after: [linkedin.id] } },
		],
		['a time', scheduled, wanted(at(muchLater)), { scheduledAt: { before: later, after: muchLater } }],
		[
			'a delivery',
			postIn('draft'),
			wanted(at(later)),
			{ status: { before: 'draft', after: 'scheduled' }, scheduledAt: { before: null, after: later } },
		],
		[
			'a return to draft',
			scheduled,
			wanted(),
			{ status: { before: 'scheduled', after: 'draft' }, scheduledAt: { before: later, after: null } },
		],
		[
			'only the overrides that differ',
			postIn('draft', { channel: { caption: 'Own', title: 'Own title' } }),
			wanted(undefined, { perAccount: { [facebook.id]: { caption: 'Other' } } }),
			{
				perAccount: {
					before: { [facebook.id]: { caption: 'Own' } },
					after: { [facebook.id]: { caption: 'Other' } },
				},
			},
		],
		[
			'a queue',
			queued,
			wanted({ ...queue, queueIds: { [facebook.id]: seed.queues.facebookMornings.id } }),
			{
				queueIds: {
					before: { [facebook.id]: null },
					after: { [facebook.id]: seed.queues.facebookMornings.id },
				},
			},
		],
		[
			'a new post',
			undefined,
			wanted(at(later)),
			{
				channels: { before: null, after: [facebook.id] },
				caption: { before: null, after: 'Hello' },
				status: { before: null, after: 'scheduled' },
				scheduledAt: { before: null, after: later },
			},
		],
	])('%s', (_title, post, wish, changes) => {
		expect(planOf(post, wish).changes).toEqual(changes);
	});
});

describe('an edit that sends all values', () => {
	const writesOf = (post: Post, delivery?: Delivery) =>
		shortened(writesOfEdit(post, { content: edited, delivery }, now));

	test('keeps the time of a scheduled post, which the draft shows during the edit (N36)', () => {
		expect(writesOf(postIn('scheduled', { scheduledAt: later.replace('+00:00', 'Z') }))).toEqual([
			cancel,
			updating({ ...edited, proposedPublishAt: later }),
			submitting(at(later)),
		]);
	});

	test.each(['draft', 'failed', 'published', 'pending_approval'])(
		'lets the service decide if a %s post can be changed',
		(status) => {
			expect(writesOf(postIn(status))).toEqual([update]);
		},
	);

	test('continues with the draft of an earlier try', () => {
		expect(writesOf(postIn('draft'), at(later))).toEqual([update, submitting(at(later))]);
	});

	test('leaves a post unchanged that is published in less than a minute', () => {
		expect(writesOf(postIn('scheduled', { scheduledAt: soon }))).toBeUndefined();
	});
});

test.each<[status: string, times: Partial<Post>, isDelivered: boolean]>([
	['scheduled', { scheduledAt: later }, true],
	['scheduled', { scheduledAt: muchLater }, false],
	['pending_approval', { proposedPublishAt: later }, true],
	['pending_approval', { proposedPublishAt: muchLater }, false],
	['draft', { proposedPublishAt: later }, false],
])('a post that is %s with %j has the delivery for a time: %s', (status, times, isDelivered) => {
	expect(isDeliveredAs(postIn(status, times), { mode: 'at', at: later })).toBe(isDelivered);
});
