import { findAddresses, findAllAddresses, isAddress } from '../../../../client/publishing/text/links';
import { textsWithAddresses } from './addresses';

const textsOf = (text: string): string[] => findAddresses(text).map((address) => address.text);

describe('findAddresses', () => {
	test.each(textsWithAddresses.map(([text, ...addresses]) => ({ text, addresses })))(
		'finds in $text: $addresses',
		({ text, addresses }) => {
			expect(textsOf(text)).toEqual(addresses);
		},
	);

	test('finds addresses that parse, in at least 80 texts', () => {
		expect(textsWithAddresses.length).toBeGreaterThanOrEqual(80);
		const found = textsWithAddresses.flatMap(([text]) => textsOf(text));
		expect(found.filter((address) => !URL.canParse(address) || !isAddress(address))).toEqual([]);
	});

	test.each([
		['schemes', 'https://'.repeat(20_000)],
		['ports that are too large', 'https://a:99999/'.repeat(10_000)],
		['open brackets', 'https://a.co/(x'.repeat(10_000)],
		['nested brackets', `https://a.co/${'('.repeat(160_000)}`],
		['marks', '**https://a.co/x'.repeat(10_000)],
		['apostrophes', `https://a.co/${"'s".repeat(80_000)}`],
		['bars', `https://a.co/?${'a|'.repeat(80_000)}`],
		['a long host', `https://${'a'.repeat(160_000)}`],
		['a long host in another script', `https://${'ü'.repeat(160_000)}.com`],
		['a long path', `https://a.co/${'東'.repeat(160_000)}`],
	])('reads a hostile text once: %s', (_title, text) => {
		expect(findAddresses(text).every(({ text: address }) => URL.canParse(address))).toBe(true);
	});
});

describe('findAllAddresses', () => {
	test.each([
		['www.example.com/a。', ['www.example.com/a']],
		['See example.com/a, or example.com', ['example.com/a']],
		['https://www.example.com/a and a@example.com/b', ['https://www.example.com/a']],
	])('finds the addresses without a scheme in %j', (text, addresses) => {
		expect(findAllAddresses(text).map((address) => address.text)).toEqual(addresses);
	});
});
