import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { Editor } from '../support/editor';
import { filledForms } from './screenFilled';
import { forms } from './screenForms';
import { lists, outcomes } from './screenStates';
import { saveCredentials, saveScreens } from './screenWorkflow';

// The filled-in screens change posts, so they come last.
const screens = [...forms, ...lists, ...outcomes, ...filledForms];
const folder = path.join(testbed.outputFolder, 'screenshots', 'screens');

/** A page with all pictures in sequence. */
function writeIndex(): void {
	const figures = screens.map(
		({ name }) => `<h2>${name}</h2><img src="${name}.png" alt="${name}" width="1440">`,
	);
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'index.html'), `<!doctype html><title>Screens</title>${figures.join('')}`);
}

test('has a filled-in screen for every operation', () => {
	const shown = filledForms.map(({ parameters }) => {
		const { resource, operation } = parameters as Record<string, string>;
		return `${resource}:${operation}`;
	});
	const operations = [...Object.keys(publishingExamples), ...Object.keys(scoringExamples)];
	expect(operations.filter((operation) => !shown.includes(operation))).toEqual([]);
});

describe('every screen of the nodes in the editor of a real n8n', () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open();
		await testbed.sandbox.reset();
		await editor.page.setViewportSize({ width: 1440, height: 1150 });
		const id = await saveScreens(screens, await saveCredentials());
		await editor.openWorkflow(id, 'post-create');
		await editor.page.getByTestId('zoom-to-fit').click();
		writeIndex();
	});
	afterAll(async () => await editor.close());
	afterEach(async () => {
		// Lists and dialogs use the first ones.
		const panel = editor.page.getByTestId('ndv');
		await editor.page.keyboard.press('Escape');
		await editor.page.keyboard.press('Escape');
		if (await panel.isVisible()) await editor.page.getByTestId('ndv-close-button').click({ force: true });
		await panel.waitFor({ state: 'detached' });
	});

	test.each(screens)('$name', async ({ name, open, sees, returns }) => {
		await editor.openNode(name);
		await editor.formIsFilled();
		await open?.(editor);
		if (sees !== undefined) await editor.page.getByText(sees).first().waitFor({ timeout: 10_000 });
		if (returns !== undefined) {
			await editor.executeStep();
			await editor.outputShows(returns);
		}
		await editor.formIsFilled();
		await editor.screenshot(`screens/${name}`);
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
