import {
	decisionSentence,
	deletedSentence,
	postSentence,
	planned,
	rowSentence,
} from '../../../nodes/SocialPublishing/output/sentences';
import { ordered } from '../../../nodes/SocialPublishing/output/order';
import { channelOf, postOf } from '../../trigger/samplePosts';

const zone = 'Europe/Berlin';
const facebook = channelOf({ handle: 'Acme' });
const failed = channelOf({ platform: 'tiktok', handle: 'acme', error: 'Video too long' });
const time = '2026-02-01T09:00:00+00:00';
const local = 'Sun, Feb 1, 2026, 10:00 AM (Europe/Berlin)';
const draft = { status: 'draft', routed: 'draft' };

test.each<[string, object, string]>([
	['a saved draft', draft, 'was saved as a draft for Facebook (Acme).'],
	['a draft that was only read', { status: 'draft' }, 'is a draft for Facebook (Acme).'],
	['a draft without channels', { ...draft, channels: [] }, 'was saved as a draft.'],
	[
		'a draft whose delivery failed',
		{ ...draft, deliveryError: { message: 'The queue is full', description: 'Try later' } },
		"wasn't delivered to Facebook (Acme). The queue is full. Try later.",
	],
	[
		'a post sent to review',
		{ status: 'pending_approval', routed: 'pending_approval', proposedPublishAt: time },
		`was sent for approval on Facebook (Acme), not scheduled yet. The proposed time is ${local}.`,
	],
	[
		'a post in review that was only read',
		{ status: 'pending_approval' },
		'is waiting for approval on Facebook (Acme), not published yet.',
	],
	[
		'a scheduled post',
		{ status: 'scheduled', scheduledAt: time, routed: 'enacted' },
		`was scheduled on Facebook (Acme) for ${local}.`,
	],
	[
		'a scheduled post that was only read',
		{ status: 'scheduled', scheduledAt: time },
		`is scheduled on Facebook (Acme) for ${local}.`,
	],
	['a status without a sentence', { status: 'archived' }, 'has the status archived.'],
])('a sentence tells %s', (_title, more, end) => {
	expect(postSentence({ ...postOf({ channels: [facebook] }), ...more }, { zone })).toBe(`“Hello” ${end}`);
});

const empty = " It has neither text nor media, so it can't be published yet.";

test.each<[string, object, string]>([
	['without anything', {}, empty],
	['with media', { mediaAssetIds: ['a0000000-0000-4000-8000-000000000001'] }, ''],
	['with the text of a channel', { channels: [{ ...facebook, caption: 'For Facebook' }] }, ''],
])('a sentence tells that a draft %s is saved, and what it lacks', (_title, more, lacks) => {
	const post = { ...postOf({ channels: [facebook], ...draft }), caption: '', title: null, ...more };
	expect(postSentence(post, { zone })).toBe(
		`A post without a caption was saved as a draft for Facebook (Acme).${lacks}`,
	);
});

test('a sentence tells the time of each channel, because the places of queues differ', () => {
	const later = '2026-02-01T14:00:00+00:00';
	const afternoon = 'Sun, Feb 1, 2026, 3:00 PM (Europe/Berlin)';
	const other = { ...channelOf({ platform: 'tiktok', handle: 'acme' }), scheduledAt: time };
	const own = { ...facebook, scheduledAt: later };
	const post = {
		...postOf({ status: 'queued', channels: [own, other] }),
		scheduledAt: time,
		routed: 'enacted',
	};
	expect(postSentence(post, { zone })).toBe(
		`“Hello” was added to the queue of Facebook (Acme) for ${afternoon} and of TikTok (acme) for ${local}.`,
	);
	expect(postSentence(post, { zone, channel: own })).toBe(
		`“Hello” was added to the queue of Facebook (Acme) for ${afternoon}.`,
	);
});

test('a sentence about one channel tells its result', () => {
	const post = postOf({ status: 'partially_published', channels: [facebook, failed] });
	expect(postSentence(post, { zone, channel: failed })).toBe(
		"“Hello” wasn't published on TikTok (acme): Video too long.",
	);
});

test.each(['cancel', 'withdraw'])('a sentence tells that %s returned a post to draft', (operation) => {
	const post = { ...postOf({ channels: [facebook] }), ...draft };
	expect(postSentence(post, { zone, operation })).toBe('“Hello” was returned to draft.');
});

