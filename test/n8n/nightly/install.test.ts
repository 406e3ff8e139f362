/** @jest-environment ./test/n8n/support/install-environment.mjs */
import { CommunityNodes } from '../support/communityNodes';
import { Editor } from '../support/editor';
import { until } from '../support/livePosts';
import { NodeCreator } from '../support/nodeCreator';
import '../support/releases';

/** n8n's name for a manual trigger that a user adds. */
const start = 'When clicking ‘Execute workflow’';
const caption = 'Published by a package that was installed as users do';

const nodeTypes = async (): Promise<string[]> => {
	const types = (await testbed.get('/types/nodes.json')) as Array<{ name: string }>;
	return types.map(({ name }) => name).filter((name) => name.startsWith(`${releases.packageName}.`));
};

const captions = async () => (await testbed.sandbox.posts()).map((post) => post.caption);

describe('the package installed by a user in a real n8n', () => {
	let editor: Editor;
	let settings: CommunityNodes;
	let creator: NodeCreator;
	let workflowId: string;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		await releases.publish(releases.previous);
		editor = await Editor.open();
		settings = new CommunityNodes(editor);
		creator = new NodeCreator(editor);
	});
	afterAll(async () => await editor.close());

	test('installs by name from the registry', async () => {
		expect(await nodeTypes()).toEqual([]);
		await settings.open();
		await settings.fillIn(releases.packageName);
		await editor.screenshot('install-1-dialog');
		await settings.install();
		await editor.screenshot('install-2-installed');

		const card = await settings.card().innerText();
		expect(card).toMatch(/3 nodes:\s+Content Scoring, ?Social Publishing, ?Social Publishing Trigger/);
		expect(card).toContain(`v${releases.previous}`);
	});

	test('is found in the node panel by name and by common search terms', async () => {
		await creator.openInNewWorkflow();
		const posting = [
			'post to instagram',
			'instagram post',
			'upload video',
			'publish video',
			'carousel',
			'sync',
		];
		const others = [
			'social publishing',
			'tiktok',
			'schedule post',
			'failed post',
			'google business',
			'marketing',
		];
		for (const words of [...posting, ...others]) await creator.find(words, 'Social Publishing');
		for (const words of ['content scoring', 'thumbnail', 'content gap', 'score title']) {
			await creator.find(words, 'Content Scoring');
		}
	});

	// Uses the panel that the previous test opened.
	test.each([
		['light', 'Social Publishing', 'icons/socialPublishing.svg'],
		['dark', 'Social Publishing', 'icons/socialPublishing.dark.svg'],
		['light', 'Content Scoring', 'icons/contentScoring.svg'],
		['dark', 'Content Scoring', 'icons/contentScoring.dark.svg'],
	] as const)('shows in the %s theme the icon of %s', async (theme, node, file) => {
		await editor.page.emulateMedia({ colorScheme: theme });
		await creator.find(node.toLowerCase(), node);
		await editor.page.locator(`[data-test-id="node-creator"] img[src$="${file}"]`).first().waitFor();
		const width = await creator.icon().evaluate((image) => (image as { naturalWidth?: number }).naturalWidth);
		expect(width).toBeGreaterThan(0);
		await editor.screenshot(`install-3-${theme}-${node.toLowerCase().replace(' ', '-')}`);
		await editor.page.emulateMedia({ colorScheme: 'light' });
	});

	test('creates a credential from the node and tests it (P56)', async () => {
		const { page } = editor;
		await creator.clear();
		await page.getByText('Trigger manually').click();
		await creator.open();
		await creator.find('schedule post', 'Social Publishing');
		await (await creator.action('Social Publishing', 'Create or schedule new post')).click();
		// n8n asks for a name after it fills the form with defaults, which would overwrite earlier input.
		const isReady = page.waitForResponse((response) => response.url().includes('/rest/credentials/new'));
		await page.getByRole('button', { name: 'Connect to Social Publishing' }).click();
		await isReady;
		await editor.fillField('baseUrl', testbed.sandboxUrl);
		await editor.fillField('apiKey', testbed.seed.keys.full);
		await page.getByTestId('credential-save-button').click();
		const form = page.getByTestId('editCredential-modal');
		await form.waitFor({ state: 'hidden' });

		await page.getByTestId('credential-edit-button').click();
		await form.getByText('Connection tested successfully').waitFor();
		await editor.screenshot('install-4-credential');
		await form.getByRole('button', { name: 'Close' }).click();
		await form.waitFor({ state: 'hidden' });
	});

	test('publishes a post (P46)', async () => {
		await editor.openOptions('channels');
		await editor.pick('Bluesky: acme.example');
		await editor.page.keyboard.press('Tab');
		await editor.fillField('caption', caption);
		await editor.openOptions('delivery');
		await editor.pick('Publish Now');
		expect(await editor.executeStep()).toBe('success');
		await editor.outputShows('enacted');
		await editor.screenshot('install-5-published');
		expect(await captions()).toContain(caption);

		workflowId = /\/workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? '';
		await until(
			async () =>
				JSON.stringify(await testbed.get(`/rest/workflows/${workflowId}`)).includes(caption) || undefined,
		);
		await editor.page.goto(testbed.sandboxUrl);
		await editor.page.getByText(caption).first().waitFor();
	});

	test('starts a workflow with its trigger next to a node dragged onto the canvas', async () => {
		const { page } = editor;
		await creator.openInNewWorkflow();
		await creator.find('failed post', 'Social Publishing');
		await (await creator.action('Social Publishing', 'On post failed on every channel')).click();
		await editor.openOptions('events');
		await editor.options().filter({ hasText: 'Channel Published' }).waitFor();
		await editor.screenshot('install-6-trigger');
		await page.keyboard.press('Tab');
		await page.getByTestId('ndv-close-button').click();

		await creator.open();
		await creator.find('thumbnail', 'Content Scoring');
		const action = await creator.action('Content Scoring', 'Score title and thumbnail');
		await action.dragTo(page.locator('.vue-flow__pane'), { targetPosition: { x: 500, y: 600 } });
		await page.getByTestId('ndv').getByText('Connect to Content Scoring').waitFor();
		await page.getByTestId('ndv-close-button').click();
		await editor.node('Social Publishing Trigger').waitFor();
		await editor.node('Score title and thumbnail').waitFor();
		await editor.screenshot('install-7-canvas');
	});

	test('updates to a new version, and workflows keep running', async () => {
		await releases.publish(releases.current);
		await settings.open();
		await settings.offerUpdate();
		await settings.dialog().getByText('My workflow', { exact: true }).waitFor();
		await editor.screenshot('install-8-update');
		await settings.confirm('update');
		await settings.card().getByText(`v${releases.current}`).waitFor();
		await editor.screenshot('install-9-updated');

		const before = await captions();
		const { status } = await testbed.run(workflowId, start);
		expect(status).toBe('success');
		expect(await captions()).toEqual([caption, ...before]);
		expect((await nodeTypes()).sort()).toEqual([
			`${releases.packageName}.contentScoring`,
			`${releases.packageName}.contentScoringTool`,
			`${releases.packageName}.socialPublishing`,
			`${releases.packageName}.socialPublishingHitlTool`,
			`${releases.packageName}.socialPublishingTool`,
			`${releases.packageName}.socialPublishingTrigger`,
		]);
	});

	test.each([
		['back to the version before, in which modules were elsewhere', () => releases.previous],
		['to the new version again', () => releases.current],
	])('updates %s, without a restart', async (_title, version) => {
		const name = releases.packageName;
		await testbed.patch('/rest/community-packages', { name, version: version() });
		const [installed] = (await testbed.get('/rest/community-packages')) as object[];
		expect(installed).toMatchObject({ installedVersion: version() });

		const before = await captions();
		const { status } = await testbed.run(workflowId, start);
		expect(status).toBe('success');
		expect(await captions()).toEqual([caption, ...before]);
	});

	test('is uninstalled with all its nodes', async () => {
		await settings.offerUninstall();
		await settings.dialog().getByText('My workflow', { exact: true }).waitFor();
		await editor.screenshot('install-10-uninstall');
		await settings.confirm('uninstall');
		await settings.card().waitFor({ state: 'detached' });
		expect(await nodeTypes()).toEqual([]);
		await expect(testbed.run(workflowId, start)).rejects.toThrow('Unrecognized node type');
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});

	test('installs from the environment of a container and keeps workflows and credentials', async () => {
		const { packageName: name, current: version } = releases;
		await releases.declare([{ name, version }]);
		const { status } = await testbed.run(workflowId, start);

		expect(status).toBe('success');
		const [installed] = (await testbed.get('/rest/community-packages')) as object[];
		expect(installed).toMatchObject({ packageName: name, installedVersion: version });
		await expect(testbed.post('/rest/community-packages', { name })).rejects.toThrow('400');
	});

	test('is removed when the environment no longer names it', async () => {
		await releases.declare([]);

		expect(await nodeTypes()).toEqual([]);
	});
});
