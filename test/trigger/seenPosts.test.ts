import type { Post } from '../../client/publishing/schemas';
import { at, channelOf, eventsOfPages, postOf, progressOf } from './samplePosts';

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
