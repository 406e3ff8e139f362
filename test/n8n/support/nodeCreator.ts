import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

/** The editor's panel of nodes to add. */
export class NodeCreator {
	constructor(private readonly editor: Editor) {}

	/** Opens a new workflow, and the panel for its first node. */
	async openInNewWorkflow(): Promise<void> {
		await this.editor.page.goto(`${testbed.n8nUrl}/workflow/new`);
		await this.open();
	}

	/** Opens the panel. */
	async open(): Promise<void> {
		const { page } = this.editor;
		const plus = page.getByTestId('canvas-plus-button').or(page.getByTestId('node-creator-plus-button'));
		await plus.first().click();
		await this.searchBar().waitFor();
	}

	/** Opens the panel for the node after another one. */
	async openAfter(name: string): Promise<void> {
		await this.editor.node(name).getByTestId('canvas-handle-plus').click();
		await this.searchBar().waitFor();
	}

	/** Searches for words, and waits until the results include a node with this name. */
	async find(words: string, node: string): Promise<void> {
		await this.clear();
		// The results of the previous search must not count.
		await this.entry(node).waitFor({ state: 'detached' });
		await this.searchBar().fill(words);
		await this.entry(node).waitFor();
	}

	/** Ends a search. */
	async clear(): Promise<void> {
		await this.searchBar().fill('');
	}

	/** Opens a node among the results, and returns its entries under a heading. */
	async action(node: string, text: string): Promise<Locator> {
		await this.entry(node).click();
		return this.panel().getByText(text, { exact: true });
	}

	/** The icon of the first result. */
	icon(): Locator {
		return this.panel().locator('img').first();
	}

	private entry(node: string): Locator {
		return this.panel().getByTestId('node-creator-item-name').getByText(node, { exact: true });
	}

	private searchBar(): Locator {
		return this.editor.page.getByTestId('node-creator-search-bar');
	}

	private panel(): Locator {
		return this.editor.page.getByTestId('node-creator');
	}
}
