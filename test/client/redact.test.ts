import { redact } from '../../client/http/redact';

test.each<[title: string, text: string, secrets: string[], expected: string]>([
	['a bearer key', 'sent Bearer abc.def-123 to it', [], 'sent Bearer [hidden] to it'],
	['a bearer key in quotes', '{"authorization":"bearer abc"}', [], '{"authorization":"bearer [hidden]"}'],
	['a basic credential', 'Authorization: Basic dTpw, next', [], 'Authorization: Basic [hidden], next'],
	['a named secret, each time', 'key-1 and key-1', ['key-1'], '[hidden] and [hidden]'],
	['a secret with signs of regular expressions', 'a.b*c', ['a.b*c'], '[hidden]'],
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
		'nothing where there is nothing',
		'caption: at most 300 characters?',
		[''],
		'caption: at most 300 characters?',
	],
	['no URL without a query', 'see https://a.example/docs', [], 'see https://a.example/docs'],
])('D1 redact hides %s', (_title, text, secrets, expected) => {
	expect(redact(text, secrets)).toBe(expected);
});
