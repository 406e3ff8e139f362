import type { Post } from '../../client/publishing/schemas';
import { at, channelOf, eventsOfPages, postOf, progressOf } from './samplePosts';

describe('repetition and order (P63, N24, D6)', () => {
	const draft = postOf({ updatedAt: at(0) });
	const scheduled = postOf({ status: 'scheduled', updatedAt: at(1) });
	const failed = postOf({ status: 'failed', updatedAt: at(2), channels: [] });
	const cases: Array<[string, Post[][], string[]]> = [
		['reports a repeated post once', [[scheduled, scheduled], [scheduled]], ['scheduled', 'anyChange']],
		['reports the current status after two unseen changes', [[failed]], ['failed', 'anyChange']],
		['ignores an older version later on the page', [[failed, scheduled]], ['failed', 'anyChange']],
		['ignores an older version on a later page', [[failed], [scheduled]], ['failed', 'anyChange']],
		['reports both pages', [[scheduled], [failed]], ['scheduled', 'anyChange', 'failed', 'anyChange']],
		['ignores a version from before the trigger started', [[draft]], []],
		[
			'reports another status at the same timestamp',
			[[scheduled], [{ ...failed, updatedAt: at(1) }]],
			['scheduled', 'anyChange', 'failed', 'anyChange'],
		],
		[
			'reports a status that was left and entered again',
			[[scheduled], [{ ...draft, updatedAt: at(2) }], [{ ...scheduled, updatedAt: at(3) }]],
			['scheduled', 'anyChange', 'anyChange', 'scheduled', 'anyChange'],
		],
		['reports an edit', [[{ ...draft, caption: 'Other', updatedAt: at(1) }]], ['anyChange']],
	];
	test.each(cases)('%s', (_title, pages, events) => {
		expect(eventsOfPages(progressOf([draft]), ...pages)).toEqual(events);
	});

	test('compares microseconds', () => {
		const [early, late] = ['2026-01-05T09:01:00.000001+00:00', '2026-01-05T09:01:00.000002+00:00'];
		const pages = [[{ ...failed, updatedAt: late }], [{ ...scheduled, updatedAt: early }]];
		expect(eventsOfPages(progressOf([draft]), ...pages)).toEqual(['failed', 'anyChange']);
	});

	test("doesn't treat reordered channels as a change", () => {
		const channels = [channelOf({ accountId: 'a' }), channelOf({ accountId: 'b', status: 'queued' })];
		expect(
			eventsOfPages(progressOf([postOf({ channels })]), [postOf({ channels: channels.reverse() })]),
		).toEqual([]);
	});

	test('reports no deleted post, and compares one that reappears with its earlier version (P66)', () => {
		expect(eventsOfPages(progressOf([scheduled]), [], [failed])).toEqual(['failed', 'anyChange']);
	});
});