const channels = 'Facebook (Acme)';

test.each<[string, Parameters<typeof rowSentence>[0], string]>([
	['skipped', { action: 'skipped', why: 'It clashes' }, '“Hello” was skipped. It clashes.'],
	['not changed', { action: 'conflict', why: 'It is live' }, "“Hello” wasn't changed. It is live."],
	['removed', { action: 'removed' }, '“Hello” was deleted.'],
	['changed', { action: 'updated' }, '“Hello” was changed, and is a draft for Facebook (Acme).'],
	[
		'created in a run',
		{
			action: 'wouldCreate',
			dryRun: true,
			plan: planned({ mode: 'queue' }, { action: 'wouldCreate', channels, zone }),
		},
		'Dry run: “Hello” would be created and added to the queue of Facebook (Acme).',
	],
	[
		'moved in a run',
		{
			action: 'wouldReschedule',
			dryRun: true,
			plan: planned({ mode: 'at', at: time }, { action: 'wouldReschedule', channels, zone }),
		},
		`Dry run: “Hello” would be moved to ${local}.`,
	],
	[
		'left alone in a run',
		{ action: 'conflict', dryRun: true, plan: planned(undefined, { action: 'conflict', channels, zone }) },
		'Dry run: “Hello” would be left alone because of a conflict.',
	],
	[
		'changed in a run',
		{ action: 'wouldUpdate', dryRun: true, changes: { caption: {}, scheduledAt: {} } },
		'Dry run: “Hello” would be changed (Caption and Scheduled At).',
	],
	['invalid', { action: 'invalid', why: 'No time', dryRun: true }, 'Dry run: “Hello” is invalid. No time.'],
])('a sentence tells that a row is %s', (_title, done, sentence) => {
	const post = postOf({ status: 'draft', channels: [facebook] });
	expect(rowSentence(done, post, { post, zone })).toBe(sentence);
});

test.each<[string, Parameters<typeof planned>[0], string]>([
	['for a draft', undefined, 'as a draft for Facebook (Acme)'],
	['for a time', { mode: 'at', at: time }, `and scheduled on Facebook (Acme) for ${local}`],
	['right away', { mode: 'now' }, 'and published right away on Facebook (Acme)'],
	[
		'through the front of a queue',
		{ mode: 'prioritise' },
		'and added to the front of the queue of Facebook (Acme)',
	],
])('a sentence tells what a dry run plans %s', (_title, delivery, end) => {
	expect(planned(delivery, { action: 'wouldCreate', channels, zone })).toBe(end);
});

test('a sentence tells that a dry run plans a draft without channels', () => {
	expect(planned(undefined, { action: 'wouldCreate', channels: '', zone })).toBe('as a draft');
});

test('a sentence tells that a change took a post off its schedule', () => {
	const post = postOf({ status: 'draft', channels: [facebook] });
	const now = { post, zone, before: { status: 'scheduled' } };
	expect(rowSentence({ action: 'updated' }, post, now)).toBe(
		'“Hello” was changed and returned to draft, so it is a draft for Facebook (Acme).',
	);
});

test('a sentence tells what was decided, and that a post is gone', () => {
	const decided = (decidedBy: string, comment: string) =>
		decisionSentence({ caption: 'Hello' }, 'rejected', { decidedBy, comment });
	expect([decided('Ada', ''), decided('', 'Not now!'), decided('Ada', 'Too long\nSee above')]).toEqual([
		'“Hello” was rejected by Ada.',
		'“Hello” was rejected: Not now!',
		'“Hello” was rejected by Ada: Too long.',
	]);
	expect(decisionSentence({ caption: 'Hello' }, 'waiting')).toBe('“Hello” is waiting for a decision.');
	expect(deletedSentence({})).toBe('The post was deleted.');
});

test('an output begins with what people use, ends with what is empty, and loses nothing', () => {
	const output = {
		title: null,
		caption: 'Hi',
		routed: 'draft',
		media: [],
		urls: [],
		id: '1',
		message: 'Saved',
	};
	expect(Object.entries(ordered(output))).toEqual([
		...Object.entries({ message: 'Saved', id: '1', urls: [], routed: 'draft', caption: 'Hi' }),
		...Object.entries({ title: null, media: [] }),
	]);
});
