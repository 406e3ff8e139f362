import type { InvalidRequestError } from '../../../client/http/errors';
import { clientOf, errorOf } from '../../support/publishingClient';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const identity = {
	workspace: { id: 'w', name: null },
	credential: { id: 'c', kind: 'key', name: 'k', expiresAt: null },
	permissions: [],
	channels: [],
};

test.each([
	['no addition', ''],
	['a trailing slash', '/'],
	['several slashes', '///'],
	['the prefix', '/api/v1'],
	['the prefix and a slash', '/api/v1/'],
	['a query', '?x=1'],
	['a fragment', '/#top'],
	['spaces around', '  '],
])('accepts a base URL with %s (P1, P2)', async (_title, ending) => {
	server().answerWith({ body: identity });
	await clientOf({ baseUrl: `${server().url}${ending}` }).me();
	expect(server().requests[0]?.target).toBe('/api/v1/me/');
});

test.each([
	['a path', '/social', '/social/api/v1/me/'],
	['a path with the prefix', '/social/api/v1/', '/social/api/v1/me/'],
	['a path that only looks like the prefix', '/my-api/v1', '/my-api/v1/api/v1/me/'],
])('accepts a service below %s (P1, P2)', async (_title, ending, target) => {
	server().answerWith({ body: identity });
	await clientOf({ baseUrl: `${server().url}${ending}` }).me();
	expect(server().requests[0]?.target).toBe(target);
});

test.each([
	['a word', 'garbage'],
	['a host without a scheme', 'social.example.com'],
	['another scheme', 'ftp://social.example.com'],
	['a scheme without a host', 'https://'],
	['an invalid host', 'https://a b.example'],
	['an invalid port', 'https://posts.example.com:99999'],
])('rejects a base URL that is %s (P1)', async (_title, baseUrl) => {
	const creation = errorOf<InvalidRequestError>(Promise.resolve().then(() => clientOf({ baseUrl })));
	expect(await creation).toMatchObject({
		name: 'InvalidRequestError',
		field: 'baseUrl',
		problem: 'must be a web address that starts with http:// or https://',
	});
});

test.each([
	['left out', undefined],
	['null, as from an expression', null],
	['empty', ''],
	['blank', '  '],
])('reports a missing base URL if it is %s (P1)', async (_title, baseUrl) => {
	const creation = errorOf<InvalidRequestError>(
		Promise.resolve().then(() => clientOf({ baseUrl: baseUrl as string })),
	);
	expect(await creation).toMatchObject({ field: 'baseUrl', problem: 'is missing' });
});

test('neither sends nor shows a password in the base URL (D1)', async () => {
	server().answerWith({ status: 404, body: { error: 'not_found', detail: 'no' } });
	const baseUrl = server().url.replace('http://', 'http://user:pass-word@');
	const error = await errorOf(clientOf({ baseUrl }).me());
	expect(JSON.stringify(error)).not.toContain('pass-word');
	expect(server().requests[0]?.headers.authorization).toBe('Bearer test-key');
});
