import { agentWorkflow } from './support/agentWorkflow';
import { Editor } from './support/editor';

const start = {
	id: '7e2d1c90-2f4b-4b53-9c11-0c5c5a1e0001',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const on = { draftsAndReviewOnly: true };

describe("'Drafts and Review Only' in the editor of a real n8n", () => {
	let editor: Editor;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
	});
	afterAll(async () => await editor.close());

	const theSwitch = () => editor.page.getByTestId('parameter-input-draftsAndReviewOnly');

	async function chooseOperation(name: string): Promise<void> {
		await editor.openOptions('operation');
		await editor
			.options()
			.filter({ has: editor.page.getByText(name, { exact: true }) })
			.click();
	}

	test('still applies in a node where it is hidden (P46)', async () => {
		const parameters = {
			resource: 'post',
			operation: 'create',
			channels: [testbed.seed.channels.facebook.id],
			caption: 'Not yet',
			delivery: 'now',
			...on,
		};
		const node = { ...start, id: `${start.id}-2`, name: 'Post', type: testbed.nodeType, position: [220, 0] };
		const id = await testbed.saveWorkflow({
			name: 'A hidden switch',
			nodes: [start, { ...node, parameters, credentials: { socialPublishingApi: { id: null, name: '' } } }],
			connections: { Start: { main: [[{ node: 'Post', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await editor.openWorkflow(id, 'Post');
		await editor.openNode('Post');
		await editor.fillField('caption', 'Still not');
		expect(await theSwitch().count()).toBe(0);
		expect(await editor.executeStep()).toBe('danger');
		await editor.outputShows("'Drafts and Review Only' is on");
		await editor.screenshot('drafts-1-hidden');
		expect((await testbed.sandbox.posts()).map(({ caption }) => caption)).not.toContain('Still not');
	});

	test('stays on in a tool while another operation hides it', async () => {
		const tool = { name: 'Publish post', parameters: { resource: 'post', operation: 'publish', ...on } };
		const model = await testbed.saveCredentialOf('openAiApi', { apiKey: 'not-needed' }, 'No model');
		const id = await testbed.saveWorkflow(agentWorkflow(model, [tool]));
		await editor.openWorkflow(id, tool.name);
		await editor.openNode(tool.name);
		await theSwitch().waitFor();
		await editor.screenshot('drafts-2-tool');
		await chooseOperation('Get');
		await editor.page.getByText("This operation doesn't publish anything").waitFor();
		await editor.screenshot('drafts-3-notice');
		await editor.page.getByTestId('ndv-close-button').click();
		await editor.openNode(tool.name);
		await editor.page.getByText("This operation doesn't publish anything").waitFor();
		await chooseOperation('Publish');
		await theSwitch().waitFor();
		expect(await theSwitch().locator('.el-switch').getAttribute('class')).toContain('is-checked');
		await editor.screenshot('drafts-4-still-on');
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
