import fc from 'fast-check';
import { seed, type PostStatus, type Sandbox } from '../../../sandbox';
import { inHours, type PublishingApi } from '../../sandbox/publishingApi';

/** Something that happens to the service. Does nothing if the post's status doesn't allow it. */
type Change =
	| { kind: 'create'; delivery: 'none' | 'queue' | 'now' | 'at'; channels: number; isReviewed: boolean }
	| { kind: 'act'; post: number; action: number }
	| {
			kind: 'plan';
			platform: 'facebook' | 'bluesky';
			hasWarning: boolean;
			outcome: 'fail' | 'publish';
			takenBackAfterMs: number | undefined;
	  };

/** Something that happens to the trigger, or time passing. */
export type Command =
	| { kind: 'change'; change: Change }
	| { kind: 'pass'; ms: number }
	| { kind: 'poll' }
	| { kind: 'fault'; status: number }
	| { kind: 'sample' }
	| { kind: 'restart'; state: number };

const { facebook, bluesky, mastodon } = seed.channels;
const { keys } = seed;

const requests = {
	schedule: (id: string, api: PublishingApi) =>
		api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'at', at: inHours(api.sandbox, 1) } }),
	queue: (id: string, api: PublishingApi) =>
		api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } }),
	publish: (id: string, api: PublishingApi) => api.send('POST', `/posts/${id}/publish`, { body: {} }),
	cancel: (id: string, api: PublishingApi) => api.send('POST', `/posts/${id}/cancel`, { body: {} }),
	review: (id: string, api: PublishingApi) =>
		api.send('POST', `/posts/${id}/submit`, { body: { delivery: { mode: 'queue' } }, key: keys.drafts }),
	reviewAt: (id: string, api: PublishingApi) =>
		api.send('POST', `/posts/${id}/submit`, {
			body: { delivery: { mode: 'at', at: inHours(api.sandbox, 1) } },
			key: keys.drafts,
		}),
	withdraw: (id: string, api: PublishingApi) => api.send('POST', `/posts/${id}/withdraw`, { body: {} }),
	edit: (id: string, api: PublishingApi) =>
		api.send('PATCH', `/posts/${id}`, { body: { caption: 'Other words' } }),
	addChannel: (id: string, api: PublishingApi) =>
		api.send('PATCH', `/posts/${id}`, { body: { accounts: [facebook.id, bluesky.id, mastodon.id] } }),
	delete: (id: string, api: PublishingApi) => api.send('DELETE', `/posts/${id}`),
	duplicate: (id: string, api: PublishingApi) => api.send('POST', `/posts/${id}/duplicate`, { body: {} }),
};
const controls = {
	approve: (id: string, { review }: Sandbox) => review.approve(id),
	reject: (id: string, { review }: Sandbox) => review.reject(id),
	requestChanges: (id: string, { review }: Sandbox) => review.requestChanges(id),
	hold: (id: string, { review }: Sandbox) => review.hold(id),
	resume: (id: string, { review }: Sandbox) => review.resume(id),
	resolve: (id: string, { review }: Sandbox) => review.resolveAttention(id),
	succeed: (id: string, { outcomes }: Sandbox) => outcomes.publish(id),
	fail: (id: string, { outcomes }: Sandbox) => outcomes.fail(id),
	failOnOne: (id: string, { outcomes }: Sandbox) => outcomes.fail(id, facebook.id),
};
type Action = keyof typeof requests | keyof typeof controls;

