async function testFields(fields: { apiKey?: string }) {
	const { sandboxUrl, seed } = testbed;
	const reference = await testbed.saveCredential(
		{ baseUrl: sandboxUrl, apiKey: seed.keys.full, ...fields },
		'Credential under test',
	);
	return await testbed.testCredential(reference);
}

describe('credential test in a real n8n', () => {
	beforeEach(async () => await testbed.sandbox.reset());

	test('accepts a key, and names its workspace (P56)', async () => {
		expect(await testFields({})).toEqual({
			status: 'OK',
			message: expect.stringContaining('Acme Studio') as string,
		});
	});

	test('explains a wrong key (P91)', async () => {
		expect(await testFields({ apiKey: 'sbx_wrong' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/API key/i) as string,
		});
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
