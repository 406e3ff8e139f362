import type { Post } from '../../client/publishing/schemas';
import {
	advance,
	restart,
	type FeedPosition,
	type ListedPage,
} from '../../nodes/SocialPublishingTrigger/changeFeed';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import { at, channelOf, eventsOfPages, listedPage, pageOf, postOf, progressOf } from './samplePosts';

describe('repeats and order (P63, N24, D6)', () => {
	const draft = postOf({ updatedAt: at(0) });
	const scheduled = postOf({ status: 'scheduled', updatedAt: at(1) });
	const failed = postOf({ status: 'failed', updatedAt: at(2) });
	const cases: Array<[string, Post[][], string[]]> = [
		['a post shown twice is told once', [[scheduled, scheduled], [scheduled]], ['scheduled', 'anyChange']],
		['a post that changed twice between two looks is told as it is now', [[failed]], ['failed', 'anyChange']],
		['both looks on one page, the older one last', [[failed, scheduled]], ['failed', 'anyChange']],
		['an older look on a later page', [[failed], [scheduled]], ['failed', 'anyChange']],
		['two looks on two pages', [[scheduled], [failed]], ['scheduled', 'anyChange', 'failed', 'anyChange']],
		['a look from before the watch', [[draft]], []],
		[
			'another state at the same moment',
			[[scheduled], [{ ...failed, updatedAt: at(1) }]],
			['scheduled', 'anyChange', 'failed', 'anyChange'],
		],
		[
			'a state that was left and entered again',
			[[scheduled], [{ ...draft, updatedAt: at(2) }], [{ ...scheduled, updatedAt: at(3) }]],
			['scheduled', 'anyChange', 'anyChange', 'scheduled', 'anyChange'],
		],
		['an edit', [[{ ...draft, caption: 'Other', updatedAt: at(1) }]], ['anyChange']],
	];
	test.each(cases)('%s', (_title, pages, events) => {
		expect(eventsOfPages(progressOf([draft]), ...pages)).toEqual(events);
	});

	test('microseconds count', () => {
		const [early, late] = ['2026-01-05T09:01:00.000001+00:00', '2026-01-05T09:01:00.000002+00:00'];
		const pages = [[{ ...failed, updatedAt: late }], [{ ...scheduled, updatedAt: early }]];
		expect(eventsOfPages(progressOf([draft]), ...pages)).toEqual(['failed', 'anyChange']);
	});

	test('channels in another order are no change', () => {
		const channels = [channelOf({ accountId: 'a' }), channelOf({ accountId: 'b', status: 'queued' })];
		expect(
			eventsOfPages(progressOf([postOf({ channels })]), [postOf({ channels: channels.reverse() })]),
		).toEqual([]);
	});

	test('a deleted post is not shown, and one that is shown again under its id is compared with what was (P66)', () => {
		expect(eventsOfPages(progressOf([scheduled]), [], [failed])).toEqual(['failed', 'anyChange']);
	});
});

describe('the listing (P63, P64, P65)', () => {
	const etag = { query: 'q', value: '"1"' };
	const start: FeedPosition = { watermark: at(-1) };
	const listing = { cursor: 'c1', serverTime: at(5) };
	const cases: Array<[string, FeedPosition, ListedPage, FeedPosition]> = [
		[
			'the whole of it: a minute and a second of overlap',
			start,
			listedPage([postOf()], { etag }),
			{ watermark: at(2 - 61 / 60), etag, listing: undefined },
		],
		[
			'nothing at all: stays where it is',
			start,
			listedPage([], { etag }),
			{ watermark: start.watermark, etag, listing: undefined },
		],
		[
			'a page of several: begins where it began',
			start,
			listedPage([postOf()], { nextCursor: 'c1', serverTime: at(5), etag }),
			{ watermark: start.watermark, etag: undefined, listing },
		],
		[
			"a page in the middle: the first page's time counts",
			{ ...start, listing },
			listedPage([postOf()], { nextCursor: 'c2', serverTime: at(9) }),
			{ watermark: start.watermark, etag: undefined, listing: { ...listing, cursor: 'c2' } },
		],
		[
			'the last of several pages',
			{ ...start, listing },
			listedPage([], { serverTime: at(9) }),
			{ watermark: at(5 - 61 / 60), etag: undefined, listing: undefined },
		],
		[
			'a service whose clock goes back',
			{ watermark: at(7) },
			listedPage([postOf()]),
			{ watermark: at(7), etag: undefined, listing: undefined },
		],
	];
	test.each(cases)('%s', (_title, position, page, expected) => {
		expect(advance(position, page)).toEqual(expected);
	});

	test('a listing whose cursor has vanished begins again and remembers what was seen', () => {
		const progress = progressOf();
		const posts = [postOf({ status: 'failed' })];
		const first = advance(progress.position, listedPage(posts, { nextCursor: 'c1' }));
		const { seen } = takePage(progress, { posts, position: first }).progress;
		const position = restart(first);
		expect(position).toEqual({ watermark: start.watermark });
		expect(eventsOfPages(progressOf([], { position, seen }), posts)).toEqual([]);
	});

	test('a page changes nothing but what it returns', () => {
		const progress = progressOf([postOf({ updatedAt: at(0) })]);
		const before = structuredClone(progress);
		takePage(progress, pageOf(progress.position, [postOf({ status: 'failed' })]));
		expect(progress).toEqual(before);
	});
});
