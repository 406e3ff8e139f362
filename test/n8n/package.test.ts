interface NodeType {
	name: string;
	iconUrl?: unknown;
	usableAsTool?: boolean;
}

interface CredentialType {
	name: string;
	supportedNodes: string[];
}

describe('the package in a real n8n', () => {
	it('is loaded with its node, the tool for AI agents made of it, and its credential type', async () => {
		const nodes = (await testbed.get('/types/nodes.json')) as NodeType[];
		const credentials = (await testbed.get('/types/credentials.json')) as CredentialType[];

		expect(nodes.map(({ name }) => name)).toEqual(
			expect.arrayContaining([testbed.nodeType, `${testbed.nodeType}Tool`]),
		);
		const credential = credentials.find(({ name }) => name === 'socialPublishingApi');
		expect(credential?.supportedNodes).toContain(testbed.nodeType);
	});

	it('has an icon for the light and the dark theme', async () => {
		const nodes = (await testbed.get('/types/nodes.json')) as NodeType[];
		const node = nodes.find(({ name }) => name === testbed.nodeType);
		const icons = Object.values(node?.iconUrl ?? {}) as string[];

		expect(icons).toHaveLength(2);
		for (const icon of icons) {
			const response = await fetch(`${testbed.n8nUrl}/${icon}`);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	});

	it('leaves no complaint in the log', () => {
		expect(testbed.n8nLog()).not.toMatch(/failed to load|error loading|n8n-nodes-social-publishing.*error/i);
	});
});
