import type { IDataObject } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed, startScoringSandbox } from '../../../sandbox/scoring';
import { testCredential } from '../../support/n8nCredentialTest';
import { nodeFor } from '../../support/nodeUnderTest';
import { profile } from '../../support/profile';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();
const server = useRecordingServer();

const { keys } = scoringSeed;

test.each<[string, IDataObject, object]>([
	[
		'a valid key (S14)',
		{},
		{
			status: 'OK',
			message: profile === 'observed' ? 'Connected. The account has 50000 credits' : 'Connected',
		},
	],
	[
		'a wrong key',
		{ apiKey: 'x' },
		{ status: 'Error', message: expect.stringContaining('The service refused the API key') },
	],
	[
		'a missing address',
		{ apiUrl: 'scoring' },
		{ status: 'Error', message: expect.stringContaining("'API URL' must be a web address") },
	],
])('reports %s in the credential test', async (_title, changes, expected) => {
	const data = {
		apiUrl: sandbox().url,
		apiKey: keys.pro,
		headerName: 'Authorization',
		headerScheme: 'Bearer',
		...changes,
	};
	expect(await testCredential(new ContentScoringApi(), data, new ContentScoring())).toMatchObject(expected);
	expect(sandbox().account('pro').spent).toBe(0);
});

test('sends the key without blanks around it, in the node and in the credential test (S-N1)', async () => {
	const account = { body: { credits_remaining: 1 } };
	server().answerWith(account, account);
	const data = { apiUrl: server().url, apiKey: ' the-key ', headerName: '', headerScheme: 'Bearer' };
	await testCredential(new ContentScoringApi(), data, new ContentScoring());
	await nodeFor(server(), { key: ' the-key ' }).run('account:get', {});
	const sent = server().requests.map(({ headers }) => headers.authorization);
	expect(sent).toEqual(['Bearer the-key', 'Bearer the-key']);
});

test('sends the key in another header, in the node and in the credential test (S-N1)', async () => {
	const other = await startScoringSandbox({ auth: { header: 'X-API-Key', scheme: '' } });
	const carrier = { headerName: ' X-API-Key ', headerScheme: '' };
	const [item] = await nodeFor(other, { key: keys.pro, carrier }).run('account:get', {});
	expect(item?.json).toHaveProperty('credits_remaining');
	const data = { apiUrl: `${other.url}/v1/`, apiKey: keys.pro, ...carrier };
	const tested = await testCredential(new ContentScoringApi(), data, new ContentScoring());
	expect(tested).toMatchObject({ status: 'OK' });
	await other.close();
});

describe.each([
	['Header Name', 'X API Key', { headerName: 'X API Key' }],
	['Header Name', 'X-API-Key:', { headerName: 'X-API-Key:' }],
	['Header Name', 'Host', { headerName: 'Host' }],
	['Header Name', 'content-length', { headerName: 'content-length' }],
	['Header Scheme', 'line break', { headerScheme: 'Bearer\n' }],
	['API Key', 'typographic quotes', { apiKey: '“sk_1”' }],
])("a '%s' that is invalid in a header (%s)", (field, _what, changes) => {
	const data = () => ({
		apiUrl: sandbox().url,
		apiKey: keys.pro,
		headerName: 'Authorization',
		headerScheme: 'Bearer',
		...changes,
	});

	test('is rejected before anything is sent', async () => {
		const { apiKey, ...carrier } = data();
		const run = nodeFor(sandbox(), { key: apiKey, carrier }).result('score:packaging', { title: 'A title' });
		const error = await run.then(
			() => undefined,
			(failure: Error & { description?: string }) => failure,
		);
		expect(error?.message).toContain(`'${field}'`);
		expect(error?.description).toMatch(/^(Copy it again|Use a header)/);
		expect(error?.description).not.toMatch(/paid|sk_1/);
		expect(sandbox().requests).toEqual([]);
	});

	test("is rejected in the credential's test", async () => {
		const tested = await testCredential(new ContentScoringApi(), data(), new ContentScoring());
		expect(tested).toMatchObject({ status: 'Error', message: expect.stringContaining(`'${field}'`) });
		expect(sandbox().requests).toEqual([]);
	});
});
