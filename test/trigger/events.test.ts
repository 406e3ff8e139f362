import type { Post } from '../../client/publishing/schemas';
import { postStatuses } from '../../client/publishing/values';
import { eventOfStatus, eventsOf } from '../../nodes/SocialPublishingTrigger/events';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import { digestOf, toSeenPost } from '../../nodes/SocialPublishingTrigger/seenPosts';
import { at, channelOf, eventsOfPages, pageOf, postOf, progressOf } from './samplePosts';

describe('states', () => {
	const pairs = postStatuses.flatMap((from) => postStatuses.map((to) => ({ from, to })));
	test.each(pairs)('$from to $to', ({ from, to }) => {
		const before = postOf({ status: from, updatedAt: at(0) });
		// Nothing changes a post in these states but what takes it out of them.
		const isReentered = from === to && ['failed', 'pending_approval'].includes(to);
		const event = from === to && !isReentered ? undefined : eventOfStatus(to);
		expect(eventsOfPages(progressOf([before]), [postOf({ status: to })])).toEqual([
			...(event ? [event] : []),
			'anyChange',
		]);
	});

	test.each(postStatuses)('a new post that is %s', (status) => {
		const event = eventOfStatus(status);
		expect(eventsOfPages(progressOf(), [postOf({ status, createdAt: at(1) })])).toEqual([
			'postCreated',
			...(event ? [event] : []),
			'anyChange',
		]);
	});

	test('a state the package does not know yet is a change, even with an odd name', () => {
		const before = postOf({ updatedAt: at(0) });
		expect(eventsOfPages(progressOf([before]), [postOf({ status: 'constructor' })])).toEqual(['anyChange']);
	});
});

describe('channels', () => {
	const warning = { code: 'thumbnail_not_applied', message: 'The cover was not set' };
	const cases: Array<
		[string, Partial<ReturnType<typeof channelOf>>, Partial<ReturnType<typeof channelOf>>, string[]]
	> = [
		['is published', { status: 'publishing' }, { status: 'published' }, ['channelPublished']],
		['fails', { status: 'publishing' }, { status: 'failed' }, ['channelFailed']],
		['stays published', { status: 'published' }, { status: 'published' }, []],
		['is on its way', { status: 'queued' }, { status: 'publishing' }, []],
		[
			'is published with a warning',
			{ status: 'publishing' },
			{ status: 'published', warnings: [warning] },
			['channelPublished', 'channelWarning'],
		],
		[
			'gets a warning',
			{ status: 'published' },
			{ status: 'published', warnings: [warning] },
			['channelWarning'],
		],
		['keeps a warning', { warnings: [warning] }, { warnings: [warning] }, []],
		['loses a warning', { warnings: [warning] }, {}, []],
		[
			'is taken back with its warning',
			{ status: 'failed', warnings: [warning] },
			{ warnings: [warning] },
			[],
		],
		[
			'fails anew with a warning',
			{ status: 'queued', warnings: [warning] },
			{ status: 'failed', warnings: [warning] },
			['channelFailed', 'channelWarning'],
		],
	];
	test.each(cases)('a channel %s (P28, N18)', (_title, before, after, events) => {
		const seen = postOf({ updatedAt: at(0), channels: [channelOf(before)] });
		const post = postOf({ channels: [channelOf(after)] });
		expect(eventsOfPages(progressOf([seen]), [post])).toEqual(['anyChange', ...events]);
	});

	test('each channel has its own events (P28)', () => {
		const before = postOf({ status: 'publishing', updatedAt: at(0), channels: [] });
		const channels = [
			channelOf({ accountId: 'a', status: 'published' }),
			channelOf({ accountId: 'b', status: 'failed' }),
		];
		const progress = progressOf([before]);
		const page = pageOf(progress.position, [postOf({ status: 'partially_published', channels })]);
		expect(
			takePage(progress, page)
				.changes.flatMap(eventsOf)
				.map(({ event, channel }) => [event, channel?.accountId]),
		).toEqual([
			['partiallyPublished', undefined],
			['anyChange', undefined],
			['channelPublished', 'a'],
			['channelFailed', 'b'],
		]);
	});
});

describe('a post seen for the first time', () => {
	const published = (minutes: number) => [channelOf({ status: 'published', publishedAt: at(minutes) })];
	const cases: Array<[string, Partial<Post>, string[]]> = [
		['changed before the watch began: no news', { updatedAt: at(0), status: 'failed' }, []],
		['an old draft', {}, ['anyChange']],
		[
			'an old post, published since',
			{ status: 'published', channels: published(1) },
			['published', 'anyChange', 'channelPublished'],
		],
		['an old post, published long ago', { status: 'published', channels: published(-90) }, ['anyChange']],
		[
			'an old post, partially published long ago',
			{
				status: 'partially_published',
				channels: [...published(-90), channelOf({ accountId: 'b', status: 'failed' })],
			},
			['anyChange'],
		],
		[
			'an old post that failed at an unknown time',
			{ status: 'failed', channels: [channelOf({ status: 'failed' })] },
			['failed', 'anyChange', 'channelFailed'],
		],
		[
			'an old post on its way, out on one channel for long',
			{ status: 'queued', channels: [...published(-90), channelOf({ accountId: 'b', status: 'queued' })] },
			['queued', 'anyChange'],
		],
		[
			'an old post with an old warning',
			{
				status: 'published',
				channels: [channelOf({ status: 'published', publishedAt: at(-90), warnings: [{ code: 'a' }] })],
			},
			['anyChange'],
		],
	];
	test.each(cases)('%s', (_title, post, events) => {
		expect(eventsOfPages(progressOf(), [postOf(post)])).toEqual(events);
	});

	test('a post that was given up after it was told is not told again when it changes', () => {
		const later = progressOf([], { position: { watermark: at(100) } });
		const post = { createdAt: at(1), updatedAt: at(101), status: 'published', channels: published(2) };
		expect(eventsOfPages(later, [postOf(post)])).toEqual(['anyChange']);
	});

	test('a post that left a digest is no news until it changes (D6)', () => {
		const post = postOf({ createdAt: at(1), status: 'scheduled' });
		const digests = new Set([digestOf(post.id, toSeenPost(post))]);
		const progress = progressOf([], { seen: { posts: new Map(), digests } });
		expect(eventsOfPages(progress, [post])).toEqual([]);
		expect(eventsOfPages(progress, [{ ...post, status: 'failed' }])).toContain('failed');
		expect(eventsOfPages(progress, [post], [{ ...post, status: 'failed', updatedAt: at(2) }])).toEqual([
			'failed',
			'anyChange',
		]);
	});
});
