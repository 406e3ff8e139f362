import type { Page } from 'playwright-core';
import { Editor } from '../support/editor';
import type { CredentialReference, RunResult } from '../support/testbed';

const oauthType = 'socialPublishingOAuth2Api';

const start = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const callTool = (credential: CredentialReference, more: object = {}) => ({
	id: 'call',
	name: 'Call',
	type: testbed.nodeType,
	typeVersion: 1,
	position: [200, 0],
	parameters: {
		resource: 'agent',
		operation: 'callTool',
		authentication: 'oAuth2',
		toolName: { __rl: true, mode: 'id', value: 'social_list_accounts' },
		argumentsMode: 'json',
		toolArgumentsJson: '{}',
		...more,
	},
	credentials: { [oauthType]: credential },
});

const saveWorkflow = async (credential: CredentialReference, more: object = {}): Promise<string> =>
	await testbed.saveWorkflow({
		name: 'Over OAuth2',
		nodes: [start, callTool(credential, more)],
		connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});

const run = async (credential: CredentialReference): Promise<RunResult> =>
	await testbed.run(await saveWorkflow(credential), 'Start');

describe('the OAuth2 credential in a real n8n', () => {
	let editor: Editor;
	let credential: CredentialReference;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
		const fields = { baseUrl: `${testbed.sandboxUrl}/api/v1/` };
		credential = await testbed.saveCredentialOf(oauthType, fields, 'Connected by a person');
	});
	afterAll(async () => {
		await editor.close();
		await testbed.removeCredential(credential);
	});

	/** Opens the credential, and the service's page in a separate window. */
	const openConnectScreen = async (): Promise<Page> => {
		const { page } = editor;
		await page.goto(`${testbed.n8nUrl}/home/credentials/${credential.id}`);
		const opened = page.waitForEvent('popup');
		await page.getByTestId('quick-connect-button').click();
		const screen = await opened;
		await screen.getByRole('button', { name: 'Allow' }).waitFor();
		return screen;
	};

	test('explains what to do before it is connected (P95)', async () => {
		const { error } = await run(credential);
		expect(error?.message).toBe("The OAuth2 credential isn't connected");
	});

	test('rejects a code returned with a foreign state (P95)', async () => {
		const callback = `${testbed.n8nUrl}/rest/oauth2-credential/callback`;
		const forged = Buffer.from(JSON.stringify({ token: 'forged', createdAt: 1 })).toString('base64');
		for (const query of ['code=stolen', `code=stolen&state=${forged}`]) {
			await editor.page.goto(`${callback}?${query}`);
			await editor.page
				.getByText('Connection successful')
				.or(editor.page.getByText(/error/i))
				.first()
				.waitFor();
			expect(await editor.page.getByText('Connection successful').count()).toBe(0);
		}
		const asked = (await testbed.sandbox.requests()).map(({ path }) => path);
		expect(asked).not.toContain('/oauth/token/');
	});

	test('connects after a person selects channels and permissions on the page of the service (P95)', async () => {
		const screen = await openConnectScreen();
		await editor.screenshot('oauth-1-credential');
		await screen.getByLabel('pinterest, acmestudio').uncheck();
		await screen.screenshot({
			path: `${testbed.outputFolder}/screenshots/oauth-2-connect.png`,
			fullPage: true,
		});
		const closed = screen.waitForEvent('close');
		await screen.getByRole('button', { name: 'Allow' }).click();
		await closed;
		await editor.page.getByTestId('oauth-connect-success-banner').waitFor();
		await editor.screenshot('oauth-3-connected');
	});

	test('calls a tool, which sees the selected channels and permissions (P10, P95)', async () => {
		const result = await run(credential);
		expect(result.error).toBeUndefined();
		const ids = result.output('Call').map(({ id }) => id);
		expect(ids).toContain(testbed.seed.channels.facebook.id);
		expect(ids).not.toContain(testbed.seed.channels.pinterest.id);
		expect(ids).not.toContain(testbed.seed.channels.approvalFacebook.id);
	});

	test('shows the tools in the editor, and the form of the selected one (P10)', async () => {
		const chosen = { argumentsMode: 'fields', toolName: { __rl: true, mode: 'list', value: '' } };
		await editor.openWorkflow(await saveWorkflow(credential, chosen), 'Call');
		await editor.openNode('Call');
		const tools = await editor.openLocator('toolName');
		await editor.screenshot('oauth-4-tools');
		await tools.filter({ hasText: 'Create draft' }).click();
		await editor.page.getByText('Caption').first().waitFor();
		await editor.page.getByText('Accounts').first().waitFor();
		await editor.screenshot('oauth-5-form');
	});

	test('states that access was revoked and how to fix it (P90, P95)', async () => {
		await testbed.sandbox.revokeGrants();
		const { error } = await run(credential);
		expect(error?.message).toBe('The service no longer accepts the OAuth2 credential');
		expect(error?.description).toContain('connect it again');
	});

	test('leaves no token in n8n’s log or in the stored executions (D1, P95)', async () => {
		const secret = /sbx_(access|refresh|code)_/;
		expect(testbed.n8nLog()).not.toMatch(secret);
		const { results } = (await testbed.get('/rest/executions?limit=20')) as { results: { id: string }[] };
		const stored = await Promise.all(results.map(({ id }) => testbed.get(`/rest/executions/${id}`)));
		expect(stored.length).toBeGreaterThan(2);
		expect(JSON.stringify(stored)).not.toMatch(secret);
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
