import { NetworkError } from '../../../client/http/errors';
import { explain } from '../../../nodes/shared/errorTexts';
import { toNetworkError } from '../../../nodes/shared/httpAnswers';
import { publishingErrorTexts } from '../../../nodes/SocialPublishing/words/errorTexts';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { sampleIds } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const { post } = sampleIds;
const nodeAt = (url: string) => nodeFor({ url });
const node = () => nodeAt(server().url);

/** An unknown host and a closed port are usual mistakes (test/docs/usualMistakes.ts). */
test.each<[string, () => string, string, string]>([
	[
		'HTTPS on an HTTP port',
		() => server().url.replace('http:', 'https:'),
		"The host in 'Base URL' doesn't accept HTTPS",
		"Check 'Base URL' in the credential. It might have to start with http:// or use another port.",
	],
	[
		'an invalid base URL',
		() => 'social.example.com',
		"'Base URL' must be a web address that starts with http:// or https://",
		'Correct it in the credential.',
	],
])('shows a clear error for %s (P1)', async (_title, address, message, description) => {
	const error = await nodeAt(address()).error('post:delete', { postId: byId(post) });
	expect(error).toMatchObject({ message, description, httpCode: null });
});

test.each<[string, string]>([
	['EAI_AGAIN', "The host in 'Base URL' wasn't found"],
	['ECONNABORTED', "The service didn't answer in time"],
	['CERT_HAS_EXPIRED', "n8n doesn't trust the certificate of the service"],
	['DEPTH_ZERO_SELF_SIGNED_CERT', "n8n doesn't trust the certificate of the service"],
	['ERR_TLS_CERT_ALTNAME_INVALID', "n8n doesn't trust the certificate of the service"],
	['ESOMETHING', 'The connection broke before the service answered'],
])('shows a clear error for the system code %s (P1)', (code, message) => {
	expect(explain(new NetworkError('raw words', code), publishingErrorTexts)).toMatchObject({ message });
});

test('shows a clear error for a broken connection (D4)', async () => {
	server().answerWith({ drops: true });
	const error = await node().error('post:delete', { postId: byId(post) });
	expect(error.message).toBe('The connection broke before the service answered');
	expect(error.description).toMatch(
		/^The request may have been carried out anyway\. Check your posts before you run this again\. Cause: /,
	);
});

test('says that nothing was changed if a read breaks (D4)', async () => {
	server().answerWith({ drops: true });
	const error = await node().error('post:get', { postId: byId(post) });
	expect(error.description).toMatch(/^Nothing was changed\. Try again later\. Cause: /);
});

test.each([
	['left out', undefined],
	['null', null],
])("says what is missing if the credential's base URL is %s (P1)", async (_title, baseUrl) => {
	const error = await nodeFor({ url: baseUrl as unknown as string }).error('post:get', {
		postId: byId(post),
	});
	expect(error).toMatchObject({
		message: "'Base URL' is missing",
		description: 'Correct it in the credential.',
	});
});

test.each(['post:get', 'post:delete'])('shows that the execution was canceled (%s)', async (operation) => {
	server().answerWith({ stalls: true });
	const stop = new AbortController();
	const run = node().error(operation, { postId: byId(post) }, { abortSignal: stop.signal });
	while (server().requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	expect(await run).toMatchObject({ message: 'The execution was canceled' });
	expect(server().requests).toHaveLength(1);
});

test("names an operation that this version doesn't have, and those that it has", async () => {
	const error = await node().error('post:fly', {});
	expect(error).toMatchObject({
		message: "This version of the node has no operation 'fly' for 'post'",
		description: expect.stringMatching(/^Use create, .*, delete, .*, or update this package\.$/),
	});
});

/** n8n 2.8 passes on only these words. */
test.each([
	['connect ECONNREFUSED 127.0.0.1:1', "The host in 'Base URL' refused the connection"],
	['getaddrinfo ENOTFOUND nowhere.invalid', "The host in 'Base URL' wasn't found"],
	['getaddrinfo EAI_AGAIN nowhere.invalid', "The host in 'Base URL' wasn't found"],
	['write EPROTO 0:error:0A00010B:SSL routines', "The host in 'Base URL' doesn't accept HTTPS"],
	['timeout of 300000ms exceeded', "The service didn't answer in time"],
	['self-signed certificate', "n8n doesn't trust the certificate of the service"],
	["Hostname/IP does not match certificate's altnames", "n8n doesn't trust the certificate of the service"],
	['socket hang up', 'The connection broke before the service answered'],
	['canceled', 'The execution was canceled'],
])("shows a clear error for n8n's words '%s' (P1)", (words, message) => {
	const failure = toNetworkError({ message: 'Words of n8n', messages: [words] });
	expect(explain(failure, publishingErrorTexts)).toMatchObject({ message });
});

test('an error that is its own cause is read once', () => {
	const failure: Error & { code?: string } = Object.assign(new Error('read ECONNRESET'), {
		code: 'ECONNRESET',
	});
	failure.cause = failure;
	expect(toNetworkError(failure)).toMatchObject({ message: 'read ECONNRESET', code: 'ECONNRESET' });
});

test.each([null, undefined, 'text', 5, [], { code: 5, message: {} }])(
	'%j is an error without an answer',
	(failure) => {
		expect(toNetworkError(failure)).toMatchObject({ message: 'No answer arrived' });
	},
);
