import { withUtm } from '../../../../client/publishing/text/utm';

const values = { source: 'linkedin', medium: 'social', campaign: 'spring sale' };
const added = 'utm_source=linkedin&utm_medium=social&utm_campaign=spring%20sale';

describe('withUtm', () => {
	test.each([
		['See https://example.com.', `See https://example.com?${added}.`],
		['https://shop.example.com/a_b?x=1#top', `https://shop.example.com/a_b?x=1&${added}#top`],
		['(https://example.com/a)', `(https://example.com/a?${added})`],
		['https://example.com/a_(b)', `https://example.com/a_(b)?${added}`],
		['HTTPS://EXAMPLE.COM/X', `HTTPS://EXAMPLE.COM/X?${added}`],
		[
			'https://example.com/?utm_source=mail',
			'https://example.com/?utm_source=mail&utm_medium=social&utm_campaign=spring%20sale',
		],
		[
			'https://notexample.com and https://example.com.evil.org',
			'https://notexample.com and https://example.com.evil.org',
		],
		['https:// and http://[', 'https:// and http://['],
		['no link', 'no link'],
	])('changes %j to %j', (text, expected) => {
		expect(withUtm(text, ['example.com'], values)).toBe(expected);
	});

	test('leaves out empty values', () => {
		const some = { source: 'x', medium: '', campaign: '' };
		expect(withUtm('https://example.com', ['example.com'], some)).toBe('https://example.com?utm_source=x');
	});
});
