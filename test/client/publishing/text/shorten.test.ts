import { characterCount } from '../../../../client/http/text';
import { shorten } from '../../../../client/publishing/text/shorten';

describe('shorten', () => {
	test.each<[title: string, text: string, max: number, hashtags: number, expected: string]>([
		['leaves a text that fits', 'Just right', 10, 3, 'Just right'],
		[
			'cuts after a sentence if most of the room is used',
			'One two three. Four five six seven.',
			24,
			3,
			'One two three. …',
		],
		[
			'cuts after a word if a sentence would leave too much room',
			'One. Two three four five six.',
			20,
			3,
			'One. Two three four…',
		],
		['counts emoji as the service does', '🎉🎉🎉 party 🎉🎉🎉', 10, 3, '🎉🎉🎉 party…'],
		['keeps emoji of several parts whole', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 17, 3, '👨‍👩‍👧‍👦👨‍👩‍👧‍👦…'],
		[
			'cuts Chinese between two characters',
			'我们今天发布了一个全新的产品它非常好用',
			10,
			3,
			'我们今天发布了一个…',
		],
		[
			'cuts Chinese after a sentence',
			'我们今天发布了产品。它非常好用大家快来看',
			13,
			3,
			'我们今天发布了产品。…',
		],
		[
			'keeps the link of the end',
			'A long story about many things https://example.com/x',
			40,
			3,
			'A long story… https://example.com/x',
		],
		[
			'keeps so many hashtags of the end',
			'A long story about many things.\n\n#one #two #three #four',
			30,
			2,
			'A long story about…\n\n#one #two',
		],
		[
			'drops hashtags before it cuts the text',
			'A short story.\n\n#one #two #three',
			25,
			2,
			'A short story.\n\n#one #two',
		],
		[
			'doesn’t count hashtags in sentences',
			'The #first #second #third are words in here',
			30,
			0,
			'The #first #second #third are…',
		],
		[
			'moves a link that would be lost to the end',
			'A long story about many things, see https://example.com/x for all of it',
			45,
			3,
			'A long story about… https://example.com/x',
		],
		[
			'keeps a link at the start',
			'https://example.com/x tells a long story of many things',
			35,
			3,
			'https://example.com/x tells a long…',
		],
		['doesn’t cut a mention', 'We thank @someone.with.a.long.name', 20, 3, 'We thank…'],
		['doesn’t cut a mention on another server', 'We thank @acme@social.example', 20, 3, 'We thank…'],
		[
			'drops hashtags if they leave no room',
			'Hello world and all #averyveryverylonghashtag',
			12,
			3,
			'Hello world…',
		],
		[
			'leaves a text whose link is too long',
			'See https://example.com/a/very/long/link',
			20,
			3,
			'See https://example.com/a/very/long/link',
		],
		['keeps hashtags of a text without anything else', '#one #two #three', 10, 3, '#one #two'],
		[
			'moves a link inside of Chinese text to the end',
			'详情见https://example.com/a。欢迎大家光临我们的新店，今天全场五折，机会难得，不要错过',
			40,
			3,
			'详情见https://example.com/a。…',
		],
		[
			'keeps a link at the end of Japanese text',
			'新しい商品がたくさん入荷しました。みなさまのご来店をお待ちしています。詳しくはこちら「https://example.com/new」をご覧ください。',
			50,
			3,
			'新しい商品がたくさん入荷しました。… https://example.com/new',
		],
		['keeps flags whole in a long run', '🇩🇪🇫🇷'.repeat(200), 402, 3, `${'🇩🇪🇫🇷'.repeat(100)}…`],
		[
			'keeps letters with many marks whole',
			`${'a'.repeat(20)}b${'\u0301'.repeat(300)}c`,
			200,
			3,
			`${'a'.repeat(20)}…`,
		],
		['cuts a long word between characters', 'a'.repeat(100), 10, 3, 'aaaaaaaaa…'],
	])('%s', (_title, text, max, hashtags, expected) => {
		const shortened = shorten(text, { max, hashtags });
		expect(shortened).toBe(expected);
		if (shortened !== text) expect(characterCount(shortened)).toBeLessThanOrEqual(max);
	});

	test('shortens a text of 70,000 characters', () => {
		const text = '@a. https://example.com/x 。😀'.repeat(2600);
		expect(characterCount(shorten(text, { max: 63_206, hashtags: 3 }))).toBeLessThanOrEqual(63_206);
	});

	test.each([0, 3, 30_000])('shortens 60,000 characters of hashtags to %i of them', (hashtags) => {
		const text = `A story. ${'#ab '.repeat(15_000)}`;
		const kept = Math.min(hashtags, 9998 / 4 - 2);
		expect(shorten(text, { max: 10_000, hashtags })).toMatch(
			new RegExp(`^[^#]*(?:#ab ?){${Math.floor(kept)},}$`),
		);
	});
});
