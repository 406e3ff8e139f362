import type { Post } from '../../../client/publishing/schemas';
import { editFieldsOf, enteredFields, readForm } from '../../../nodes/SocialPublishing/approval/form';
import { seenOf, type ItemState, type OpenRequest } from '../../../nodes/SocialPublishing/approval/state';
import { contentOf } from '../../../client/publishing/posts/version';
import type { ApprovalRequest, PostRequest } from '../../../nodes/SocialPublishing/approval/request';
import { samplePost } from '../../support/sampleAnswers';

const channelId = 'c0000000-0000-4000-8000-000000000001';

const post = samplePost({
	caption: 'Hello\nworld',
	title: 'Title',
	mediaAssetIds: [],
	channels: [{ accountId: channelId, platform: 'bluesky', handle: 'acme', caption: 'Own' }],
}) as unknown as Post;

const version = seenOf({ posts: { contentOf } } as never, post, { delivery: { mode: 'now' } });

/** A request, and where its items stand. */
type Case = [state: OpenRequest, approval: { request: ApprovalRequest }];

/** A request about posts with these statuses. Undefined for an item that needs no decision. */
const caseOf = (
	more: Partial<ApprovalRequest> = {},
	standings: Array<'open' | 'obsolete' | undefined> = ['open'],
): Case => {
	const asked: PostRequest = {
		...{ postId: post.id, status: 'draft', seen: '', media: [] },
		delivery: { mode: 'at', at: '2026-03-01T08:00:00+00:00' },
	};
	const request: ApprovalRequest = {
		...{ version: 2, nonce: 'nonce', link: '', simplify: true, askedAt: '2026-01-05T09:00:00+00:00' },
		items: standings.map((is) => ({ isAsked: is !== undefined, message: '', json: {}, post: asked })),
		...{ allowsEdits: true, nameField: 'optional', approverTimezone: 'Europe/Berlin', timezone: 'UTC' },
		...more,
	};
	const items = standings.flatMap((is, index): ItemState[] =>
		is === undefined
			? []
			: is === 'open'
				? [{ is, index, current: { asked, post, seen: version } }]
				: [{ is, index, asked, post }],
	);
	return [{ is: 'open', because: 'shown', items, entered: {}, problems: [] }, { request }];
};

const seen = { 'version-0': version };
const decided = (decision: string, more: object = {}): object => ({
	is: 'decisions',
	decisions: [{ item: { index: 0 }, decision, comment: '', edits: {}, ...more }],
});

/** Each with the difference in the request. */
const answers: Array<[title: string, fields: object, expected: object, request?: Partial<ApprovalRequest>]> =
	[
		['an approval', { action: 'approved' }, decided('approved')],
		['a rejection without a comment', { action: 'rejected' }, decided('rejected')],
		[
			'a request for changes',
			{ action: 'changesRequested', 'comment-0': ' Shorter,\r\nplease ' },
			decided('changesRequested', { comment: 'Shorter,\nplease' }),
		],
		['a name', { action: 'approved', name: ' Ada ' }, { is: 'decisions', decidedBy: 'Ada' }],
		[
			'edited texts',
			{ action: 'approved', 'caption-0': 'Hi', 'title-0': 'New', [`caption-0-${channelId}`]: 'Mine' },
			decided('approved', { edits: { caption: 'Hi', title: 'New', ownCaptions: { [channelId]: 'Mine' } } }),
		],
		[
			'unchanged texts',
			{ action: 'approved', 'caption-0': 'Hello\r\nworld', 'title-0': 'Title' },
			decided('approved'),
		],
		[
			"a time, read in the approver's zone",
			{ action: 'approved', 'publishAt-0': '2026-03-02T10:30' },
			decided('approved', { edits: { publishAt: '2026-03-02T10:30:00+01:00' } }),
		],
		['the same time', { action: 'approved', 'publishAt-0': '2026-03-01T09:00' }, decided('approved')],
		['edits of a rejected post', { action: 'rejected', 'caption-0': 'Hi' }, decided('rejected')],
		[
			'edits if none are allowed',
			{ action: 'approved', 'caption-0': 'Hi' },
			decided('approved'),
			{ allowsEdits: false },
		],
		[
			'a caption of a channel without one',
			{ action: 'approved', 'caption-0-c0000000-0000-4000-8000-000000000002': 'Hi' },
			decided('approved'),
		],
		[
			'a preview of the changes',
			{ action: 'preview', 'caption-0': 'Hi' },
			{ because: 'checked', items: [{ current: { edits: { caption: 'Hi' } } }] },
		],
	];

/** A row without its last entry would leave room for a callback. */
const filled = <Row extends unknown[]>([title, first, second, request = {}]: Row) =>
	[title, first, second, request] as const;

test.each(answers.map(filled))('reads %s', (_title, fields, expected, request) => {
	expect(
		readForm({ ...seen, ...(fields as object) }, ...caseOf(request as Partial<ApprovalRequest>)),
	).toMatchObject(expected as object);
});

