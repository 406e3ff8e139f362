import type { Post, PostChannel } from '../../client/publishing/schemas';
import type { EventAbout, EventName } from '../../nodes/SocialPublishingTrigger/events';
import {
	connectionMessage,
	deadlineMessage,
	postMessage,
} from '../../nodes/SocialPublishingTrigger/messages';
import { channelOf, postOf } from './samplePosts';

const zone = 'Europe/Berlin';
const published = channelOf({ handle: 'Acme', publishedAt: '2026-01-05T09:00:00+00:00' });
const failed = channelOf({
	accountId: 'tiktok',
	platform: 'tiktok',
	handle: 'acme',
	error: 'Video too long\nTrace: 17',
	warnings: [{ code: 'thumbnail_not_applied', message: 'The thumbnail is too small' }],
});
const takenBack: PostChannel = { ...failed, publishedAt: '2026-01-05T09:00:00+00:00' };
const post = postOf({
	status: 'partially_published',
	channels: [published, failed],
	scheduledAt: '2026-02-01T09:00:00+00:00',
});
const on = 'Facebook (Acme) and TikTok (acme)';

test.each<[EventName, string, Partial<Post>?, PostChannel?]>([
	['published', `“Hello” was published on ${on}.`],
	[
		'partiallyPublished',
		'“Hello” was published on Facebook (Acme), but not on TikTok (acme): Video too long.',
	],
	[
		'partiallyPublished',
		'“Hello” was published on Facebook (Acme), but not on TikTok (acme) and TikTok (acme). TikTok (acme): Video too long. TikTok (acme): Video too long.',
		{ channels: [published, failed, failed] },
	],
	[
		'partiallyPublished',
		'“Hello” was published on Facebook (Acme), but not on TikTok (acme).',
		{ channels: [published, { ...failed, error: null }] },
	],
	['failed', "“Hello” wasn't published on any channel. TikTok (acme): Video too long."],
	['partiallyPublished', '“Hello” was published on Facebook (Acme).', {}, published],
	['partiallyPublished', "“Hello” wasn't published on TikTok (acme): Video too long.", {}, failed],
	[
		'approved',
		'“Hello” was approved.',
		{ status: 'approved', channels: [{ ...published, status: 'draft' }] },
	],
	['channelFailed', "“Hello” wasn't published on TikTok (acme): Video too long.", {}, failed],
	[
		'channelFailed',
		'“Hello” was published on TikTok (acme), but the network took it back: Video too long.',
		{ status: 'failed' },
		takenBack,
	],
	[
		'failed',
		'“Hello” was published on TikTok (acme), but the network took it back: Video too long.',
		{ status: 'failed', channels: [takenBack] },
	],
	[
		'failed',
		'“Hello” was published on TikTok (acme) and Facebook (Acme), but both took it back: Video too long.',
		{ status: 'failed', channels: [takenBack, { ...published, error: 'Video too long' }] },
	],
	[
		'failed',
		'“Hello” was published on TikTok (acme) and Facebook (Acme), but both took it back. TikTok (acme): Video too long. Facebook (Acme): Spam.',
		{ status: 'failed', channels: [takenBack, { ...published, error: 'Spam' }] },
	],
	[
		'failed',
		"“Hello” was published on TikTok (acme), but the network took it back: Video too long. It wasn't published on TikTok (acme). TikTok (acme): Video too long.",
		{ status: 'failed', channels: [takenBack, failed] },
	],
	[
		'partiallyPublished',
		'“Hello” was published on Facebook (Acme) and TikTok (acme), but TikTok (acme) took it back: Video too long.',
		{ channels: [published, takenBack] },
	],
	['channelPublished', '“Hello” was published on Facebook (Acme).', {}, published],
	['channelWarning', '“Hello” has a warning. TikTok (acme): The thumbnail is too small.', {}, failed],
	['scheduled', `“Hello” was scheduled on ${on} for Sun, Feb 1, 2026, 10:00 AM (Europe/Berlin).`],
	['scheduled', `“Hello” was scheduled on ${on}.`, { scheduledAt: null }],
	['queued', `“Hello” was added to the queue of ${on}.`, { scheduledAt: null }],
	['postCreated', '“Hello” was created. Its status is Draft.', { status: 'draft' }],
	['anyChange', '“Hello” changed. Its status is Draft.', { status: 'draft' }],
	['approved', 'A post without a caption was approved.', { caption: '', title: null }],
	['rejected', '“A title” was rejected.', { caption: '', title: 'A title' }],
	['onHold', '“Two” was put on hold.', { caption: 'Two\nlines' }],
	['changesRequested', '“Hello” needs changes.'],
	['sentToReview', `“Hello” was sent for approval on ${on}, not published yet.`],
])('the message of %s says what happened: %s', (event, message, more = {}, channel) => {
	expect(postMessage({ event, post: { ...post, ...more }, channel }, zone)).toBe(message);
});

test('a post that a network took back without its address and time is recognized by how it was', () => {
	const before = {
		status: 'published',
		updatedAt: '2026-01-05T09:00:00+00:00',
		channels: new Map([['facebook', { status: 'published', warnings: 0 }]]),
	};
	const fallen = { ...post, status: 'failed', channels: [channelOf({ handle: 'Acme', error: 'Spam' })] };
	expect(postMessage({ event: 'failed', post: fallen, before }, zone)).toBe(
		'“Hello” was published on Facebook (Acme), but the network took it back: Spam.',
	);
});

test.each<[EventAbout<'deadline'>, string]>([
	['postDueSoon', '“Hello” is due on Sun, Feb 1, 2026, 10:00 AM (Europe/Berlin).'],
	[
		'postOverdue',
		'“Hello” was due on Sun, Feb 1, 2026, 10:00 AM (Europe/Berlin), and still has the status Partially Published.',
	],
	[
		'reviewOverdue',
		'“Hello” has been waiting for approval since Sun, Feb 1, 2026, 10:00 AM (Europe/Berlin).',
	],
])('the message of %s says which time has come', (event, message) => {
	const times = { dueAt: '2026-02-01T09:00:00+00:00' };
	expect(deadlineMessage({ kind: 'post', event, post, times }, zone)).toBe(message);
});

test.each<[EventAbout<'connection'>, number | undefined, string]>([
	['channelNeedsReconnecting', 1, 'Facebook (Acme) must be reconnected. 1 post is at risk.'],
	['channelTokenExpiring', 0, 'Facebook (Acme) must be reconnected soon, because its token expires.'],
	['channelReconnected', undefined, 'Facebook (Acme) is connected again.'],
])('the message of %s says what happened to the channel, with %s posts at risk', (event, total, message) => {
	const channel = { id: 'facebook', platform: 'facebook', handle: 'Acme' } as never;
	const atRisk = total === undefined ? {} : { atRisk: { total, posts: [] } };
	expect(connectionMessage({ kind: 'channel', event, channel, since: null, ...atRisk })).toBe(message);
});
