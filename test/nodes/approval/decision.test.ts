import { enteredFields, readAnswer, type Answer } from '../../../nodes/SocialPublishing/approval/decision';
import type { ItemView, PageView } from '../../../nodes/SocialPublishing/approval/page';

const channelId = 'c0000000-0000-4000-8000-000000000001';

const item = (index: number, more: Partial<NonNullable<ItemView['post']>> = {}): ItemView => ({
	index,
	post: {
		version: 'v1',
		notices: [],
		delivery: '',
		publishAt: '2026-03-01T08:00:00+00:00',
		media: [],
		channels: [
			{
				id: channelId,
				network: 'Bluesky',
				handle: 'acme',
				caption: 'Own',
				hasOwnCaption: true,
				facts: [],
				notices: [],
			},
		],
		caption: 'Hello\nworld',
		title: 'Title',
		...more,
	},
});

const viewOf = (more: Partial<PageView> = {}): PageView => ({
	message: '',
	items: [item(0)],
	notices: [],
	allowsEdits: true,
	nameField: 'optional',
	timezones: ['Europe/Berlin', 'UTC'],
	entered: {},
	...more,
});

const seen = { 'version-0': 'v1' };
const decided = (decision: string, more: object = {}): object => ({
	kind: 'decided',
	items: [{ index: 0, decision, comment: '', edits: {}, ...more }],
});

/** Each with what differs in the page. */
const answers: Array<[title: string, fields: object, expected: object, view?: Partial<PageView>]> = [
	['an approval', { action: 'approved' }, decided('approved')],
	['a rejection without a comment', { action: 'rejected' }, decided('rejected')],
	[
		'a request for changes',
		{ action: 'changesRequested', 'comment-0': ' Shorter,\r\nplease ' },
		decided('changesRequested', { comment: 'Shorter,\nplease' }),
	],
	['a name', { action: 'approved', name: ' Ada ' }, { kind: 'decided', name: 'Ada' }],
	[
		'edited texts',
		{ action: 'approved', 'caption-0': 'Hi', 'title-0': 'New', [`caption-0-${channelId}`]: 'Mine' },
		decided('approved', { edits: { caption: 'Hi', title: 'New', ownCaptions: { [channelId]: 'Mine' } } }),
	],
	[
		'texts that are as they were',
		{ action: 'approved', 'caption-0': 'Hello\r\nworld', 'title-0': 'Title' },
		decided('approved'),
	],
	[
		"a time, read in the approver's zone",
		{ action: 'approved', 'publishAt-0': '2026-03-02T10:30' },
		decided('approved', { edits: { publishAt: '2026-03-02T10:30:00+01:00' } }),
	],
	['the same time', { action: 'approved', 'publishAt-0': '2026-03-01T09:00' }, decided('approved')],
	['edits of what is rejected', { action: 'rejected', 'caption-0': 'Hi' }, decided('rejected')],
	[
		'edits where none are allowed',
		{ action: 'approved', 'caption-0': 'Hi' },
		decided('approved'),
		{ allowsEdits: false },
	],
	[
		'a caption of a channel that has none',
		{ action: 'approved', 'caption-0-c0000000-0000-4000-8000-000000000002': 'Hi' },
		decided('approved'),
	],
	[
		'a look at the changes',
		{ action: 'preview', 'caption-0': 'Hi' },
		{ kind: 'preview', edits: new Map([[0, { caption: 'Hi' }]]) },
	],
];

/** A row without its last entry would leave room for a callback. */
const filled = <Row extends unknown[]>([title, first, second, view = {}]: Row) =>
	[title, first, second, view] as const;

test.each(answers.map(filled))('reads %s', (_title, fields, expected, view) => {
	expect(readAnswer({ ...seen, ...(fields as object) }, viewOf(view as Partial<PageView>))).toMatchObject(
		expected as object,
	);
});

