import { withoutMarkdown } from '../../../../client/publishing/text/markdown';

const plain = (text: string): string => withoutMarkdown(text).text;

test.each<[string, string, string]>([
	['paragraphs', '<p>Part One</p><p>Part Two</p>', 'Part One\n\nPart Two'],
	[
		'paragraphs of WordPress',
		'\n<p>One</p>\n\n\n\n<p class="x">Two &#8211; three&nbsp;</p>\n',
		'One\n\nTwo – three\u00A0',
	],
	['lines', '<p>One<br>two<br />\nthree</p>', 'One\ntwo\nthree'],
	['source lines, which are spaces', '<div>\n  <p>A long\n  line</p>\n</div>', 'A long line'],
	['headings', '<h2>New</h2><p>Sofas</p>', 'New\n\nSofas'],
	[
		'a list',
		'<p>Colors:</p><ul>\n<li>Red</li>\n<li><p>Blue</p></li>\n</ul><p>End</p>',
		'Colors:\n\n• Red\n• Blue\n\nEnd',
	],
	['a list with numbers', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
	['a list in a list', '<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>', '• A\n• B\n• C'],
	[
		'a table',
		'<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Free</td><td>0</td></tr></table>',
		'Plan | Price\nFree | 0',
	],
	[
		'a link',
		'<p>See <a class="x" href="https://a.example/b_c?d=1&amp;e=2">the shop</a>.</p>',
		'See the shop (https://a.example/b_c?d=1&e=2).',
	],
	['a link with single quotes', "<a href='https://a.example'>A</a> now", 'A (https://a.example) now'],
	['a link that is its text', '<a href="https://a.example/">a.example</a> now', 'a.example now'],
	[
		'a link that is its text before a word',
		'<a href="https://a.example">https://a.example</a>now',
		'https://a.example now',
	],
	[
		'a link around a picture',
		'<p><a href="https://a.example/b"><img src="https://a.example/i.png"></a></p>',
		'https://a.example/b',
	],
	['a link to mail', '<a href="mailto:a@a.example">Write</a>', 'Write (a@a.example)'],
	[
		'a link of the website',
		'<p><a href="/sofas">Sofas</a> <a href="#x">here</a> <a href="javascript:x()">y</a></p>',
		'Sofas here y',
	],
	[
		'text of Telegram',
		'Hi <b>Ann</b>,\n\n<i>new</i> <a href="https://a.example/">sofas</a>\n<code>x</code>',
		'Hi Ann,\n\nnew sofas (https://a.example/)\nx',
	],
	[
		'a page',
		'<!DOCTYPE html><html><head><title>T</title><style>p { color: red }</style></head><body><p>Hi</p><script>x < 1</script></body></html>',
		'Hi',
	],
	['a style sheet before a text', '<style>\np { a: b }\n</style>\nHi', 'Hi'],
	['comments', '<p>One</p><!-- more --><p>Two</p>', 'One\n\nTwo'],
	['entities once, after the tags', '<p>&lt;b&gt; M&uuml;nchen&#146;s &amp;amp;</p>', '<b> München’s &amp;'],
	['Markdown in it', '<p>**Bold** and *more*</p>\n\n# Next', 'Bold and more\n\nNext'],
	['capital names', '<P>One</P><UL><LI>Two</LI></UL>', 'One\n\n• Two'],
	[
		'unknown elements, which stay',
		'<p>List<String> and <topic>x</topic></p>',
		'List<String> and <topic>x</topic>',
	],
	[
		'code of Markdown, which stays',
		'<p>Use `<b>x</b>`</p>\n\n```\n<i>y</i>\n```',
		'Use <b>x</b>\n\n<i>y</i>',
	],
	['a quote', '<blockquote><p>Wise</p></blockquote><p>Ann</p>', 'Wise\n\nAnn'],
	[
		'Shopify',
		'<meta charset="utf-8"><p><strong>Sofa</strong><br data-x="1">Red</p>\n<ul>\n<li>Soft</li>\n</ul>',
		'Sofa\nRed\n\n• Soft',
	],
])('converts %s', (_title, html, text) => {
	expect(plain(html)).toBe(text);
});

test('counts images', () => {
	const html =
		'<p>A<img src="https://a.example/1.png" alt="x"><img src="/2.png">![b](https://a.example/3.png)</p>';
	expect(withoutMarkdown(html)).toEqual({ text: 'A', droppedImages: 3 });
});

test.each([
	['open elements', '<p>'.repeat(33_000)],
	['elements', '<p>a</p>'.repeat(12_000)],
	['nested elements', `${'<div>'.repeat(9_000)}a${'</div>'.repeat(9_000)}`],
	['nested lists', `${'<ul><li>'.repeat(6_000)}a${'</li></ul>'.repeat(6_000)}`],
	['attributes', `<a ${'href='.repeat(20_000)}`],
	['comments', '<!-- '.repeat(20_000)],
	['spaces', `<p>${' '.repeat(100_000)}a</p>`],
	['backticks', '`<b>'.repeat(25_000)],
	['links', '<a href="https://a.example">'.repeat(3_000)],
])('reads a hostile text in the time of its length: %s', (_title, html) => {
	const startedAt = Date.now();
	expect(plain(html).length).toBeLessThanOrEqual(2 * html.length);
	expect(Date.now() - startedAt).toBeLessThan(5_000);
});
