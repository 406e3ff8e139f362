import type { CredentialReference, RunResult } from './support/testbed';

const start = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const mcpClient = (tool: string, json: object, credential: CredentialReference) => ({
	id: 'mcp',
	name: 'MCP Client',
	type: '@n8n/n8n-nodes-langchain.mcpClient',
	typeVersion: 1.1,
	position: [200, 0],
	parameters: {
		serverTransport: 'httpStreamable',
		endpointUrl: `${testbed.sandboxUrl}/api/v1/mcp`,
		authentication: 'multipleHeadersAuth',
		tool: { __rl: true, mode: 'id', value: tool },
		inputMode: 'json',
		jsonInput: JSON.stringify(json),
		options: {},
	},
	credentials: { httpMultipleHeadersAuth: credential },
});

const run = async (tool: string, json: object, credential: CredentialReference): Promise<RunResult> => {
	const connections = { Start: { main: [[{ node: 'MCP Client', type: 'main', index: 0 }]] } };
	const nodes = [start, mcpClient(tool, json, credential)];
	const workflow = { name: 'The MCP Client node', nodes, connections, settings: { executionOrder: 'v1' } };
	return await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
};

const headers = (...values: { name: string; value: string }[]) => ({ headers: { values } });

describe("n8n's own MCP Client node and the agent endpoint", () => {
	let credential: CredentialReference;
	let unnamed: CredentialReference;

	beforeAll(async () => {
		const key = { name: 'Authorization', value: `Bearer ${testbed.seed.keys.full}` };
		const name = { name: 'User-Agent', value: 'acme-automation/1.0' };
		const type = 'httpMultipleHeadersAuth';
		credential = await testbed.saveCredentialOf(type, headers(key, name), 'Key and User-Agent');
		unnamed = await testbed.saveCredentialOf(type, headers(key), 'Key alone');
	});
	beforeEach(async () => await testbed.sandbox.reset());

	test('calls a tool with the two headers of the setup (P8, P10)', async () => {
		const result = await run('social_list_accounts', {}, credential);
		expect(result.error).toBeUndefined();
		expect(JSON.stringify(result.output('MCP Client'))).toContain(testbed.seed.channels.facebook.id);
		const agents = (await testbed.sandbox.requests()).map(({ headers }) => headers['user-agent']);
		expect(new Set(agents)).toEqual(new Set(['acme-automation/1.0']));
	});

	test('saves a draft (P10, P45)', async () => {
		const args = { accounts: [testbed.seed.channels.facebook.id], caption: 'By the MCP Client' };
		expect((await run('social_create_draft', args, credential)).error).toBeUndefined();
		expect((await testbed.sandbox.posts())[0]).toMatchObject({
			caption: 'By the MCP Client',
			status: 'draft',
		});
	});

	test('shows the error text of a failed tool (P97)', async () => {
		const result = await run('social_create_draft', { accounts: [], caption: 'x' }, credential);
		expect(result.error?.message).toContain('accounts: at least 1 item');
	});

	test('lists the tools in its dropdown (P10)', async () => {
		const { parameters, type, typeVersion } = mcpClient('', {}, credential);
		const found = (await testbed.post('/rest/dynamic-node-parameters/resource-locator-results', {
			path: 'parameters.tool',
			methodName: 'getTools',
			nodeTypeAndVersion: { name: type, version: typeVersion },
			currentNodeParameters: parameters,
			credentials: { httpMultipleHeadersAuth: credential },
		})) as { results: { value: string }[] };
		expect(found.results.map(({ value }) => value)).toContain('social_create_draft');
	});

	test('is rejected by the proxy without a custom User-Agent (P8, P105)', async () => {
		const result = await run('social_list_accounts', {}, unnamed);
		expect(JSON.stringify(result.error)).toContain('1010');
		const [first] = await testbed.sandbox.requests();
		expect(first).toMatchObject({ status: 403 });
	});
});
