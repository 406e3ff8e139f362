import type { Post } from '../../client/publishing/schemas';
import {
	restartListing,
	takePage,
	type ListedPage,
	type Watch,
} from '../../nodes/SocialPublishingTrigger/watch';
import { at, channelOf, pageOf, postOf, told, watchOf } from './posts';

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
		expect(told(watchOf([draft]), ...pages)).toEqual(events);
	});

	test('microseconds count', () => {
		const [early, late] = ['2026-01-05T09:01:00.000001+00:00', '2026-01-05T09:01:00.000002+00:00'];
		const pages = [[{ ...failed, updatedAt: late }], [{ ...scheduled, updatedAt: early }]];
		expect(told(watchOf([draft]), ...pages)).toEqual(['failed', 'anyChange']);
	});

	test('channels in another order are no change', () => {
		const channels = [channelOf({ accountId: 'a' }), channelOf({ accountId: 'b', status: 'queued' })];
		expect(told(watchOf([postOf({ channels })]), [postOf({ channels: channels.reverse() })])).toEqual([]);
	});

	test('a deleted post is not shown, and one that is shown again under its id is compared with what was (P66)', () => {
		expect(told(watchOf([scheduled]), [], [failed])).toEqual(['failed', 'anyChange']);
	});
});

describe('the listing (P63, P64, P65)', () => {
	const tag = { query: 'q', value: '"1"' };
	const step = (watch: Watch, page: ListedPage) => {
		const { since, tag: kept, listing } = takePage(watch, page).watch;
		return { since, tag: kept, listing };
	};
	const start = watchOf();
	const listing = { cursor: 'c1', serverTime: at(5) };
	const cases: Array<[string, Watch, ListedPage, object]> = [
		[
			'the whole of it: a minute and a second of overlap',
			start,
			pageOf([postOf()], { tag }),
			{ since: at(2 - 61 / 60), tag, listing: undefined },
		],
		[
			'nothing at all: stays where it is',
			start,
			pageOf([], { tag }),
			{ since: start.since, tag, listing: undefined },
		],
		[
			'a page of several: begins where it began',
			start,
			pageOf([postOf()], { nextCursor: 'c1', serverTime: at(5), tag }),
			{ since: start.since, tag: undefined, listing },
		],
		[
			"a page in the middle: the first page's time counts",
			{ ...start, listing },
			pageOf([postOf()], { nextCursor: 'c2', serverTime: at(9) }),
			{ since: start.since, tag: undefined, listing: { ...listing, cursor: 'c2' } },
		],
		[
			'the last of several pages',
			{ ...start, listing },
			pageOf([], { serverTime: at(9) }),
			{ since: at(5 - 61 / 60), tag: undefined, listing: undefined },
		],
		[
			'a service whose clock goes back',
			{ ...start, since: at(7) },
			pageOf([postOf()]),
			{ since: at(7), tag: undefined, listing: undefined },
		],
	];
	test.each(cases)('%s', (_title, watch, page, expected) => {
		expect(step(watch, page)).toEqual(expected);
	});

	test('a listing whose cursor has vanished begins anew and remembers what was told', () => {
		const first = takePage(start, pageOf([postOf({ status: 'failed' })], { nextCursor: 'c1' }));
		const again = restartListing(first.watch);
		expect(again).toEqual({ startedAt: start.startedAt, since: start.since, memory: first.watch.memory });
		expect(told(again, [postOf({ status: 'failed' })])).toEqual([]);
	});

	test('a page changes nothing but what it gives back', () => {
		const watch = watchOf([postOf({ updatedAt: at(0) })]);
		const before = structuredClone(watch);
		takePage(watch, pageOf([postOf({ status: 'failed' })]));
		expect(watch).toEqual(before);
	});
});
