import type { IDataObject } from 'n8n-workflow';
import { isBlank, trimmed, withUnseen } from '../../../client/http/text';
import { seed } from '../../../sandbox';
import { fileOf } from '../../support/mediaFiles';
import { itemWith } from '../../support/mediaItems';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const node = () => nodeFor(sandbox());
const { facebook, linkedin } = seed.channels;

/** The sandbox's clock starts on 5 January at 9:00 UTC. */
const later = '2026-01-06T09:00:00+00:00';

/** What a reader doesn't see, by the names of Unicode. */
const unseen: Array<[name: string, text: string]> = [
	['spaces', '   '],
	['line breaks', '\n\r\n'],
	['a tab', '\t'],
	['no-break spaces', '\u00A0\u202F'],
	['an ideographic space', '\u3000'],
	['a zero width space', '\u200B'],
	['a word joiner', '\u2060'],
	['a blank of Braille', '\u2800'],
	['a filler of Hangul', '\u3164'],
	['a byte order mark', '\uFEFF'],
	['marks of direction', '\u200E\u200F\u2066\u2069'],
	['a variation selector', '\uFE0F'],
];

const values = {
	channels: [facebook.id, linkedin.id],
	caption: 'Hello',
	title: 'Title',
	delivery: 'at',
	publishAt: later,
	additionalFields: { firstComment: 'Comment' },
	overrides: 'common',
	channelOverrides: {
		channels: [{ channelId: linkedin.id, caption: 'Own', fields: { firstComment: 'Own comment' } }],
	},
};

const textsOf = (id: unknown) => {
	const { caption, title, firstComment, channels } = sandbox().post(String(id));
	const own = channels.map((channel) => [channel.caption, channel.title, channel.firstComment]);
	return { caption, title, firstComment, own };
};

describe.each(unseen)('A text of %s', (_name, blank) => {
	test('is no caption, and the post is refused without media', async () => {
		const { channels, delivery, publishAt } = values;
		const error = await node().error('post:create', { channels, caption: blank, delivery, publishAt });
		expect(`${error.message} ${error.description}`).toContain('is empty, and the post has no media');
	});

	test('leaves the caption of a post with media empty, and its alt text missing', async () => {
		const items = [await itemWith({ data: fileOf('png', 500) })];
		const media = { media: 'binary', binaryPropertyName: 'data', altText: blank };
		const form = { channels: [facebook.id], caption: blank, title: blank, ...media };
		const [created] = await node().json('post:create', form, { items });
		expect(textsOf(created?.id)).toMatchObject({ caption: '', title: null });
		expect(sandbox().media()[0]).toMatchObject({ altText: null });
	});

	test('replaces and clears nothing of an existing post, in any operation', async () => {
		const [created] = await node().json('post:upsert', values);
		const before = textsOf(created?.id);
		const postId = byId(String(created?.id));
		const own = { caption: blank, fields: { firstComment: blank, title: blank } };
		const wanted = {
			...values,
			caption: blank,
			title: `={{ ${JSON.stringify(blank)} }}`,
			additionalFields: { firstComment: blank, linkUrl: blank },
			channelOverrides: { channels: [{ channelId: linkedin.id, ...own }] },
		};
		for (const operation of ['post:upsert', 'post:syncCalendar']) {
			const [after] = await node().json(operation, { ...wanted, postId });
			expect(after).toMatchObject({ action: 'unchanged' });
		}
		const options = {
			channelOverridesJson: { [linkedin.id]: { caption: blank, title: blank, firstComment: blank } },
		};
		const updateFields = { caption: blank, title: blank, firstComment: blank, linkUrl: 'https://a.example' };
		const [draft] = await node().json('post:cancel', { postId });
		await node().json('post:update', { postId, updateFields, options });
		expect(textsOf(draft?.id)).toEqual(before);
	});
});

test.each(unseen.filter(([, text]) => text !== '\uFE0F'))(
	'The ends of a time, an ID, a name and an address lose %s',
	async (_name, blank) => {
		const around = (value: string) => `${blank}${value}${blank}`;
		const form: IDataObject = {
			...values,
			channels: [around('Facebook')],
			overrides: 'none',
			publishAt: around(later),
			additionalFields: { linkUrl: around('https://a.example/') },
		};
		const [created] = await node().json('post:create', form);
		expect(sandbox().post(String(created?.id))).toMatchObject({
			linkUrl: 'https://a.example/',
			status: 'scheduled',
		});
		const [read] = await node().json('post:get', { postId: byId(around(String(created?.id))) });
		expect(read?.id).toBe(created?.id);
	},
);

test('An own first comment that is empty still turns the comment off', async () => {
	const options = { channelOverridesJson: { [linkedin.id]: { firstComment: '' } } };
	const [created] = await node().json('post:create', { ...values, overrides: 'none', options });
	const { firstComment, own } = textsOf(created?.id);
	expect([firstComment, own.map(([, , comment]) => comment)]).toEqual([null, ['Comment', null]]);
});

test('Validate finds the missing text of a post that has only spaces', async () => {
	const form = { source: 'new', channels: [facebook.id], caption: '\u200B \u3164', delivery: 'now' };
	const [verdict] = await node().json('post:validate', form);
	expect(verdict).toMatchObject({ valid: false, errors: [{ code: 'captionMissing' }] });
});

test('A refused value shows the characters that nobody sees', async () => {
	const form = { ...values, channels: ['Face\u200Bbook \u2060 page'] };
	const { message } = await node().error('post:create', form);
	expect(message).toContain("'Face[U+200B]book [U+2060] page'");
});

test.each([
	['a heart', '❤️', '❤️'],
	['a flag of emoji tags', ' 🏴󠁧󠁢󠁳󠁣󠁴󠁿\u200B', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
	['a family', '👨‍👩‍👧‍👦\n', '👨‍👩‍👧‍👦'],
	['a word with a space', '\u00A0a b\u3000', 'a b'],
])('%s stays whole', (_title, text, kept) => {
	expect([trimmed(text), withUnseen(kept), isBlank(text)]).toEqual([kept, kept, false]);
});

test('Long values take no longer than linear time', () => {
	const startedAt = Date.now();
	for (const text of ['\u200B'.repeat(200_000), `a${' \u200B'.repeat(100_000)}b`])
		expect([isBlank(text), trimmed(text).length]).toEqual(
			text.startsWith('a') ? [false, 200_002] : [true, 0],
		);
	expect(Date.now() - startedAt).toBeLessThan(5_000);
});
