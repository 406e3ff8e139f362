/** @jest-environment ./test/n8n/support/install-environment.mjs */
import { CommunityNodes } from '../support/communityNodes';
import { Editor } from '../support/editor';
import { NodeCreator } from '../support/nodeCreator';
import '../support/releases';

const nodeTypes = async (): Promise<string[]> => {
	const types = (await testbed.get('/types/nodes.json')) as Array<{ name: string }>;
	return types.map(({ name }) => name).filter((name) => name.startsWith(`${releases.packageName}.`));
};

describe('the package installed by a user in an older n8n', () => {
	let editor: Editor;
	let settings: CommunityNodes;

	beforeAll(async () => {
		await releases.publish(releases.current);
		editor = await Editor.open();
		settings = new CommunityNodes(editor);
	});
	afterAll(async () => await editor.close());

	test('installs by name from the registry', async () => {
		expect(await nodeTypes()).toEqual([]);
		await settings.open();
		await settings.fillIn(releases.packageName);
		await settings.install();
		const card = await settings.card().innerText();
		expect(card).toMatch(/3 nodes:\s+Content Scoring, ?Social Publishing, ?Social Publishing Trigger/);
		expect(card).toContain(`v${releases.current}`);
		expect(await nodeTypes()).toContain(`${releases.packageName}.socialPublishing`);
	});

	test('is found in the node panel by name and by common search terms', async () => {
		const creator = new NodeCreator(editor);
		await creator.openInNewWorkflow();
		for (const words of ['social publishing', 'tiktok']) await creator.find(words, 'Social Publishing');
		for (const words of ['content scoring', 'thumbnail']) await creator.find(words, 'Content Scoring');
	});

	test('is uninstalled with all its nodes', async () => {
		await settings.open();
		await settings.offerUninstall();
		await settings.confirm('uninstall');
		await settings.card().waitFor({ state: 'detached' });
		expect(await nodeTypes()).toEqual([]);
	});
});
