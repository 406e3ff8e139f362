import { overview } from '../../../nodes/SocialPublishing/approval/page/page';
import { markup } from '../../../nodes/SocialPublishing/approval/markup';
import type { ItemView, PageView, PostView } from '../../../nodes/SocialPublishing/approval/page/view';

const postOf = (more: Partial<PostView> = {}): PostView => ({
	...{ seen: '', notices: [], consequence: '', media: [], fields: [] },
	previews: [{ channels: [], caption: 'Open house', facts: [], notices: [] }],
	channels: ['Bluesky', 'Bluesky', 'Threads'].map((network) => ({
		...{ id: network, network, handle: 'acme' },
	})),
	shownAt: '2026-03-01T09:00:00+01:00',
	...more,
});

const pageOf = (items: ItemView[], entered: Record<string, string> = {}): PageView => ({
	...{ message: '', items, problems: [], nameField: 'hidden', entered },
	timezones: ['Europe/Berlin', 'UTC'],
});

/** The text of each row of the overview. */
const rowsOf = (view: PageView): string[] =>
	[...markup`${overview(view)}`.text.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) =>
		row.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|'),
	);

const error = { kind: 'bad', text: 'Too long' } as const;

test.each<[title: string, item: Omit<ItemView, 'index'>, entered: Record<string, string>, row: string]>([
	[
		'an open post',
		{ post: postOf() },
		{},
		'|Post 1|Sun, Mar 1, 9:00 AM|Bluesky, Threads|Open house|To decide|',
	],
	[
		'a decision',
		{ post: postOf() },
		{ 'decision-0': 'rejected' },
		'|Post 1|Sun, Mar 1, 9:00 AM|Bluesky, Threads|Open house|Reject|',
	],
	[
		'a forged decision',
		{ post: postOf() },
		{ 'decision-0': '__proto__' },
		'|Post 1|Sun, Mar 1, 9:00 AM|Bluesky, Threads|Open house|To decide|',
	],
	[
		'no time',
		{ post: postOf({ shownAt: undefined }) },
		{},
		'|Post 1|No time|Bluesky, Threads|Open house|To decide|',
	],
	[
		'a post that is published right away',
		{ post: postOf({ shownAt: undefined, untimed: 'Right away' }) },
		{},
		'|Post 1|Right away|Bluesky, Threads|Open house|To decide|',
	],
	[
		'an error',
		{ post: postOf({ notices: [error] }) },
		{},
		'|Post 1|Sun, Mar 1, 9:00 AM|Bluesky, Threads|Open house|Needs a fix|',
	],
	[
		'a title without a caption',
		{ post: postOf({ previews: [{ channels: [], caption: '', title: 'A title', facts: [], notices: [] }] }) },
		{},
		'|Post 1|Sun, Mar 1, 9:00 AM|Bluesky, Threads|A title|To decide|',
	],
	['a post that has ended', { ended: 'The post is gone.' }, {}, '|Post 1|Nothing to decide|'],
	[
		'a tool call',
		{ tool: { name: '<script>', parameters: [] } },
		{},
		'|Tool call 1|No time|&lt;script&gt;|To decide|',
	],
	[
		'hostile texts',
		{
			post: postOf({
				channels: [{ id: '', network: '"><b>', handle: '' }],
				previews: [{ channels: [], caption: '</li><li>', facts: [], notices: [] }],
			}),
		},
		{},
		'|Post 1|Sun, Mar 1, 9:00 AM|&quot;&gt;&lt;b&gt;|&lt;/li&gt;&lt;li&gt;|To decide|',
	],
])('has a row for %s', (_title, item, entered, row) => {
	const [first, ...others] = rowsOf(
		pageOf(
			[
				{ index: 0, ...item },
				{ index: 1, post: postOf() },
			],
			entered,
		),
	);
	expect([first, others.length]).toEqual([row, 1]);
});

test('is left out for one post', () => {
	expect(overview(pageOf([{ index: 0, post: postOf() }]))).toBe(false);
});
