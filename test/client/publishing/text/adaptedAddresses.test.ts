import fc from 'fast-check';
import type { Channel } from '../../../../client/publishing/schemas';
import { adaptTexts, type TextAdaptions } from '../../../../client/publishing/text/adapt';
import { findAddresses, replaceAddresses } from '../../../../client/publishing/text/links';
import { withoutMarkdown } from '../../../../client/publishing/text/markdown';
import { withUtm } from '../../../../client/publishing/text/utm';
import { fuzzFactor, fuzzSeed } from '../../../fuzz/settings';
import { textsWithAddresses } from './addresses';

const runs = { numRuns: Math.ceil(2000 * fuzzFactor), seed: fuzzSeed };

const values = { source: 'n8n', medium: 'social-media', campaign: "l'été (春)_" };
const parameters = /[?&]utm_source=n8n&utm_medium=social-media&utm_campaign=[\w%]+?_?%5F/g;
const withoutParameters = (text: string): string => text.replace(parameters, '');
const domains = ['example.com', 'wikipedia.org', 'example'];

const addressesOf = (text: string): string[] => findAddresses(text).map((address) => address.text);

/** Texts in eight scripts: those of the table, with words, punctuation and marks between them. */
const words = fc.constantFrom(
	...[
		'launch',
		'Straße',
		'новости',
		'أهلاً',
		'שלום',
		'发布',
		'お知らせ',
		'소식',
		'नमस्ते',
		'ข่าว',
		'🎉',
		'👩‍🚀',
		'2026',
	],
);
const between = fc.constantFrom(
	...[
		' ',
		' ',
		'\n',
		'\n\n',
		'',
		'。',
		'、',
		'，',
		'؛ ',
		'। ',
		'! ',
		'” ',
		'「',
		'」',
		') ',
		' (',
		'**',
		'_',
		'`',
		' | ',
		"'s ",
	],
);
const samples = fc.constantFrom(...textsWithAddresses.map(([text]) => text));
const paths = fc.stringMatching(
	/^https:\/\/example\.com\/[a-z0-9/_.~%()'-]{0,9}(\?[a-z]=[0-9]|)(#[a-z]|)[a-z0-9]$/,
);
const linked = fc.tuple(words, paths).map(([word, address]) => `[${word}](${address})`);
const text = fc
	.array(fc.tuple(fc.oneof(words, samples, paths, linked), between), { minLength: 1, maxLength: 20 })
	.map((pairs) => pairs.flat().join(''));

const channelOn = (platform: string, charLimit: number | null): Channel =>
	({ id: platform, platform, handle: 'acme', capabilities: { charLimit } }) as Channel;

const adaptedTo = (caption: string, channel: Channel, adaptions: Partial<TextAdaptions>): string => {
	const utm = { ...values, domains: [] };
	const all = {
		convertsMarkdown: false,
		shortens: false,
		hashtags: 3,
		utm,
		includesOthers: false,
		...adaptions,
	};
	return adaptTexts({ caption }, [channel], all).adapted[0]?.text ?? caption;
};

test('taking the parameters away returns the text, and each address still ends where it did', () => {
	fc.assert(
		fc.property(text, fc.boolean(), (source, isMarkdown) => {
			const changed = withUtm(source, domains, values, isMarkdown);
			expect(withoutParameters(changed)).toBe(source);
			expect(addressesOf(changed).map(withoutParameters)).toEqual(addressesOf(source));
			expect(addressesOf(source).every((address) => URL.canParse(address))).toBe(true);
		}),
		runs,
	);
});

test('replacing addresses by themselves returns the text', () => {
	fc.assert(
		fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 50 })), (source) => {
			expect(replaceAddresses(source, (address) => address.text)).toBe(source);
		}),
		runs,
	);
});

test.each([true, false])(
	'shows no address of a channel but those of the text (Convert Markdown: %s)',
	(convertsMarkdown) => {
		fc.assert(
			fc.property(
				text,
				fc.integer({ min: 60, max: 500 }),
				fc.boolean(),
				fc.boolean(),
				(source, max, shortens, isDevto) => {
					const channel = channelOn(isDevto ? 'devto' : 'bluesky', max);
					const shown = adaptedTo(source, channel, {
						convertsMarkdown,
						shortens,
						utm: { ...values, domains },
					});
					const plain = convertsMarkdown && !isDevto ? withoutMarkdown(source).text : source;
					const there = new Set(addressesOf(plain));
					expect(
						addressesOf(shown)
							.map(withoutParameters)
							.filter((address) => !there.has(address)),
					).toEqual([]);
					if (!shortens) expect(withoutParameters(shown)).toBe(plain);
				},
			),
			runs,
		);
	},
);

test('converting Markdown keeps the addresses of links and of the text', () => {
	const line = fc
		.array(fc.tuple(fc.oneof(words, linked, paths), fc.constantFrom(' ', ' ', '。', '、', '')), {
			minLength: 1,
			maxLength: 8,
		})
		.map((pairs) => pairs.flat().join(''));
	fc.assert(
		fc.property(line, (source) => {
			expect(addressesOf(withoutMarkdown(source).text)).toEqual(addressesOf(source));
		}),
		runs,
	);
});
