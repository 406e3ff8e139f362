import { withoutMarkdown } from '../../../../client/publishing/text/markdown';

const plain = (markdown: string): string => withoutMarkdown(markdown).text;

describe('withoutMarkdown', () => {
	test.each([
		['# Big news', 'Big news'],
		['## Why **now**? ##', 'Why now?'],
		['**Bold** and *italic* and __both__ and _it_', 'Bold and italic and both and it'],
		['***Everything*** at once', 'Everything at once'],
		['**bold *and italic***', 'bold and italic'],
		['*italic **and bold***', 'italic and bold'],
		['~~old~~ new', 'old new'],
		['(*sigh*) "**quoted**", **end**.', '(sigh) "quoted", end.'],
		['这是**重点**内容', '这是重点内容'],
		['これは**重要**です。', 'これは重要です。'],
		['**今天发布。** *「新产品」*！', '今天发布。 「新产品」！'],
		['**नमस्ते।** **مرحبا؟**', 'नमस्ते। مرحبا؟'],
		['**Привет**, мир', 'Привет, мир'],
		['**🔥 Hot** and 🔥**hot**🔥', '🔥 Hot and 🔥hot🔥'],
		['Note:**important**', 'Note:important'],
		['Run `npm start`, then ``a ` b``', 'Run npm start, then a ` b'],
		['```js\nlet a = "**b**";\n```\nDone', 'let a = "**b**";\nDone'],
		['~~~\n**b**\n~~~\nDone', '**b**\nDone'],
		['A **long\nthought** ends', 'A long\nthought ends'],
		['* one\n* **two**\n* three', '• one\n• two\n• three'],
		['*   **Fast:** yes\n\n    more\n\n*   **Small:** yes', '• Fast: yes\n\n    more\n\n• Small: yes'],
		['- **one**\n- two\n1. _three_', '- one\n- two\n1. three'],
		['> Quoted **words**\n>\n> > and more', 'Quoted words\n\nand more'],
		['Above\n\n---\n\nBelow', 'Above\n\nBelow'],
		['Above\n***\nBelow', 'Above\n\nBelow'],
		['Read [our blog](https://example.com/a_b_c).', 'Read our blog: https://example.com/a_b_c.'],
		['[https://example.com](https://example.com/)', 'https://example.com/'],
		['[example.com](https://www.example.com)', 'https://www.example.com'],
		['[**Bold** link](https://example.com/x_(y) "A title")', 'Bold link: https://example.com/x_(y)'],
		['[Listen:](<https://example.com/a b>)', 'Listen: https://example.com/a b'],
		['See <https://example.com/_x_>', 'See https://example.com/_x_'],
		['[](https://example.com)', 'https://example.com'],
		['**https://example.com/a_b**', 'https://example.com/a_b'],
		[
			'| Plan | Price |\n| --- | ---: |\n| **Free** | 0 |\n| A \\| B | 5 |',
			'Plan | Price\nFree | 0\nA | B | 5',
		],
		['# Q&amp;A\nTom &amp; **Jerry &amp; co**', 'Q&A\nTom & Jerry & co'],
		['**Rated** 5\\* and 1\\.', 'Rated 5* and 1.'],
		['**Hi** @john_doe_ and #_x and snake_case', 'Hi @john_doe_ and #_x and snake_case'],
		['AT&amp;T &lt;3 a\\_b &#8217;&#x1F389;', 'AT&T <3 a\\_b ’🎉'],
		['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
		['One<br>two<br />\nthree<BR/>four', 'One\ntwo\nthree\nfour'],
		['| A | B |\n| --- | --- |\n| a<br>b | `c &amp; d` |', 'A | B\na b | c &amp; d'],
		['Above\n\n<!-- A\nnote -->\n\nBelow <!-- another -->', 'Above\n\nBelow '],
		['Title\n=====\nText', 'Title\nText'],
		[
			'See [our docs][Docs], [docs] or [docs][].\n\n[docs]: https://example.com/a "Title"',
			'See our docs: https://example.com/a, docs: https://example.com/a or docs: https://example.com/a.',
		],
		['![Logo][l] and [l]\n\n[l]: <https://example.com/a>\n\nEnd', ' and l: https://example.com/a\n\nEnd'],
		[
			'新作は[こちら](https://example.com/new)をご覧ください。',
			'新作はこちら: https://example.com/new をご覧ください。',
		],
		[
			'[A](https://example.com/a)[B](https://example.com/b)',
			'A: https://example.com/a B: https://example.com/b',
		],
		['[docs](https://example.com/a)-based', 'docs: https://example.com/a -based'],
		["[Acme](https://example.com)'s shop", "Acme: https://example.com 's shop"],
		['**[Buy](https://example.com/a)**now', 'Buy: https://example.com/a now'],
		['**https://example.com/a**now', 'https://example.com/a now'],
		['[A](https://example.com/a)![](https://example.com/i.png)b', 'A: https://example.com/a b'],
		['now[](https://example.com/a)', 'now https://example.com/a'],
		[
			'([A](https://example.com/a)), "[B](https://example.com/b)".',
			'(A: https://example.com/a), "B: https://example.com/b".',
		],
		['详情[在此](https://example.com/a)。', '详情在此: https://example.com/a。'],
		['详情https://example.com/_a_ **新**', '详情https://example.com/_a_ 新'],
		['[A](https://example.com/a)🎉', 'A: https://example.com/a 🎉'],
		['**Note**:\r\n* a\r\n* b', 'Note:\n• a\n• b'],
	])('converts %j', (markdown, text) => {
		expect(plain(markdown)).toBe(text);
	});

	test.each([
		'2 * 3 * 4 and 2*3*4 and 2**3**4',
		'#1 in sales, #tag',
		'snake_case, __x, a__b__c, file_name_v2.txt',
		':-) ^_^ >_< foo >_< :* hi :* -_- o_o ¯\\_(ツ)_/¯ (*_*) *_*',
		'john_doe@example.com and mary_ann@example.com',
		'A lone * and one more *',
		'* Terms apply',
		'Price* and more\n\nOther\n* Terms apply',
		'f**k and s**t, f*** and s***',
		'***** Great hotel *****',
		'*Only today\nand tomorrow*',
		'**Sold out\n\nBack soon**',
		'A hotel with 5**\nand one with 4**',
		'- one\n- two\n\n1. three\n• four',
		'> 50% off and -> here\n>:(',
		'array[0](x) and [brackets] and [a](b) and [x](mailto:a@b.c)',
		'https://example.com/_foo_/*bar*/~~x~~?a=**b**',
		'| not a table |\nbut | text',
		'don`t and won`t, a ` alone',
		'AT&T, 1 < 2, a\\*b, C:\\_x\\_, &c; &nothing; &#0;',
		'<!-- never closed\n\n[1]: https://example.com/unused',
		'Total\n==\n\n=====\nA = B',
		'見てhttps://example.com/aをご覧 https://example.com/*b*/c',
		'~5 or ~6, ~ and ~~',
		'#\n##\n# ',
		'a\r\nb\r\n',
		'\n\n  two  spaces \n',
		'```\nnever closed',
		'\uE000 private \uE000',
		'@_someone_ and #_tag_',
		'',
	])('leaves %j as it is', (text) => {
		expect(withoutMarkdown(text)).toEqual({ text, droppedImages: 0 });
	});

	test('drops images and says how many', () => {
		const markdown = 'Look:\n![A cat](https://example.com/cat.png)\n**Nice** ![x](y.png)';
		expect(withoutMarkdown(markdown)).toEqual({ text: 'Look:\nNice ', droppedImages: 2 });
		expect(withoutMarkdown('[![Logo](a.png)](https://example.com)')).toEqual({
			text: 'https://example.com',
			droppedImages: 1,
		});
	});

	test.each([
		['backticks', '`'.repeat(80_000)],
		['runs of backticks', Array.from({ length: 400 }, (_, index) => '`'.repeat(index)).join(' ')],
		['pairs of backticks', '` `` '.repeat(16_000)],
		['brackets', `${'['.repeat(80_000)}](x)`],
		['starts of links', '[](a'.repeat(20_000)],
		['starts of links in angles', '[](<a'.repeat(20_000)],
		['starts of titles', '[](a "'.repeat(16_000)],
		['nested links', `${'['.repeat(10_000)}a${'](https://example.com)'.repeat(10_000)}`],
		['starts of comments', '<!-- '.repeat(20_000)],
		['lines of comments', '<!--\n'.repeat(20_000)],
		['blanks in a heading', `# a${' '.repeat(80_000)}b`],
		['fences', '```a\n'.repeat(20_000)],
		['entities', '&#'.repeat(40_000)],
		['definitions', '[a]: https://example.com\n'.repeat(4_000)],
	])('reads a hostile text in the time of its length: %s', (_title, markdown) => {
		expect(withoutMarkdown(markdown).text.length).toBeLessThanOrEqual(2 * markdown.length);
	});
});
