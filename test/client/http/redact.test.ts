import { quote, redact, redactValue } from '../../../client/http/redact';

test.each<[title: string, text: string, secrets: string[], expected: string]>([
	['a bearer key', 'sent Bearer abc.def-123 to it', [], 'sent Bearer [hidden] to it'],
	['a bearer key in quotes', '{"authorization":"bearer abc"}', [], '{"authorization":"bearer [hidden]"}'],
	['a basic credential', 'Authorization: Basic dTpw, next', [], 'Authorization: Basic [hidden], next'],
	['a given secret, each time', 'key-1 and key-1', ['key-1'], '[hidden] and [hidden]'],
	['a secret with special characters of regular expressions', 'a.b*c', ['a.b*c'], '[hidden]'],
	[
		'a signed URL',
		'PUT https://s.example/p?X-Signature=abc&e=1 failed',
		[],
		'PUT https://s.example/p?[hidden] failed',
	],
	[
		'a signed URL in JSON',
		'{"url":"https://s.example/p?s=1","n":2}',
		[],
		'{"url":"https://s.example/p?[hidden]","n":2}',
	],
	[
		'several URLs',
		'http://a.example/?x=1 http://b.example/?y=2',
		[],
		'http://a.example/?[hidden] http://b.example/?[hidden]',
	],
	[
		'the user and long parts of the path',
		'https://me:pa@ss@a.example/file/bot123456:AAE-secret_KEY99/a.jpg',
		[],
		'https://[hidden]@a.example/file/[hidden]/a.jpg',
	],
	['an address in JSON', '"https:\\/\\/a.example\\/x?sig=1"', [], '"https:\\/\\/a.example\\/x?[hidden]"'],
	[
		'an address in JSON in JSON',
		'"https:\\\\/\\\\/me:pass@a.example\\\\/x?sig=1"',
		[],
		'"https:\\\\/\\\\/[hidden]@a.example\\\\/x?[hidden]"',
	],
	[
		'what follows the ID of a video',
		'https://www.youtube.com/watch?v=short and https://youtube.com/watch?v=acmeVideo02&list=PL1&t=3',
		[],
		'https://www.youtube.com/watch?v=short and https://youtube.com/watch?v=acmeVideo02&[hidden]',
	],
	[
		'what follows the ID of a playlist',
		'https://youtube.com/playlist?list=PL0123456789abcdef and https://youtube.com/playlist?list=PL1&t=3',
		[],
		'https://youtube.com/playlist?list=PL0123456789abcdef and https://youtube.com/playlist?list=PL1&[hidden]',
	],
	['another kind of address', 'ftp://me:pass@a.example/x', [], 'ftp://[hidden]@a.example/x'],
	['a user without a scheme', "'me:pass@a.example:80/x'", [], "'[hidden]@a.example:80/x'"],
	[
		'a query without a scheme',
		'a.example/x?token=1&b=2 and /x?sig=1',
		[],
		'a.example/x?[hidden] and /x?[hidden]',
	],
	['no question mark in a sentence', 'Is it ready? x=1, or ?=2', [], 'Is it ready? x=1, or ?=2'],
	['no time and no name', 'at 9:30 @acme, Photo: @john', [], 'at 9:30 @acme, Photo: @john'],
	['a fragment with values', 'https://a.example/#access_token=1', [], 'https://a.example/#[hidden]'],
	[
		'no words in a path',
		'https://a.example/2026-11-27-new-sofas-arrived.html#new-sofas',
		[],
		'https://a.example/2026-11-27-new-sofas-arrived.html#new-sofas',
	],
	['nothing without secrets', 'caption: at most 300 characters?', [''], 'caption: at most 300 characters?'],
	['no URL without a query', 'see https://a.example/docs', [], 'see https://a.example/docs'],
	[
		'no plain words',
		'The Basic plan has no API; a bearer of it, or basic reading',
		[],
		'The Basic plan has no API; a bearer of it, or basic reading',
	],
	[
		'a basic credential without its header',
		'sent basic dXNlcjpwYXNzd29yZA== to it',
		[],
		'sent basic [hidden] to it',
	],
	['no secret that is missing', 'undefined', [undefined as unknown as string], 'undefined'],
])('redact hides %s (D1)', (_title, text, secrets, expected) => {
	expect(redact(text, secrets)).toBe(expected);
});

test('redactValue hides secrets in every text and name and changes nothing else (D1)', () => {
	const value = {
		detail: 'the key "a\\b" failed',
		list: [{ 'a\\b': 'https://s.example/p?sig=1' }, 7, true, null],
		post_id: 'a-post',
	};
	expect(redactValue(value, ['a\\b'])).toEqual({
		detail: 'the key "[hidden]" failed',
		list: [{ '[hidden]': 'https://s.example/p?[hidden]' }, 7, true, null],
		post_id: 'a-post',
	});
});

test('redactValue accepts endlessly nested values', () => {
	const value: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
	expect(JSON.stringify(redactValue(value))).toContain('[hidden]');
});

test.each([
	["a long value is 'shortened'".repeat(9), /^'a long value is .{40,46}…'$/],
	['a\u200Bb', "'a[U+200B]b'"],
	[`https://me:pass@a.example/x?sig=1`, "'https://[hidden]@a.example/x?[hidden]'"],
	[`${'x'.repeat(40)} https://a.example/x?sig=${'1'.repeat(99)}`, /^'x{40} https:\/\/a\.example…'$/],
])('quote shows %s so that it can be read and is no secret', (text, expected) => {
	expect(quote(text)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

// With quadratic time, each of these would need minutes.
test.each([
	['web addresses', 'http://', 150_000],
	['authorizations', 'authorization: ', 80_000],
	['schemes', 'bearer ', 150_000],
	['users', 'a:a', 300_000],
	['names before colons', ' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 20_000],
	['queries', 'a?', 500_000],
	['schemes of addresses', 'aaaaaaaaaaaaaaaaaaaa:', 50_000],
	['dots after a scheme', 'bearer '.padEnd(1_000_000, '.'), 1],
	['blanks after a scheme', 'basic '.padEnd(1_000_000), 1],
])('redact reads a megabyte of %s', (_title, text, times) => {
	expect(redact(text.repeat(times))).not.toBe('');
});