const refusals: Array<[string, unknown, string, Partial<PageView>?]> = [
	['no form', 'approved', "can't be read"],
	['nothing', undefined, "can't be read"],
	['a list', ['approved'], "can't be read"],
	['an action twice', { ...seen, action: ['approved', 'rejected'] }, "can't be read"],
	['an action that there is not', { ...seen, action: 'expired' }, "can't be read"],
	['the name of a method', { ...seen, action: 'constructor' }, "can't be read"],
	[
		'a request for changes without a comment',
		{ ...seen, action: 'changesRequested', 'comment-0': ' ' },
		'what to change',
	],
	[
		'a missing name',
		{ ...seen, action: 'approved', name: '  ' },
		'Enter your name',
		{ nameField: 'required' },
	],
	['a name of 201 characters', { ...seen, action: 'approved', name: 'a'.repeat(201) }, 'longer than 200'],
	[
		'a comment of 10,001 characters',
		{ ...seen, action: 'rejected', 'comment-0': 'a'.repeat(10_001) },
		'longer than 10000',
	],
	['a time that is none', { ...seen, action: 'approved', 'publishAt-0': 'soon' }, "can't be used"],
	[
		'a time that daylight saving skips',
		{ ...seen, action: 'preview', 'publishAt-0': '2026-03-29T02:30' },
		"doesn't exist",
	],
	['the end of a request that is open', { ...seen, action: 'close' }, 'Choose a decision'],
];

test.each(refusals.map(filled))('refuses %s', (_title, body, problem, view) => {
	const answer = readAnswer(body, viewOf(view as Partial<PageView>)) as Extract<Answer, { kind: 'refused' }>;
	expect(answer.kind).toBe('refused');
	expect(answer.problems.join(' ')).toContain(problem as string);
});

test.each([{}, { 'version-0': 'v0' }, { 'version-0': ['v1'] }])(
	'refuses a decision about another version: %j',
	(version) => {
		const answer = readAnswer({ action: 'approved', ...version }, viewOf());
		expect(answer.kind).not.toBe('decided');
	},
);

describe('several posts', () => {
	const view = viewOf({
		items: [item(0), item(1), item(3, { ended: { standing: 'obsolete', text: 'The post is gone.' } })],
	});
	const all = { 'version-0': 'v1', 'version-1': 'v1' };

	test('each has its own decision, and one that is gone has none', () => {
		const fields = {
			action: 'decide',
			'decision-0': 'approved',
			'decision-1': 'rejected',
			'comment-1': 'No',
			'decision-3': 'approved',
		};
		expect(readAnswer({ ...all, ...fields }, view)).toMatchObject({
			items: [
				{ index: 0, decision: 'approved' },
				{ index: 1, decision: 'rejected', comment: 'No' },
				{ index: 3, decision: 'obsolete' },
			],
		});
	});

	test('all are approved by one button', () => {
		expect(readAnswer({ ...all, action: 'approved' }, view)).toMatchObject({
			items: [{ decision: 'approved' }, { decision: 'approved' }, { decision: 'obsolete' }],
		});
	});

	test('names the posts that have no decision', () => {
		const answer = readAnswer({ ...all, action: 'decide', 'decision-0': 'approved' }, view);
		expect(answer).toEqual({ kind: 'refused', problems: ['Choose a decision for post 2.'] });
	});

	test('names the posts that changed meanwhile', () => {
		const answer = readAnswer({ ...all, 'version-1': 'v0', action: 'approved' }, view);
		expect(answer).toMatchObject({
			kind: 'outdated',
			problems: [expect.stringContaining('changed post 2 after')],
		});
	});
});

test('a request in which nothing is left can be ended', () => {
	const view = viewOf({
		items: [item(0, { ended: { standing: 'obsolete', text: 'The post is gone.' } })],
		nameField: 'required',
	});
	expect(readAnswer({ action: 'close' }, view)).toMatchObject(decided('obsolete'));
});

test('keeps what was entered, and nothing of what is no form', () => {
	expect(enteredFields({ name: 'Ada' })).toEqual({ name: 'Ada' });
	expect(enteredFields({ name: ['Ada'] })).toEqual({});
	expect(enteredFields(undefined)).toEqual({});
});
