import fc from 'fast-check';
import { characterCount } from '../../../../client/http/text';
import { withoutMarkdown } from '../../../../client/publishing/text/markdown';
import { shorten } from '../../../../client/publishing/text/shorten';
import { fuzzFactor } from '../../../fuzz/settings';

const runs = { numRuns: Math.ceil(3000 * fuzzFactor) };

/** Words in six scripts, with emoji of several parts and combining marks. */
const word = fc.constantFrom(
	...['launch', 'Straße', 'naïve', 'cafe\u0301', 'новости', 'день', 'أهلاً', 'بالعالم', 'שלום', 'עולם'],
	...['发布', '我们的新产品', 'お知らせ', 'ありがとう', 'नमस्ते', 'दुनिया', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇩🇪', '🎉'],
);
const special = fc.constantFrom(
	...[
		'https://example.com/a_b?c=1',
		'http://bücher.example/ü',
		'https://x.co/(y)',
		'@acme',
		'@acme.bsky.social',
	],
	...['#launch', '#новости', '#发布'],
);
const token = fc.oneof(
	{ weight: 4, arbitrary: word },
	{ weight: 1, arbitrary: special.map((found) => ` ${found} `) },
);
const blank = fc.constantFrom(' ', ' ', ' ', '. ', '! ', '\n', '\n\n', '。', '');
const text = fc
	.array(fc.tuple(token, blank), { minLength: 1, maxLength: 60 })
	.map((pairs) => pairs.map(([first, second]) => first + second).join(''));

const unbreakable = /https?:\/\/\S+|[@#][\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*/giu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemesOf = (whole: string): string[] => [...segmenter.segment(whole)].map(({ segment }) => segment);

describe('shorten', () => {
	test('never exceeds the limit, and cuts no link, mention, hashtag or character', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 30, max: 300 }), fc.nat(4), (whole, max, hashtags) => {
				const shortened = shorten(whole, { max, hashtags });
				if (characterCount(whole) <= max) return expect(shortened).toBe(whole);
				// A link that doesn't fit makes the post too long, which the check before sending says.
				if (shortened === whole) return;
				expect(characterCount(shortened)).toBeLessThanOrEqual(max);
				const there = new Set(whole.match(unbreakable) ?? []);
				const [body = '', ending = ''] = shortened.split('…');
				for (const found of [...(body.match(unbreakable) ?? []), ...(ending.match(unbreakable) ?? [])])
					expect(there).toContain(found);
				// Without an ellipsis, only the hashtags or the link of the end are left.
				const kept = graphemesOf(shortened.includes('…') ? body.trimEnd() : '');
				expect(graphemesOf(whole).slice(0, kept.length)).toEqual(kept);
			}),
			runs,
		);
	});

	test('keeps a link if the text has one', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 40, max: 200 }), (whole, max) => {
				const links = whole.match(/https?:\/\/\S+/gi) ?? [];
				const shortened = shorten(whole, { max, hashtags: 2 });
				if (links.length > 0) expect(links.some((link) => shortened.includes(link))).toBe(true);
			}),
			runs,
		);
	});

	test('returns the same text the second time', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 30, max: 300 }), (whole, max) => {
				const once = shorten(whole, { max, hashtags: 2 });
				expect(shorten(once, { max, hashtags: 2 })).toBe(once);
			}),
			runs,
		);
	});
});

describe('withoutMarkdown', () => {
	const wrap = (mark: string, inner: string): string => `${mark}${inner}${mark}`;
	const sentence = fc
		.tuple(
			fc.constantFrom('', '«', '「', '“', '¿'),
			word,
			fc.constantFrom('', '.', '!', '。', '！', '।', '؟', '」'),
		)
		.map((parts) => parts.join(''));
	const written = fc.oneof(
		fc.tuple(fc.constantFrom('**', '~~', '***'), sentence).map(([mark, inner]) => wrap(mark, inner)),
		word.map((inner) => `[${inner}](https://example.com/${encodeURIComponent(inner)})`),
		word,
	);
	const line = fc
		.tuple(fc.constantFrom('', '## ', '- ', '> '), fc.array(written, { minLength: 1, maxLength: 6 }))
		.map(([start, words]) => start + words.join(' '));
	const markdown = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));

	test('leaves no marks of Markdown', () => {
		fc.assert(
			fc.property(markdown, (source) => {
				expect(withoutMarkdown(source).text).not.toMatch(/\*\*|__|~~|##|\]\(|^> /m);
			}),
			runs,
		);
	});

	test('leaves text without marks as it is, and any text the second time', () => {
		fc.assert(
			fc.property(text, (source) => expect(withoutMarkdown(source).text).toBe(source)),
			runs,
		);
		fc.assert(
			fc.property(markdown, (source) => {
				const once = withoutMarkdown(source).text;
				expect(withoutMarkdown(once).text).toBe(once);
			}),
			runs,
		);
	});

	test('ends for any text', () => {
		const anything = fc.string({
			unit: fc.constantFrom(...'*_~`[]()!<>#@|\\-\n ahttps:/1.'),
			maxLength: 400,
		});
		fc.assert(
			fc.property(anything, (source) => {
				expect(withoutMarkdown(source).text.length).toBeLessThanOrEqual(source.length + 200);
			}),
			runs,
		);
	});
});
