import type { Post } from '../../client/publishing/schemas';
import { postStatuses } from '../../client/publishing/posts/status';
import {
	eventNames,
	eventOfStatus,
	eventsOf,
	type EventName,
} from '../../nodes/SocialPublishingTrigger/events';
import { incidentEventNames } from '../../nodes/SocialPublishingTrigger/incidents/findIncidents';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import { digestOf, toSeenPost } from '../../nodes/SocialPublishingTrigger/seenPosts';
import { allEvents } from './model/referenceTrigger';
import { at, channelOf, eventsOfPages, pageOf, postOf, progressOf } from './samplePosts';

test('the reference that random histories are compared with knows every event of a post', () => {
	expect([...allEvents, ...incidentEventNames].sort()).toEqual(Object.keys(eventNames).sort());
});

describe('states', () => {
	const pairs = postStatuses.flatMap((from) => postStatuses.map((to) => ({ from, to })));
	test.each(pairs)('emits the events from $from to $to', ({ from, to }) => {
		const before = postOf({ status: from, updatedAt: at(0), channels: [] });
		// In these states, a post changes only by leaving the state.
		const isReentered = from === to && ['failed', 'pending_approval'].includes(to);
		const event = from === to && !isReentered ? undefined : eventOfStatus(to);
		expect(eventsOfPages(progressOf([before]), [postOf({ status: to, channels: [] })])).toEqual([
			...(event ? [event] : []),
			'anyChange',
		]);
	});

	test.each(postStatuses)('emits the events of a new post that is %s', (status) => {
		const event = eventOfStatus(status);
		expect(eventsOfPages(progressOf(), [postOf({ status, createdAt: at(1), channels: [] })])).toEqual([
			'postCreated',
			...(event ? [event] : []),
			'anyChange',
		]);
	});

	test('treats an unknown status as a change, whatever its name', () => {
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
		['is publishing', { status: 'queued' }, { status: 'publishing' }, []],
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
			'returns to draft with its warning',
			{ status: 'failed', warnings: [warning] },
			{ warnings: [warning] },
			[],
		],
		[
			'fails again with a warning',
			{ status: 'queued', warnings: [warning] },
			{ status: 'failed', warnings: [warning] },
			['channelFailed', 'channelWarning'],
		],
	];
	test.each(cases)('emits the right events if a channel %s (P28, N18)', (_title, before, after, events) => {
		const seen = postOf({ updatedAt: at(0), channels: [channelOf(before)] });
		const post = postOf({ channels: [channelOf(after)] });
		expect(eventsOfPages(progressOf([seen]), [post])).toEqual(['anyChange', ...events]);
	});

	const word = { status: 'SOME_WORD' };
	test.each<[string, string, Partial<ReturnType<typeof channelOf>>, string[]]>([
		['has a time of publishing', 'publishing', { publishedAt: at(1) }, ['channelPublished']],
		['has a link', 'queued', { url: 'https://example.com/1' }, ['channelPublished']],
		['has an error', 'publishing', { error: 'Refused' }, ['channelFailed']],
		['has an error while others are queued', 'queued', { error: 'Refused' }, ['channelFailed']],
		['has an error of an earlier try', 'scheduled', { error: 'Refused' }, []],
		['has an error of an earlier try in a queue', 'queued', { error: 'Refused', queuePosition: 2 }, []],
		['has nothing, but the post failed', 'failed', {}, ['channelFailed']],
		['has nothing, but the post is published', 'published', {}, ['channelPublished']],
		['has nothing and others are published', 'partially_published', {}, ['channelFailed']],
		['has another word', 'publishing', { status: 'ANOTHER_WORD' }, []],
	])(
		'emits the event of a channel that %s, whatever its status (P28, N18)',
		(_title, status, more, events) => {
			const before = postOf({ status: 'publishing', updatedAt: at(0), channels: [channelOf(word)] });
			const post = postOf({ status, channels: [channelOf({ ...word, ...more })] });
			const found = eventsOfPages(progressOf([before]), [post]);
			expect(found.filter((event) => event.startsWith('channel'))).toEqual(events);
		},
	);

	test('emits separate events for each channel (P28)', () => {
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
		['a change from before the trigger started', { updatedAt: at(0), status: 'failed' }, []],
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
			'an old queued post, long published on one channel',
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
	test.each(cases)('emits the right events: %s', (_title, post, events) => {
		expect(eventsOfPages(progressOf(), [postOf(post)])).toEqual(events);
	});

	test("doesn't report a dropped post again when it changes", () => {
		const later = progressOf([], { position: { watermark: at(100) } });
		const post = { createdAt: at(1), updatedAt: at(101), status: 'published', channels: published(2) };
		expect(eventsOfPages(later, [postOf(post)])).toEqual(['anyChange']);
	});

	test("doesn't report a post with a digest until it changes (D6)", () => {
		const post = postOf({ createdAt: at(1), status: 'scheduled', channels: [] });
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

test('can emit every event in the menu, or finds it as an incident', () => {
	const warnings = [{ code: 'thumbnail_not_applied', message: 'The cover was not set' }];
	const channels = ['failed', 'published'].map((status) => channelOf({ status, warnings }));
	const happened = postStatuses.flatMap((status) =>
		eventsOfPages(progressOf(), [postOf({ status, channels, createdAt: at(1), attentionResolvedAt: at(1) })]),
	);
	const all = [...happened, ...incidentEventNames];
	expect(Object.keys(eventNames).filter((event) => !all.includes(event as EventName))).toEqual([]);
});
