import { usePostCheck } from './postCheck';
import { seed } from '../../../../sandbox';
import { damages, textFindings } from '../../../../client/publishing/validation/textRules';

const check = usePostCheck();
const { devto, facebook, linkedin } = seed.channels;

/** What a text has that nobody wrote, with what a check says about it. The position counts an emoji as one character. */
type Damaged = [text: string, says: RegExp | string];

/** Examples of each row of the table, and texts of people that only look like it. */
const samples: Record<string, { damaged: Damaged[]; written?: string[] }> = {
	'Half an emoji or another half character': {
		damaged: [
			['🎉 New sofa \ud83d', /half a character at character 12\./],
			['\ude00 New sofa', /half a character at character 1\./],
			['\ud83d\ud83d\ude00', /half a character at character 1\./],
			['a\ude00\ud83d', /half a character at character 2 and 1 more time\./],
			['𠮷野家\ud842', /half a character at character 4\./],
		],
		written: ['🎉👩‍👩‍👧‍👦🇩🇪 Schöne Sofas', '𠮷野家で新しいソファ', 'مرحبا بكم'],
	},
	'A NUL character': {
		damaged: [
			['New\0 sofa', /a NUL character at character 4\./],
			['🎉\0', /a NUL character at character 2\./],
		],
	},
	'JSON, or a code block around it, as the whole text': {
		damaged: [
			['{"caption": "Hello", "tags": ["a"]}', `is only JSON ('{"caption": "Hello", "tags": ["a"]}')`],
			[' {\n  "error": { "code": 429 }\n}\n', 'is only JSON'],
			['{}', 'is only JSON'],
			['```json\n{ "caption": "Hello" }\n```', 'is only JSON'],
			['```\n{"a": 1}\n```', 'is only JSON'],
			['[{"caption": "Hello"}]', 'is only JSON'],
			["{'caption': 'Hello', 'hashtags': None}", 'is only JSON'],
			['{"url": "https://x.example/a?token=abc123"}', /^(?!.*abc123)is only JSON/],
		],
		written: [
			'JSON looks like this: {"name": "Ada"}',
			'{"name": "Ada"} is JSON.',
			'```json\n{"name": "Ada"}\n```\nThis is JSON.',
			'{smiles}',
			'{ "quoted" }',
		],
	},
	'The answer of a request that failed, as the whole text': {
		damaged: [
			['Request failed with status code 429', 'is the message of an error'],
			['Error: 401 {"error":{"message":"Incorrect API key"}}', 'is the message of an error'],
			['404 - "{\\"detail\\":\\"Not found\\"}"', 'is the message of an error'],
			['connect ECONNREFUSED 127.0.0.1:5000', 'is the message of an error'],
			['The service is receiving too many requests from you', 'is the message of an error'],
		],
		written: [
			'404 - sofa not found! New ones arrive soon.',
			'What does "Request failed" mean?',
			'Error: 1 sofa too many',
		],
	},
	'`undefined`, `null`, `NaN` or `[object Object]`, as the whole text': {
		damaged: [
			['undefined', "is what an expression without a value leaves ('undefined')"],
			[' null ', 'is what an expression without a value leaves'],
			['NaN', 'is what an expression without a value leaves'],
			['[object Object]', 'is what an expression without a value leaves'],
		],
		written: ['Undefined', 'Null and void: our new album'],
	},
	'`#REF!`, `#N/A` or another error of a spreadsheet, as the whole text': {
		damaged: [
			['#N/A', "is the error of a spreadsheet ('#N/A')"],
			[' #REF! ', 'is the error of a spreadsheet'],
		],
		written: ['#NA'],
	},
	'A web page, which begins with `<!doctype` or `<html`': {
		damaged: [
			['<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>', 'is a web page'],
			['\n<html lang="en">\n<p>Hello</p>', 'is a web page'],
		],
		written: ['Every page begins with <!doctype html>', '<htmlify>'],
	},
	'What a model thinks, which begins with `<think>`': {
		damaged: [
			['<think>\nThe user wants a post.\n</think>\n\nHello', 'is what the model thinks'],
			['<thinking>Hm</thinking>Hello', 'is what the model thinks'],
		],
		written: ['What do you <think>?', 'Models write <think> first'],
	},
	'The sign for a lost character (\uFFFD)': {
		damaged: [
			['Sch\uFFFDne Sofas f\uFFFDr alle', /lost character \(\uFFFD\) at character 4 and 1 more time\./],
		],
	},
	'`[object Object]` in a text': {
		damaged: [['New: [object Object]', /'\[object Object\]' at character 6\. An object was used/]],
		written: ['[objects] of desire'],
	},
	'`undefined`, `NaN`': {
		damaged: [
			['Price: undefined', /'undefined' at character 8\. Check the expression/],
			['Hi undefined.', /'undefined' at character 4/],
			['Only NaN €', /'NaN' at character 6/],
		],
		written: ['An undefinedness of taste. NaNcy likes it', 'window.undefined() and Object.NaN'],
	},
	'`null` instead of a name or a value, such as `Hello null`': {
		damaged: [
			['Hello null, welcome back', /'Hello null' at character 1/],
			['Hi, None!', /'Hi, None'/],
			['Hallo null', /'Hallo null'/],
			['Price: null', /'null' at character 8/],
			['NULL', /'NULL' at character 1/],
			['By null null', /'null null'/],
		],
		written: [
			'The null hypothesis',
			'Dear None of the above',
			'Hello Nullable world',
			'Write {"price": null} or { a: null }',
			'Result: null and void',
			'Und null Bock auf Montag',
		],
	},
	'`Invalid DateTime`': {
		damaged: [['From Invalid DateTime on', /'Invalid DateTime' at character 6\. A date/]],
	},
	'`Invalid Date`': {
		damaged: [['Invalid Date', /'Invalid Date' at character 1/]],
		written: ['An invalid date'],
	},
	'`#REF!`, `#N/A` and other errors of spreadsheets in a text': {
		damaged: [
			['Sofa #REF!', /'#REF!' at character 6\. The spreadsheet/],
			['Save #DIV/0! %', /'#DIV\/0!' at character 6/],
		],
		written: ['#REFORM and #NA and #VALUES'],
	},
	"An expression in braces that wasn't evaluated": {
		damaged: [
			['🎉 {{ $json.title }}', /'\{\{ \$json\.title \}\}' at character 3\. The expression wasn't/],
			['Hi {{ name }}', /'\{\{ name \}\}' at character 4\. The expression wasn't/],
			[`{{ ${'x'.repeat(100)} }}`, /'\{\{ x{37}…' at character 1/],
		],
		written: ['Use { } and {{ in a text }'],
	},
	'Elements of HTML': {
		damaged: [
			['<p>New sofas</p>', /'<\/p>' at character 13.*Convert Markdown/],
			['One<br>two', /'<br>'/],
			['One<br />\ntwo', /'<br \/>'/],
			['<a href="https://a.example/x?token=secret1">Shop</a>', /^(?!.*secret1)has/],
			['<img src="https://a.example/i.png">', /'<img/],
			['<span style="color: red">Sale', /'<span/],
		],
		written: [
			'Learn HTML: the <div>, the <p> and the <br> tags',
			'Close your <div> with </div>!',
			'Write `<b>bold</b>` for bold',
			'Use <img src="..." alt="..."> so that everyone understands',
			'I <3 you, 1 < 2 > 0',
		],
	},
	'Shortcodes of WordPress': {
		damaged: [
			['[gallery ids="1,2"] New', /'\[gallery ids="1,2"\]'/],
			['[caption id="a" width="300"]A sofa[/caption]', /'\[caption id="a" width="300"\]'.* and 1 more time/],
		],
		written: ['[New] sofas [here]', '[Link](https://a.example)', 'array[0]'],
	},
	'Footnotes, notes such as `[!NOTE]` and front matter of Markdown': {
		damaged: [
			['As said[^1]\n\n[^1]: There', /'\[\^1\]' at character 8 and 1 more time/],
			['> [!NOTE]\n> New', /'\[!NOTE\]'/],
			['---\ntitle: New\ntags: a\n---\nHello', /'---/],
		],
		written: ['---\nHello\n---', 'x[^]y', 'Note! [NOTE]'],
	},
	'Marks with which a model names its sources': {
		damaged: [
			['Sofas are back【4:0†source】.', /'【4:0†source】' at character 15/],
			['Sofas \uE200cite\uE202turn0search0\uE201', /at character 7/],
			['Sofas :contentReference[oaicite:0]{index=0}', /':contentReference/],
			['Sofas [oai_citation:1‡a.example](https://a.example)', /'\[oai_citation/],
			['Sofas turn0search3', /'turn0search3'/],
		],
		written: ['【新品】到着', 'An \uF8FF computer', 'Turn 0 search results'],
	},
	'`\\n` instead of a line break': {
		damaged: [
			['Hello\\nworld', /'\\n' at character 6/],
			['Hello.\\n\\nNew sofas\\n#sofa', /'\\n\\n' at character 7/],
			['Hi \\n🎉', /'\\n'/],
		],
		written: [
			'Save it in C:\\new\\notes or \\\\server\\news',
			'See .\\docs\\new.txt or ..\\nina and docs\\new.txt',
			'In Python, \\n starts a new line',
			'$\\nabla f$ and x \\neq y',
		],
	},
	'`\\u00e9` instead of a letter': {
		damaged: [
			['Caf\\u00e9', /'\\u00e9' at character 4/],
			['\\u00c9cole', /'\\u00c9'/],
			['\\ud83d\\ude00 New', /'\\ud83d'/],
		],
		written: ['In JavaScript, \\u00e9 is é', 'C:\\Users\\u1234abcd', 'U+00E9'],
	},
	'`_x000D_` of a spreadsheet': {
		damaged: [['Hello_x000D_\nworld', /'_x000D_' at character 6/]],
		written: ['file_x64_final'],
	},
	'`%20` between words': {
		damaged: [['New%20sofas%20today', /'%20' at character 4/]],
		written: [
			'See https://a.example/new%20sofas',
			'a.example/new%20sofas',
			'Save 20% 20 times',
			'mailto:a@a.example?subject=a%20b',
		],
	},
	'Letters that were encoded once too often, such as `f\u00C3\u00BCr`': {
		damaged: [
			['CafÃ© crÃ¨me', /'Ã©' at character 4 and 1 more time/],
			['Donâ€™t miss it', /'â€™'/],
			['ðŸŽ‰ New', /'ðŸŽ'/],
			['ÐŸÑ€Ð¸Ð²ÐµÑ‚', /at character 1/],
			['æ–°å“\u0081ã‚½', /at character 1/],
		],
		written: ['São Paulo', 'NÃO PERCA! Âmbar', '«IRMû, "IRMÔ, Ñandú', 'A manhã… e o pão', 'Ðe Ñu'],
	},
	'Control characters': {
		damaged: [['New\u0008 sofa\u000B', "has '[U+0008]' at character 4 and 1 more time."]],
		written: ['One\n\ttwo\r\nthree'],
	},
	'Entities of HTML, such as `&amp;`': {
		damaged: [
			['Tom &amp; Jerry', /'&amp;' at character 5/],
			['M&uuml;nchen', /'&uuml;'/],
			['Don&#8217;t', /'&#8217;'/],
			['https://a.example/?a=1&amp;b=2', /'&amp;'/],
		],
		written: ['AT&T; R&D;', 'Write `&amp;` for an ampersand', '&c; &nothing;'],
	},
};

test('every row of the table has examples, and no example is left', () => {
	expect(Object.keys(samples)).toEqual(damages.map(({ name }) => name));
});

const severityOf = (name: string): string => {
	const { isWhole, stops, severity } = damages.find((row) => row.name === name) ?? {};
	return isWhole || stops ? 'error' : String(severity);
};
const rows = Object.entries(samples).flatMap(([name, { damaged }]) =>
	damaged.map(([text, says]): [string, string, Damaged[1]] => [name, text, says]),
);

test.each(rows)('names %s: %j', async (name, caption, says) => {
	const found = await check({ accounts: [facebook.id], caption });
	const ofText = found.filter(({ code }) => ['textBroken', 'textUnwritten'].includes(code));
	const problem: unknown =
		typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
	expect(ofText).toContainEqual(
		expect.objectContaining({ severity: severityOf(name), field: 'caption', problem }),
	);
	// Each kind once, although a text can have it many times.
	expect(new Set(ofText.map((one) => one.problem)).size).toBe(ofText.length);
});

test.each(Object.values(samples).flatMap(({ written = [] }) => written))(
	'finds nothing in what people write: %j',
	(caption) => {
		expect(textFindings({ accounts: [], caption, media: [] })).toEqual([]);
	},
);

const codesFor = async (post: Parameters<typeof check>[0]): Promise<string[]> =>
	(await check(post))
		.filter(({ code }) => code === 'textUnwritten')
		.map(({ severity, field }) => `${severity} ${field}`);

test.each<[string, string, (text: string) => object]>([
	['title', 'title', (title) => ({ title })],
	['first comment', 'firstComment', (firstComment) => ({ firstComment })],
	[
		'override',
		`perAccount.${facebook.id}.caption`,
		(caption) => ({ perAccount: { [facebook.id]: { caption } } }),
	],
	['alt text', 'altText', (altText) => ({ media: [{ mediaType: 'image', altText }] })],
])('names the %s that is damaged', async (_place, field, postOf) => {
	const found = await check({ accounts: [facebook.id], ...postOf('New\0 sofa') });
	const problem: unknown = expect.stringMatching(/a NUL character at character 4\./);
	expect(found).toContainEqual(expect.objectContaining({ severity: 'error', field, problem }));
});

describe('A caption that is no text', () => {
	const caption = '{"error": "no credits"}';

	test('is an error where it goes out, and a warning in a draft and in other texts', async () => {
		const accounts = [facebook.id];
		expect(await codesFor({ accounts, caption })).toEqual(['error caption']);
		expect(await codesFor({ accounts, caption, delivery: undefined })).toEqual(['warning caption']);
		expect(await codesFor({ accounts, title: caption })).toEqual(['warning title']);
		const perAccount = { [facebook.id]: { caption } };
		expect(await codesFor({ accounts, perAccount })).toEqual([`error perAccount.${facebook.id}.caption`]);
	});

	test("doesn't matter if every channel has a text of its own", async () => {
		const own = { [facebook.id]: { caption: 'Hello' } };
		expect(await codesFor({ accounts: [facebook.id], caption, perAccount: own })).toEqual([]);
		const both = [facebook.id, linkedin.id];
		expect(await codesFor({ accounts: both, caption, perAccount: own })).toEqual(['error caption']);
	});

	test('can be a page on dev.to, which takes HTML', async () => {
		const page = '<html><p>Hello</p></html>';
		const post = { caption: page, title: 'A' };
		expect(await codesFor({ ...post, accounts: [devto.id] })).toEqual([]);
		expect(await codesFor({ ...post, accounts: [devto.id, facebook.id] })).toEqual(['error caption']);
		expect(await codesFor({ ...post, caption, accounts: [devto.id] })).toEqual(['error caption']);
	});
});

test('ends for long texts of every kind, because each rule takes linear time', () => {
	const pieces = Object.values(samples).flatMap(({ damaged, written = [] }) => [
		...damaged.map(([text]) => text),
		...written,
	]);
	const parts = [
		'{{',
		'{{ ',
		'}}',
		'[object ',
		'#',
		'<a ',
		'<br',
		'[a b=',
		'\\',
		'\\n',
		'C:\\n',
		'%20',
		'&',
		'\uE000',
		'【4',
		'{"a":',
		'}',
		'```',
	];
	const findings = [...pieces, ...parts].map((piece) =>
		textFindings({ accounts: [], caption: piece.repeat(Math.ceil(100_000 / piece.length)), media: [] }),
	);
	expect(findings).toHaveLength(pieces.length + parts.length);
});