const anyTime: Action[] = ['duplicate'];
const beforeReview: Action[] = ['schedule', 'queue', 'publish', 'review', 'reviewAt', 'edit', 'addChannel'];
const inDelivery: Action[] = [
	'schedule',
	'queue',
	'publish',
	'cancel',
	'hold',
	'edit',
	'succeed',
	'fail',
	'failOnOne',
];
/** What a post's status generally allows. Anything else is refused and changes nothing. */
const actionsIn: Record<PostStatus, Action[]> = {
	draft: [...beforeReview, 'delete'],
	pending_approval: ['approve', 'reject', 'requestChanges', 'withdraw'],
	approved: beforeReview,
	changes_requested: beforeReview,
	rejected: [...beforeReview, 'delete'],
	queued: [...inDelivery, 'delete'],
	scheduled: [...inDelivery, 'delete'],
	publishing: ['succeed', 'fail', 'failOnOne'],
	published: anyTime,
	partially_published: ['resolve', 'duplicate'],
	failed: ['schedule', 'queue', 'publish', 'cancel', 'edit', 'delete'],
	on_hold: ['resume', 'cancel', 'edit'],
};

/** People's actions throw if the post's status doesn't allow them. */
function control(id: string, action: keyof typeof controls, sandbox: Sandbox): void {
	try {
		controls[action](id, sandbox);
	} catch {
		return;
	}
}

const pick = <T>(list: readonly T[], number: number): T | undefined =>
	list[number % Math.max(list.length, 1)];

async function act({ post, action }: Extract<Change, { kind: 'act' }>, api: PublishingApi): Promise<void> {
	const found = pick(api.sandbox.posts(), post);
	if (!found) return;
	const name = pick(actionsIn[found.status], action) ?? 'duplicate';
	if (name in controls) control(found.id, name as keyof typeof controls, api.sandbox);
	else await requests[name as keyof typeof requests](found.id, api);
}

async function create(
	{ delivery, channels, isReviewed }: Extract<Change, { kind: 'create' }>,
	api: PublishingApi,
) {
	const at = delivery === 'at' ? { at: inHours(api.sandbox, 1) } : {};
	const body = {
		accounts: [facebook.id, bluesky.id, mastodon.id].slice(0, channels),
		caption: 'Hello',
		...(delivery === 'none' ? {} : { delivery: { mode: delivery, ...at } }),
	};
	await api.send('POST', '/posts/', { body, key: isReviewed ? keys.drafts : keys.full });
}

/** Applies a change. */
export async function applyChange(change: Change, api: PublishingApi): Promise<void> {
	if (change.kind === 'create') await create(change, api);
	if (change.kind === 'act') await act(change, api);
	if (change.kind !== 'plan') return;
	const warnings = change.hasWarning
		? [{ code: 'thumbnail_not_applied', message: 'The cover was not set' }]
		: [];
	const { platform, outcome, takenBackAfterMs } = change;
	api.sandbox.outcomes.add({ platform, outcome, takenBackAfterMs, warnings });
}

const change: fc.Arbitrary<Change> = fc.oneof(
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('create'),
			delivery: fc.constantFrom('none', 'queue', 'now', 'at'),
			channels: fc.integer({ min: 1, max: 3 }),
			isReviewed: fc.boolean(),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('act'),
			post: fc.nat({ max: 7 }),
			action: fc.nat({ max: 999 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('plan'),
			platform: fc.constantFrom('facebook', 'bluesky'),
			hasWarning: fc.boolean(),
			outcome: fc.constantFrom('fail', 'publish'),
			takenBackAfterMs: fc.option(fc.constantFrom(1, 1_500, 60_000, 300_000), { nil: undefined }),
		}),
	},
);

/** Around the lag, the overlap and n8n's interval. */
const time = fc.oneof(
	fc.constantFrom(0, 1, 1_500, 29_999, 30_000, 59_999, 60_000, 61_000, 91_000, 300_000, 4_000_000),
	fc.integer({ min: 0, max: 62_000 }),
);

/** Anything that may happen. */
export const command: fc.Arbitrary<Command> = fc.oneof(
	{ weight: 9, arbitrary: fc.record({ kind: fc.constant('change'), change }) },
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('pass'), ms: time }) },
	{ weight: 9, arbitrary: fc.constant({ kind: 'poll' } as const) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('fault'),
			status: fc.constantFrom(200, 401, 403, 422, 429, 500),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'sample' } as const) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), state: fc.nat({ max: 8 }) }) },
);
