import { findAddresses } from '../../../../client/publishing/text/links';
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
		["https://example.com'dan", `https://example.com?${added}'dan`],
		['https://example.com,now', 'https://example.com,now'],
		['详情见https://example.com/a。欢迎光临', `详情见https://example.com/a?${added}。欢迎光临`],
		['（https://example.com/a）', `（https://example.com/a?${added}）`],
		['【https://example.com/a】', `【https://example.com/a?${added}】`],
		['„https://example.com/a“', `„https://example.com/a?${added}“`],
		['**https://example.com/a**', `**https://example.com/a?${added}**`],
		['_https://example.com/a_', `_https://example.com/a?${added}_`],
		['`https://example.com/a`', `\`https://example.com/a?${added}\``],
		['|x|https://example.com/a|y|', `|x|https://example.com/a?${added}|y|`],
		['(https://example.com/a_(b))', `(https://example.com/a_(b)?${added})`],
		['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/東京'],
		['https://example.com/東京をご覧。', `https://example.com/東京をご覧?${added}。`],
		[
			'[https://example.com/a](https://example.com/a)',
			`[https://example.com/a?${added}](https://example.com/a?${added})`,
		],
	])('changes %j to %j', (text, expected) => {
		expect(withUtm(text, ['example.com'], values)).toBe(expected);
	});

	test.each(["l'été!", '(sale)', 'sale_', 'sale-', 'a.', '**', '~~', '春', "x's", '🎉', '%&#=+ /?'])(
		'ends the address behind the campaign %j',
		(campaign) => {
			const changed = withUtm('(https://example.com/a)をご覧', ['example.com'], { ...values, campaign });
			const [address = ''] = changed.slice(1).split(')を');
			expect(findAddresses(changed)).toMatchObject([{ text: address }]);
			expect(new URL(address).searchParams.get('utm_campaign')).toBe(campaign);
		},
	);

	test('leaves out empty values', () => {
		const some = { source: 'x', medium: '', campaign: '' };
		expect(withUtm('https://example.com', ['example.com'], some)).toBe('https://example.com?utm_source=x');
	});

	test.each([
		['[a](https://example.com/a)', `[a](https://example.com/a?${added})`],
		[
			'[![Logo](https://example.com/logo.png)](https://example.com/a)',
			`[![Logo](https://example.com/logo.png)](https://example.com/a?${added})`,
		],
		[
			'`https://example.com/a` https://example.com/b',
			`\`https://example.com/a\` https://example.com/b?${added}`,
		],
		['``a ` https://example.com/a``', '``a ` https://example.com/a``'],
		['\\`https://example.com/a\\`', `\\\`https://example.com/a?${added}\\\``],
		[
			'```sh\ncurl https://example.com/a\n```\nhttps://example.com/b',
			`\`\`\`sh\ncurl https://example.com/a\n\`\`\`\nhttps://example.com/b?${added}`,
		],
		['- a\n  ~~~\n  https://example.com/a\n  ~~~', '- a\n  ~~~\n  https://example.com/a\n  ~~~'],
		['Code:\n\n    https://example.com/a\n', 'Code:\n\n    https://example.com/a\n'],
		['- entry\n\n    https://example.com/a\n', `- entry\n\n    https://example.com/a?${added}\n`],
		['Text\n    https://example.com/a', `Text\n    https://example.com/a?${added}`],
		[
			'![A][Img] [b][link]\n\n[img]: https://example.com/a.png\n[link]: https://example.com/b',
			`![A][Img] [b][link]\n\n[img]: https://example.com/a.png\n[link]: https://example.com/b?${added}`,
		],
		['<img src="https://example.com/a.png">', '<img src="https://example.com/a.png">'],
		['<a href="https://example.com/a">a</a>', `<a href="https://example.com/a?${added}">a</a>`],
		['<!-- https://example.com/a -->', '<!-- https://example.com/a -->'],
		['{% embed https://example.com/a %}', '{% embed https://example.com/a %}'],
		[
			'---\ncover_image: https://example.com/a.png\n---\nhttps://example.com/b',
			`---\ncover_image: https://example.com/a.png\n---\nhttps://example.com/b?${added}`,
		],
	])('changes only the links of the Markdown %j', (text, expected) => {
		expect(withUtm(text, ['example.com'], values, true)).toBe(expected);
	});

	test.each([
		['backticks', '`'.repeat(80_000)],
		['fences', '```a\n'.repeat(16_000)],
		['images', '![a]('.repeat(16_000)],
		['tags', '<!--<img {%<pre>'.repeat(5_000)],
		['lines', 'https://example.com\n'.repeat(5_000)],
	])('reads hostile Markdown in the time of its length: %s', (_title, text) => {
		expect(withUtm(text, ['example.com'], values, true).length).toBeGreaterThanOrEqual(text.length);
	});
});
