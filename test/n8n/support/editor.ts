import path from 'node:path';
import { chromium, selectors, type Browser, type Locator, type Page, type Request } from 'playwright-core';

selectors.setTestIdAttribute('data-test-id');

const PATIENCE_MS = 60_000;

const BROWSER_OPTIONS = [
	// Chromium's sandbox doesn't work for root in a container. All pages are our own.
	'--no-sandbox',
	// The editor asks public hosts about community nodes. The tests send nothing outside this machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Requests for what a form shows: options of a list, or fields that depend on others. */
const fillsForm = (request: Request): boolean => request.url().includes('/rest/dynamic-node-parameters/');

/** What a timer of n8n's panel raises one second after the panel opened, if the editor is between two workflows then. */
const betweenWorkflows = /^injectNDVStore\(\) was accessed without an active workflow/;

/** Goes to another address of the same page. */
const goTo = (url: string): string =>
	`history.pushState(history.state, '', '${url}'); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`;

/** n8n's editor in a headless browser, with the owner logged in. */
export class Editor {
	/** Exceptions that no code of the page caught. */
	readonly pageErrors: string[] = [];

	/** Unanswered requests for what the form shows. */
	private readonly filling = new Set<Request>();

	private isBetweenWorkflows = false;

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {
		page.setDefaultTimeout(PATIENCE_MS);
		page.on('pageerror', ({ message }) => {
			if (!this.isBetweenWorkflows || !betweenWorkflows.test(message)) this.pageErrors.push(message);
		});
		page.on('request', (request) => fillsForm(request) && this.filling.add(request));
		page.on('requestfinished', (request) => this.filling.delete(request));
		page.on('requestfailed', (request) => this.filling.delete(request));
	}

	static async open(): Promise<Editor> {
		const browser = await chromium.launch({ executablePath: testbed.browser, args: BROWSER_OPTIONS });
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		const [name = '', value = ''] = testbed.cookie.split('=');
		await page.context().addCookies([{ name, value, url: testbed.n8nUrl }]);
		return new Editor(browser, page);
	}

	/**
	 * Opens a workflow, and waits until one of its nodes is visible. The editor is one page, which takes seconds to load. If it shows
	 * another workflow, it goes to this one as with the Forward button. An older n8n is loaded again, because it shows the output of
	 * one workflow in the next one.
	 */
	async openWorkflow(id: string, node: string): Promise<void> {
		const workflows = `${testbed.n8nUrl}/workflow/`;
		const url = `${workflows}${id}`;
		const current = this.page.url();
		const showsAnother = current.startsWith(workflows) && !current.startsWith(url);
		this.isBetweenWorkflows = showsAnother;
		if (showsAnother && !testbed.isOlderN8n) await this.page.evaluate(goTo(url));
		else await this.page.goto(url);
		await this.node(node).waitFor();
		this.isBetweenWorkflows = false;
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** Closes the open panel of a node. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('ndv').waitFor({ state: 'detached' });
	}

	/** Opens the list of an options field once it has loaded. {@link pick} then chooses an entry. */
	async openOptions(parameter: string): Promise<void> {
		const field = this.page.getByTestId(`parameter-input-${parameter}`);
		await field.locator('.el-select:not(:has(input:disabled))').first().click();
	}

	/** Chooses an entry of the open options list. */
	async pick(text: string): Promise<void> {
		await this.options().filter({ hasText: text }).click();
	}

	/** The entries of the open options list. */
	options(): Locator {
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	/** Fills in a text field of the open panel or form. */
	async fillField(parameter: string, text: string): Promise<void> {
		const field = this.page.getByTestId(`parameter-input-${parameter}`);
		await field.locator('input, textarea').first().fill(text);
	}

	/** Adds an entry to a collection by its Add menu. */
	async add(menu: string, entry: string): Promise<void> {
		await this.page.getByPlaceholder(menu).click();
		await this.pick(entry);
	}

	/** Opens the list of a resource locator and returns its entries. */
	async openLocator(parameter: string): Promise<Locator> {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		const items = this.page.getByTestId('rlc-item');
		await items.first().waitFor();
		return items;
	}

	/** Waits until the form of the open panel has everything that it requests from the node, for two frames in a row. */
	async formIsFilled(): Promise<void> {
		for (let frames = 0; frames < 2; frames = this.filling.size === 0 ? frames + 1 : 0) {
			await this.page.evaluate('new Promise(requestAnimationFrame)');
		}
	}

	/** Executes the node of the open panel, and waits until it has succeeded or failed. */
	async executeStep(): Promise<'success' | 'danger'> {
		// Fields that arrive after the click change the node's parameters, and n8n then calls the output outdated.
		await this.formIsFilled();
		const success = this.page.getByTestId('node-run-status-success');
		const error = this.page.getByTestId('node-error-message');
		const hadError = (await error.count()) > 0;
		await this.page.getByTestId('node-execute-button').click();
		// The error of the previous run stays until n8n has started this one.
		if (hadError) await error.waitFor({ state: 'detached' });
		await success.or(error).first().waitFor();
		return (await success.count()) > 0 ? 'success' : 'danger';
	}

	/** Waits until the output of the open panel shows a text. */
	async outputShows(text: string): Promise<void> {
		await this.page.getByTestId('output-panel').getByText(text).first().waitFor();
	}

	/** Chooses how the output of the open panel shows the items. */
	async showOutputAs(view: 'schema' | 'table' | 'json'): Promise<void> {
		await this.page.getByTestId('output-panel').getByTestId(`radio-button-${view}`).click();
	}

	/** Scrolls the panel of the open node until a field is visible. */
	async scrollTo(parameter: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${parameter}`).first().scrollIntoViewIfNeeded();
	}

	/** Saves a picture of the page in the test output, once lists and panels have opened. */
	async screenshot(name: string, fullPage = false): Promise<void> {
		const file = path.join(testbed.outputFolder, 'screenshots', `${name}.png`);
		await this.page.screenshot({ path: file, animations: 'disabled', fullPage });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