const refusals: Array<[string, unknown, string, Partial<ApprovalRequest>?]> = [
	['no form', 'approved', "couldn't be read"],
	['nothing', undefined, "couldn't be read"],
	['a list', ['approved'], "couldn't be read"],
	['a duplicate action', { ...seen, action: ['approved', 'rejected'] }, "couldn't be read"],
	['an unknown action', { ...seen, action: 'expired' }, "couldn't be read"],
	['the name of a method', { ...seen, action: 'constructor' }, "couldn't be read"],
	[
		'a request for changes without a comment',
		{ ...seen, action: 'changesRequested', 'comment-0': ' ' },
		'what to change',
	],
	[
		'a request for changes with a comment that nobody sees',
		{ ...seen, action: 'changesRequested', 'comment-0': '\u200B\u2800' },
		'what to change',
	],
	['an emptied caption', { ...seen, action: 'approved', [`caption-0-${channelId}`]: '' }, 'is empty now'],
	[
		'a caption that nobody sees',
		{ ...seen, action: 'approved', [`caption-0-${channelId}`]: ' \u200B\u3164' },
		'is empty now',
	],
	[
		'a missing name',
		{ ...seen, action: 'approved', name: '  ' },
		'Enter your name',
		{ nameField: 'required' },
	],
	[
		'a name that nobody sees',
		{ ...seen, action: 'approved', name: '\u200B' },
		'Enter your name',
		{ nameField: 'required' },
	],
	['a name of 201 characters', { ...seen, action: 'approved', name: 'a'.repeat(201) }, 'longer than 200'],
	[
		'a comment of 10,001 characters',
		{ ...seen, action: 'rejected', 'comment-0': 'a'.repeat(10_001) },
		'longer than 10,000',
	],
	['an invalid time', { ...seen, action: 'approved', 'publishAt-0': 'soon' }, "can't be used"],
	[
		'a time that daylight saving skips',
		{ ...seen, action: 'preview', 'publishAt-0': '2026-03-29T02:30' },
		"doesn't exist",
	],
	['the end of an open request', { ...seen, action: 'close' }, 'Choose a decision'],
];

test.each(refusals.map(filled))('rejects %s', (_title, body, problem, request) => {
	const answer = readForm(body, ...caseOf(request as Partial<ApprovalRequest>)) as OpenRequest;
	expect(answer.because).toBe('refused');
	expect(answer.problems.map(({ text }) => text).join(' ')).toContain(problem as string);
});

test.each([{}, { 'version-0': 'v0' }, { 'version-0': [version] }])(
	'rejects a decision about another version: %j',
	(fields) => {
		const answer = readForm({ action: 'approved', ...fields }, ...caseOf());
		expect(answer.is).toBe('open');
	},
);

describe('several posts', () => {
	const subject = caseOf({}, ['open', 'open', undefined, 'obsolete']);
	const all = { 'version-0': version, 'version-1': version };

	test('have a decision each, except a deleted one', () => {
		const fields = {
			action: 'decide',
			'decision-0': 'approved',
			'decision-1': 'rejected',
			'comment-1': 'No',
			'decision-3': 'approved',
		};
		expect(readForm({ ...all, ...fields }, ...subject)).toMatchObject({
			decisions: [
				{ item: { index: 0 }, decision: 'approved' },
				{ item: { index: 1 }, decision: 'rejected', comment: 'No' },
				{ item: { index: 3 }, decision: 'obsolete' },
			],
		});
	});

	test('are all approved by one button', () => {
		expect(readForm({ ...all, action: 'approved' }, ...subject)).toMatchObject({
			decisions: [{ decision: 'approved' }, { decision: 'approved' }, { decision: 'obsolete' }],
		});
	});

	test('are not all approved by one button against the decision on one of them', () => {
		const chosen = { 'decision-0': 'approved', 'decision-1': 'changesRequested', 'comment-1': 'Shorter' };
		expect(readForm({ ...all, ...chosen, action: 'approved' }, ...subject)).toMatchObject({
			because: 'refused',
			problems: [
				{
					text: 'You chose Request Changes for post 2. Choose one for each of the others, too, then Send Decisions.',
					anchor: 'decision-1',
				},
			],
		});
	});

	test('are listed if they have no decision', () => {
		const answer = readForm({ ...all, action: 'decide', 'decision-0': 'approved' }, ...subject);
		expect(answer).toMatchObject({
			because: 'refused',
			problems: [{ text: 'Choose a decision for post 2.', anchor: 'decision-1' }],
		});
	});

	test('are listed if they changed meanwhile', () => {
		const answer = readForm({ ...all, 'version-1': 'v0', action: 'approved' }, ...subject);
		expect(answer).toMatchObject({
			because: 'conflict',
			problems: [{ text: expect.stringContaining('changed post 2 after') as string }],
		});
	});
});

test('ends a request without anything left to decide', () => {
	const subject = caseOf({ nameField: 'required' }, ['obsolete']);
	expect(readForm({ action: 'close' }, ...subject)).toMatchObject(decided('obsolete'));
});

test("keeps the entered values and ignores a body that isn't a form", () => {
	expect(enteredFields({ name: 'Ada' })).toEqual({ name: 'Ada' });
	expect(enteredFields({ name: ['Ada'] })).toEqual({});
	expect(enteredFields(undefined)).toEqual({});
});

test("shows a time for edits in the approver's zone", () => {
	const [{ items }, { request }] = caseOf();
	const fields = editFieldsOf(items[0] as Extract<ItemState, { is: 'open' }>, request);
	expect(fields.map(({ value }) => value)).toEqual(['Hello\nworld', 'Own', 'Title', '2026-03-01T09:00']);
});
