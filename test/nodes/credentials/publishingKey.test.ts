import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../../sandbox';
import { nodeFor } from '../../support/nodeUnderTest';
import { testCredential } from '../../support/n8nCredentialTest';
import { unusedAddress } from '../../support/recordingServer';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();
const { keys } = seed;

const press = async (baseUrl: string, apiKey: string = keys.full) =>
	await testCredential(new SocialPublishingApi(), { baseUrl, apiKey }, new SocialPublishing());

const ok = { status: 'OK', message: 'Connected to Acme Studio with the API key Automation' };

test.each([
	['unchanged', ''],
	['with a trailing slash', '/'],
	['with the prefix', '/api/v1'],
	['with the prefix and a slash', '/api/v1/'],
	['with blanks', '  '],
])('connects with a base URL %s (P1, P2, P13)', async (_title, ending) => {
	sandbox().vary({ optionalFields: 'sent' });
	expect(await press(`${sandbox().url}${ending}`)).toEqual(ok);
	expect(sandbox().requests).toMatchObject([{ method: 'GET', path: '/api/v1/me/', status: 200 }]);
});

test("sends the package's User-Agent and the key (P8, P87, D2)", async () => {
	server().answerWith({ status: 500 });
	await press(server().url, ' the-key ');
	expect(server().requests).toMatchObject([
		{ headers: { 'user-agent': 'n8n-nodes-social-publishing/0.1.0', authorization: 'Bearer the-key' } },
	]);
});

test('explains a revoked key (P91)', async () => {
	expect(await press(sandbox().url, keys.revoked)).toEqual({
		status: 'Error',
		message:
			"The service refused the API key. The service says: Authorization: the key was revoked. Check the API key and 'Base URL' in the credential. The key may be wrong, expired, revoked or for another service.",
	});
});

test.each([
	['missing', ' ', /^'API Key' in the credential is empty\./],
	[
		'with the word before it',
		'Bearer the-key',
		/^'API Key' in the credential begins with 'Bearer'\. Enter only/,
	],
	['unknown', 'the-key', /^The service refused the API key\. /],
])('explains a key that is %s (P91)', async (_, key, says) => {
	const { status, message } = await press(sandbox().url, key);
	expect(status).toBe('Error');
	expect(message).toMatch(says);
});

test("doesn't wait for a rate limit (P103)", async () => {
	server().answerWith({ status: 429, headers: { 'Retry-After': '30' } });
	expect(await press(server().url)).toMatchObject({ message: expect.stringMatching(/^Too many requests\./) });
	expect(server().requests).toHaveLength(1);
});

test('names the address that was tried if it has no API (P1)', async () => {
	server().answerWith({ status: 404, body: '<html>' });
	expect(await press(`${server().url}/blog/`)).toEqual({
		status: 'Error',
		message: `There is no publishing API at this address: ${server().url}/blog/api/v1/me/. Check 'Base URL'.`,
	});
});

test.each<[string, () => Promise<string>, string]>([
	[
		'an unreachable service (P1)',
		unusedAddress,
		"The host in 'Base URL' refused the connection. Check 'Base URL' and its port in the credential. Make sure that the service is running.",
	],
	['an empty address (P1)', async () => '', "'Base URL' is missing. Correct it in the credential."],
])('explains %s', async (_title, address, message) => {
	expect(await press(await address())).toEqual({ status: 'Error', message });
});

test('shows the IDs of a workspace and a key without names (P13)', async () => {
	const credential = { id: 'credential-1', kind: 'key', name: null, expiresAt: null };
	server().answerWith({
		body: { workspace: { id: 'workspace-1', name: null }, credential, permissions: [], channels: [] },
	});
	expect(await press(server().url)).toEqual({
		status: 'OK',
		message: 'Connected to workspace-1 with the API key credential-1',
	});
});

test('rejects an invalid key for a header with a clear error before anything is sent', async () => {
	const words = {
		message: "'API Key' in the credential has characters that aren't allowed in an HTTP header",
		description: 'Copy it again without line breaks, spaces or curly quotes.',
	};
	server().answerWith({ status: 500 });
	expect((await press(server().url, `key\n`)).message).not.toContain("'API Key'");
	server().requests.length = 0;
	expect(await press(server().url, 'first\nsecond')).toEqual({
		status: 'Error',
		message: `${words.message}. ${words.description}`,
	});
	const node = nodeFor(server(), { key: '“key”' });
	expect(await node.error('workspace:get', {})).toMatchObject(words);
	expect(server().requests).toEqual([]);
});

test('never shows the key in the message (D1)', async () => {
	server().answerWith({
		status: 401,
		body: { error: 'unauthorized', detail: 'Bearer very-secret is not known' },
	});
	expect(JSON.stringify(await press(server().url, 'very-secret'))).not.toContain('very-secret');
});
