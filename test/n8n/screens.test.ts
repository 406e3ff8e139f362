import { Editor } from './support/editor';
import { saveCredentials, saveScreens } from './support/screenWorkflow';
import { forms, lists, outcomes } from './support/screens';

const screens = [...forms, ...lists, ...outcomes];

describe('every screen of the nodes in the editor of a real n8n', () => {
	let editor: Editor;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
		await editor.page.setViewportSize({ width: 1440, height: 1150 });
		const id = await saveScreens(screens, await saveCredentials());
		const [first] = screens;
		await editor.openWorkflow(id, first?.name ?? '');
		await editor.page.getByTestId('zoom-to-fit').click();
	});
	afterAll(async () => await editor.close());
	afterEach(async () => {
		const panel = editor.page.getByTestId('ndv');
		await editor.page.keyboard.press('Escape');
		await editor.page.keyboard.press('Escape');
		if (await panel.isVisible()) await editor.page.getByTestId('ndv-close-button').click();
		await panel.waitFor({ state: 'detached' });
	});

	it.each(screens)('$name', async ({ name, open, sees }) => {
		await editor.openNode(name);
		try {
			await open?.(editor);
			await editor.page.getByText(sees).first().waitFor({ timeout: 8000 });
			await editor.page.waitForTimeout(400);
		} finally {
			await editor.screenshot(`screens/${name}`);
		}
	});

	it('has met no error of the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
