import type { Post } from '../../../client/publishing/schemas';
import { editFieldsOf, type EditField } from '../../../nodes/SocialPublishing/approval/form';
import { approvalPage, messagePage } from '../../../nodes/SocialPublishing/approval/page/page';
import type { PreviewView } from '../../../nodes/SocialPublishing/approval/page/previews';
import type { PageView, PostView } from '../../../nodes/SocialPublishing/approval/page/view';
import { asText } from '../../support/htmlText';

/** Texts that try to escape their place in the page, each in a different way. */
const hostileTexts: Array<[title: string, text: string]> = [
	['a script', '<script>document.title = "broken"</script>'],
	['a handler', '"><img src=x onerror="alert(1)">'],
	['a handler in single quotes', "'><svg/onload='alert(1)'>"],
	['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
	['MathML', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>'],
	['the end of a textarea', '</textarea><script>alert(1)</script>'],
	['the end of a style', '</style><style>* { display: none }</style>'],
	['the end of the form', '</form><form action="https://evil.example"><button>Approve</button>'],
	['CSS', 'red; } body { background: url(https://evil.example/pixel) } a {'],
	['an address', 'javascript:alert(1)'],
	['entities', '&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62; &amp;quot;'],
	['entities without their end', '&lt&#x3cscript&#62'],
	['a comment', '<!--><script>alert(1)</script--> ]]>'],
	['a template', '{{ $json }} ${7*7} {% raw %} `'],
	['right-to-left overrides', '\u202Eevorppa\u202D\u2066\u200F'],
	['control characters', 'a\u0000b\u0008c\u001B[31md\u0085e'],
	['lone surrogates', '\uD800<b>\uDC00'],
	['nothing', ''],
	['lines', '\r\n\nfirst\n\nlast\n'],
	['100 kB', '<b>"&\''.repeat(15_000)],
];

const channelId = 'c0000000-0000-4000-8000-000000000001';

/** The fields for the texts and the time of a post on two channels, of which one has a text of its own. */
const fieldsOf = (text: string, index: number): EditField[] => {
	const own = { accountId: text || channelId, caption: text || 'A caption' };
	const post = {
		...{ caption: text || 'A caption', title: text || 'A title' },
		channels: [{ accountId: '2' }, own],
	} as unknown as Post;
	const delivery = { mode: 'at', at: '2026-03-01T09:00:00+01:00' } as const;
	const asked = { postId: '', status: 'draft', seen: '', delivery, media: [] };
	return editFieldsOf(
		{ index, current: { asked, post, seen: '' } },
		{ allowsEdits: true, timezone: 'Europe/Berlin' },
	);
};

/** A preview for two channels. */
const previewOf = (text: string): PreviewView => ({
	channels: ['a', 'b'].map((letter) => ({
		id: text || letter,
		platform: text || 'bluesky',
		network: text || 'Bluesky',
		handle: `${text}${letter}`,
		captionMax: 300,
		titleMax: 100,
	})),
	caption: text || 'A caption',
	title: text || 'A title',
	link: text || 'https://acme.example',
	facts: [[text || 'Board', text || 'Recipes']],
	notices: [{ kind: 'bad', text: text || 'No board', anchor: 'preview-0-0' }],
});

const postOf = (text: string, index = 0): PostView => ({
	seen: text,
	notices: [
		{ kind: 'bad', text: text || 'Too long' },
		{ kind: 'wait', text: text || 'No board' },
	],
	consequence: text || 'the plan is to publish it on Bluesky right away.',
	time: '2026-03-01T09:00:00+01:00',
	shownAt: '2026-03-01T09:00:00+01:00',
	media: [
		{
			name: text || 'chair.png',
			details: text || 'Image',
			picture: { mimeType: text || 'image/png', data: 'iVBORw0KGgo=' },
		},
	],
	previews: [previewOf(text), { ...previewOf(text), omitsPictures: true }],
	channels: ['2', text || channelId].map((id) => ({
		...{ id, network: text || 'Bluesky', handle: text || 'acme' },
	})),
	fields: fieldsOf(text, index),
	titleScore: 71,
});

/** A page with a text in every field that has external content. */
const viewOf = (text: string, more: Partial<PageView> = {}): PageView => ({
	sender: text || 'Lena Weber',
	workspace: text || 'Acme Studio',
	message: text || 'Please look at this',
	items: [
		{
			index: 0,
			post: postOf(text),
			tool: { name: text || 'publish', parameters: [[text || 'Post', text || '1']] },
		},
		{ index: 1, post: postOf(text, 1) },
		{ index: 2, ended: text || 'The post is gone' },
	],
	problems: [{ text: text || 'Enter your name.', anchor: 'name' }],
	expiresAt: '2026-03-02T09:00:00+01:00',
	nameField: 'required',
	timezones: ['Europe/Berlin', 'UTC'],
	entered: Object.fromEntries(
		['name', 'comment-0', 'comment-1', 'caption-0', 'title-1', 'publishAt-0', 'decision-1'].map((name) => [
			name,
			text === '' ? 'x' : `${text}!`,
		]),
	),
	...more,
});

/** A link, a hashtag or a mention that the page marks. */
const markOf = /<b class="mark">|<\/b>/g;

/** The tags of a page with their attributes, except marks in texts, but without attribute values. */
const tagsOf = (page: string): string[] =>
	(
		page
			.replace(/<style>.*?<\/style>/s, '<style></style>')
			.replace(markOf, '')
			.match(/<[^>]*>/g) ?? []
	).map((tag) => tag.replace(/"[^"]*"/g, '""'));

describe.each(hostileTexts)('%s in every field', (_title, text) => {
	const page = approvalPage(viewOf(text));
	const pageAsText = asText(page);

	test('adds no tag and no attribute to the page', () => {
		expect(tagsOf(page)).toEqual(tagsOf(approvalPage(viewOf(''))));
	});

	test('leaves none of its own markup, quotes or entities', () => {
		const [head = '', body = ''] = page.split('<body>');
		const texts = body.replace(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g, '');
		expect(texts).not.toMatch(/[<>"']/);
		expect(`${head}${texts}`).not.toMatch(/&(?!(lt|gt|amp|quot|#39);)[^\s]*/);
	});

	test.each(['message', 'caption'])('is shown unchanged: %s', (field) => {
		const shown = text.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
		expect(pageAsText).toContain(
			field === 'message' ? `dir="auto">${shown || 'Please look'}` : shown || 'A caption',
		);
	});

	test('is absent from a page with the result', () => {
		const outcome = (words: string) =>
			messagePage('Your decision was saved', [{ kind: 'good', text: words }]);
		expect(tagsOf(outcome(text))).toEqual(tagsOf(outcome('Approved')));
	});
});

test('references nothing outside the page and runs no script', () => {
	const page = approvalPage(viewOf(''));
	expect(page).not.toMatch(/<(script|link|iframe|object|embed|base)\b/);
	expect(page).not.toMatch(/\s(on\w+|href|action|formaction|srcset|style)=(?!"#|"")/);
	expect([...page.matchAll(/src="([^"]*)"/g)].map(([, source]) => source?.slice(0, 22))).toEqual([
		'data:image/png;base64,',
		'data:image/png;base64,',
	]);
	expect(page).not.toContain('url(');
});

test('counts characters like the service and marks texts that are too long', () => {
	const post = { ...postOf(''), previews: [{ ...previewOf(''), caption: '🙂'.repeat(301) }] };
	const page = approvalPage(viewOf('', { items: [{ index: 0, post }] }));
	expect(page).toContain('<p class="count over">301 of 300 characters: too long</p>');
	expect(page).toContain('<p class="count">7 of 100 characters</p>');
});

test("shows a time in the approver's zone and in the workflow's", () => {
	const page = approvalPage(viewOf('', { timezones: ['America/New_York', 'Europe/Berlin'] }));
	expect(page).toContain(
		'Sunday, March 1, 2026, 3:00 AM (America/New_York) · Sunday, March 1, 2026, 9:00 AM (Europe/Berlin)',
	);
});

const buttonsOf = (page: string): string[] =>
	[...page.matchAll(/<button name="action" value="(\w+)"/g)].map(([, value]) => value ?? '');

test.each<[string, Partial<PageView>, string[]]>([
	['one post', { items: [{ index: 0, post: postOf('') }] }, ['approved', 'changesRequested', 'rejected']],
	['several posts', {}, ['decide', 'approved']],
	[
		'nothing left to decide',
		{
			items: [{ index: 0, ended: 'The post is now Published.' }],
		},
		['close'],
	],
	[
		'a tool call without a post',
		{ items: [{ index: 0, tool: { name: 'publish', parameters: [] } }] },
		['approved', 'changesRequested', 'rejected'],
	],
])('shows the buttons for %s', (_title, more, expected) => {
	expect(buttonsOf(approvalPage(viewOf('', more))).filter((value) => value !== 'preview')).toEqual(expected);
});

test('makes no decision with the Enter key', () => {
	expect(buttonsOf(approvalPage(viewOf('')))[0]).toBe('preview');
});

test('speaks of a tool call, not of a post, if an agent wants to use a tool', () => {
	const tool = { name: 'Publish', parameters: [] };
	const [alone, second] = [
		[{ index: 0, tool }],
		[
			{ index: 0, tool },
			{ index: 1, tool },
		],
	].map((items) =>
		asText(
			approvalPage(viewOf('', { items }))
				.replace(/<style>.*?<\/style>/s, '')
				.replace(/<[^>]*>/g, ' '),
		),
	);
	expect(alone).toContain('Review a tool call');
	expect(second).toContain('Your decision on tool call 2');
	for (const text of [alone, second]) expect(text).not.toMatch(/\b[Pp]ost \d|a post\b/);
});

test('limits the text direction of a handle in a label to the handle', () => {
	const channels = [{ id: channelId, network: 'Bluesky', handle: '\u202Eemca' }];
	const post = { ...postOf(''), channels };
	const page = approvalPage(viewOf('', { items: [{ index: 0, post }] }));
	expect(page).toContain('>Caption for Bluesky: <bdi>\u202Eemca</bdi></label>');
});

test.each<[who: string, names: Partial<PageView>, sentence: string]>([
	[
		'a sender from a workspace',
		{ sender: 'Maria (Marketing)', workspace: 'Acme & Co' },
		'<p><strong><bdi>Maria (Marketing)</bdi></strong>, <strong><bdi>Acme &amp; Co</bdi></strong>, asks you to approve a post.</p>',
	],
	[
		'a workspace',
		{ sender: undefined, workspace: 'Acme & Co' },
		'<p><strong><bdi>Acme &amp; Co</bdi></strong> asks you to approve a post.</p>',
	],
	['no one', { sender: undefined, workspace: undefined }, '<h1>Approve a post</h1>\n\n'],
])('says at the top that %s asks, and what happens after approval', (_who, names, sentence) => {
	const post = postOf('the plan is to publish it on X.');
	const [top = ''] = approvalPage(viewOf('', { ...names, items: [{ index: 0, post }] })).split('</header>');
	expect(top).toContain(sentence.trim());
	expect(top).toContain('If you approve, the plan is to publish it on X.');
});

test('counts the decisions of several posts without a script', () => {
	const page = approvalPage(viewOf(''));
	expect(page).toContain('<span class="tally">of 2 decided</span>');
	expect(page).toContain('.choices input:checked { counter-increment: decided; }');
});

test.each([
	['a word', 4],
	['a long text', 12],
	['a very long text', 16],
])('makes the field for %s as high as the text', (title, rows) => {
	const texts = { 'a word': 'Hi', 'a long text': 'x'.repeat(380), 'a very long text': 'A line\n'.repeat(90) };
	const page = approvalPage(viewOf(texts[title as keyof typeof texts]));
	expect(page).toMatch(new RegExp(`<textarea id="caption-0" [^>]*rows="${rows}"`));
});

test('leaves it to a tool call to say what happens after approval', () => {
	const tool = { name: 'Publish', parameters: [] };
	const page = approvalPage(viewOf('', { items: [{ index: 0, post: postOf(''), tool }] }));
	expect(page).not.toContain('If you approve, it is to');
});

test.each<[kind: 'bad' | 'good' | 'wait', role: string]>([
	['bad', ' role="alert"'],
	['wait', ''],
	['good', ''],
])('a result page has a role for screen readers only if something went wrong: %s', (kind, role) => {
	expect(messagePage('Title', [{ kind, text: 'A text' }])).toContain(
		`<p class="box ${kind}"${role}><bdi>A text</bdi></p>`,
	);
});
