import {
	planEdit,
	planPost,
	type Plan,
	type PlanChoices,
	type WantedPost,
} from '../../../../client/publishing/posts/plan';
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

/** A post whose channel has its status, and its time where it has one. */
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
const wanted = (delivery?: Delivery, content: WantedPost['content'] = {}): WantedPost => ({
	content: { accounts: [facebook.id], caption: 'Hello', ...content },
	delivery,
});
const edited = { caption: 'Changed' };
const update = { kind: 'update', changes: edited };
const planOf = (post: Post | undefined, wish: WantedPost, choices: PlanChoices = {}): Plan =>
	planPost(post, wish, choices, now);

type Case = [
	title: string,
	post: Post | undefined,
	wish: WantedPost,
	steps: unknown[],
	choices?: PlanChoices,
];

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
			['a queued post that was to go first', queued, wanted({ mode: 'prioritise' }), []],
			[
				'a queued post in the queue that is named',
				queued,
				wanted({ ...queue, queueIds: { [facebook.id]: null } }),
				[],
			],
			['a post in review', inReview, wanted(at(later)), []],
			['a post in review without a time', inReview, wanted(queue), []],
			['a published post whose time has passed', postIn('published'), wanted(at(inMinutes(-60))), []],
			['a published post that was to be published now', postIn('published'), wanted({ mode: 'now' }), []],
			['a partially published post', postIn('partially_published'), wanted(queue), []],
			[
				'a proposed time beside a delivery, which clears it',
				scheduled,
				wanted(at(later), { proposedPublishAt: muchLater }),
				[],
			],
			[
				'an override that is set already',
				postIn('draft', { channel: { caption: 'Own' } }),
				wanted(undefined, { perAccount: { [facebook.id]: { caption: 'Own' } } }),
				[],
			],
			[
				'an override of a channel that the post does not go to',
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
				[update, { kind: 'submit', delivery: at(later) }],
			],
			[
				'a draft without a title',
				postIn('draft', { title: 'Title' }),
				wanted(undefined, { title: null }),
				[{ kind: 'update', changes: { title: null } }],
			],
			[
				'a draft with another channel',
				postIn('draft'),
				wanted(undefined, { accounts: [linkedin.id] }),
				[{ kind: 'update', changes: { accounts: [linkedin.id] } }],
			],
			[
				'a draft with another proposed time',
				postIn('draft'),
				wanted(undefined, { proposedPublishAt: later }),
				[{ kind: 'update', changes: { proposedPublishAt: later } }],
			],
			[
				'a draft that is to be delivered',
				postIn('draft'),
				wanted(at(later)),
				[{ kind: 'submit', delivery: at(later) }],
			],
			[
				'a draft with another text that is to be delivered',
				postIn('draft'),
				wanted(queue, edited),
				[update, { kind: 'submit', delivery: queue }],
			],
			[
				'a scheduled post with another text (N36)',
				scheduled,
				wanted(at(later), edited),
				[
					{ kind: 'cancel' },
					{ kind: 'update', changes: { ...edited, proposedPublishAt: later } },
					{ kind: 'submit', delivery: at(later) },
				],
			],
			[
				'a scheduled post with another text and time (N36)',
				scheduled,
				wanted(at(muchLater), edited),
				[
					{ kind: 'cancel' },
					{ kind: 'update', changes: { ...edited, proposedPublishAt: muchLater } },
					{ kind: 'submit', delivery: at(muchLater) },
				],
			],
			['a scheduled post that is to be a draft', scheduled, wanted(), [{ kind: 'cancel' }]],
			[
				'a scheduled post that is to be a draft with another text',
				scheduled,
				wanted(undefined, edited),
				[{ kind: 'cancel' }, update],
			],
			[
				'a scheduled post that is to be published now',
				scheduled,
				wanted({ mode: 'now' }),
				[{ kind: 'publish' }],
			],
			[
				'a queued post with another text goes to the end',
				queued,
				wanted(queue, edited),
				[
					{ kind: 'cancel' },
					update,
					{ kind: 'submit', delivery: { mode: 'queue', queueIds: { [facebook.id]: null } } },
				],
			],
			[
				'a queued post with another text stays first',
				firstInQueue,
				wanted(queue, edited),
				[
					{ kind: 'cancel' },
					update,
					{ kind: 'submit', delivery: { mode: 'prioritise', queueIds: { [facebook.id]: null } } },
				],
			],
			[
				'a failed post with another text',
				postIn('failed'),
				wanted(queue, edited),
				[{ kind: 'cancel' }, update, { kind: 'submit', delivery: queue }],
			],
			[
				'a post in review with another text, on request (N20)',
				inReview,
				wanted(at(later), edited),
				[
					{ kind: 'withdraw' },
					{ kind: 'update', changes: { ...edited, proposedPublishAt: later } },
					{ kind: 'submit', delivery: at(later) },
				],
				{ withdraws: true },
			],
			[
				'a post that somebody changed, on request',
				postIn('draft'),
				wanted(undefined, edited),
				[update],
				{ knownUpdatedAt: '2026-01-02T08:00:00Z', overwrites: true },
			],
			[
				'a post that nobody has changed since',
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
				[{ kind: 'schedule', schedule: at(muchLater) }],
			],
			[
				'a scheduled post that is to be queued (N9)',
				scheduled,
				wanted(queue),
				[{ kind: 'schedule', schedule: queue }],
			],
			[
				'a queued post that is to have a time (N9)',
				queued,
				wanted(at(later)),
				[{ kind: 'schedule', schedule: at(later) }],
			],
			[
				'a queued post in another queue (N9)',
				queued,
				wanted({ ...queue, queueIds: { [facebook.id]: seed.queues.facebookMornings.id } }),
				[
					{
						kind: 'schedule',
						schedule: { ...queue, queueIds: { [facebook.id]: seed.queues.facebookMornings.id } },
					},
				],
			],
			[
				'a failed post at a later time (N9)',
				postIn('failed'),
				wanted(at(later)),
				[{ kind: 'schedule', schedule: at(later) }],
			],
		],
	],
	[
		'created',
		[
			['a post that is not there yet', undefined, wanted(at(later)), [{ kind: 'create' }]],
			['a draft that is not there yet', undefined, wanted(), [{ kind: 'create' }]],
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
			['a published post whose time is yet to come', postIn('published'), wanted(at(later)), []],
			['the content for which changes were requested', postIn('changes_requested'), wanted(at(later)), []],
			['a published post that is to be a draft', postIn('published'), wanted(), []],
			['a post in review at another time', inReview, wanted(at(muchLater)), []],
			['a failed post that nobody has changed', postIn('failed'), wanted(queue), []],
			['a failed post whose time has passed', postIn('failed'), wanted(at(inMinutes(-60)), edited), []],
			[
				'a post that somebody changed',
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
			['a scheduled post that is to move into the past', scheduled, wanted(at(inMinutes(-1))), []],
		],
	],
])('%s', (action, cases) => {
	test.each(cases)('%s', (_title, post, wish, steps, choices = {}) => {
		const plan = planOf(post, wish, choices);
		expect(plan).toMatchObject({ action });
		expect(plan.steps).toEqual(steps);
		expect(Object.keys(plan.changes).length > 0).toBe(action !== 'unchanged');
	});
});

describe('changes name the values before and after', () => {
	test.each<[string, Post | undefined, WantedPost, Plan['changes']]>([
		[
			'a text',
			postIn('draft'),
			wanted(undefined, edited),
			{ caption: { before: 'Hello', after: 'Changed' } },
		],
		[
			'a value that is cleared',
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

describe('an edit in place', () => {
	const edit = { changes: edited };
	test('of a scheduled post keeps its time, which the draft shows meanwhile (N36)', () => {
		expect(planEdit(postIn('scheduled', { scheduledAt: later.replace('+00:00', 'Z') }), edit)).toEqual([
			{ kind: 'cancel' },
			{ kind: 'update', changes: { ...edited, proposedPublishAt: later } },
			{ kind: 'submit', delivery: at(later) },
		]);
	});

	test.each(['draft', 'failed', 'published', 'pending_approval'])(
		'of a post that is %s is none',
		(status) => {
			expect(planEdit(postIn(status), edit)).toBeUndefined();
		},
	);

	test('goes on with a draft that an earlier try has left', () => {
		expect(planEdit(postIn('draft'), edit, at(later))).toEqual([
			update,
			{ kind: 'submit', delivery: at(later) },
		]);
	});
});
