import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A local port with no listener. */
async function unusedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

async function testFields(fields: { baseUrl?: string; apiKey?: string }) {
	const { sandboxUrl, seed } = testbed;
	const reference = await testbed.saveCredential(
		{ baseUrl: sandboxUrl, apiKey: seed.keys.full, ...fields },
		'Credential under test',
	);
	return await testbed.testCredential(reference);
}

describe('credential test in a real n8n', () => {
	beforeEach(async () => await testbed.sandbox.reset());

	test.each(['', '/', '/api/v1', '/api/v1/'])(
		'accepts the base URL ending in "%s" (P1, P56)',
		async (ending) => {
			const result = await testFields({ baseUrl: `${testbed.sandboxUrl}${ending}` });

			expect(result).toEqual({ status: 'OK', message: expect.stringContaining('Acme Studio') });
		},
	);

	test.each([
		['a wrong key (P91)', () => ({ apiKey: 'sbx_wrong' }), /API key/i],
		['an expired key (P91)', () => ({ apiKey: testbed.seed.keys.expired }), /API key/i],
		['a revoked key (P91)', () => ({ apiKey: testbed.seed.keys.revoked }), /API key/i],
		['an invalid base URL (P1)', () => ({ baseUrl: 'social.example' }), /Base URL/],
	])('explains %s', async (_, fields, text) => {
		expect(await testFields(fields())).toEqual({ status: 'Error', message: expect.stringMatching(text) });
	});

	test('explains an unreachable host', async () => {
		const result = await testFields({ baseUrl: `http://127.0.0.1:${await unusedPort()}` });

		expect(result).toEqual({ status: 'Error', message: expect.stringContaining('refused the connection') });
	});

	test('explains a rejection by the proxy (P8, P105)', async () => {
		await testbed.sandbox.addFault({
			path: '/api/v1/me/',
			kind: 'body',
			status: 403,
			body: 'error code: 1010',
			contentType: 'text/plain',
		});

		expect(await testFields({})).toEqual({
			status: 'Error',
			message: expect.stringMatching(/1010.*User-Agent/s),
		});
	});
});
