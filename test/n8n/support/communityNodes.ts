import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

/** The page Settings → Community nodes of the editor. */
export class CommunityNodes {
	constructor(private readonly editor: Editor) {}

	/** Opens the page, and waits until it shows the package's card, or the button that installs the first package. */
	async open(): Promise<void> {
		const { page } = this.editor;
		await page.goto(`${testbed.n8nUrl}/settings/community-nodes`);
		await this.card().or(page.getByText('Supercharge your workflows')).first().waitFor();
	}

	/** The text of the installed package's card. */
	card(): Locator {
		return this.editor.page.getByTestId('community-package-card').filter({ hasText: releases.packageName });
	}

	/** Fills in the dialog that installs a package, and accepts its warning. */
	async fillIn(packageName: string): Promise<void> {
		const { page } = this.editor;
		await page.getByRole('button', { name: 'Install' }).first().click();
		await page.getByTestId('package-name-input').fill(packageName);
		await page.getByTestId('user-agreement-checkbox').click();
	}

	/** Presses Install in the dialog, and waits for the package's card. */
	async install(): Promise<void> {
		await this.editor.page.getByTestId('install-community-package-button').click();
		await this.card().waitFor();
	}

	/** Opens the dialog that updates the package. */
	async offerUpdate(): Promise<void> {
		await this.card().getByRole('button', { name: 'Update' }).click();
		await this.dialog().waitFor();
	}

	/** Opens the dialog that uninstalls the package. */
	async offerUninstall(): Promise<void> {
		await this.card().getByTestId('action-toggle').click();
		await this.editor.page.getByText('Uninstall package').click();
		await this.dialog().waitFor();
	}

	/** Confirms the open dialog, and waits until it has closed. */
	async confirm(what: 'update' | 'uninstall'): Promise<void> {
		await this.dialog()
			.getByRole('button', { name: `Confirm ${what}` })
			.click();
		await this.dialog().waitFor({ state: 'hidden' });
	}

	/** The open dialog. */
	dialog(): Locator {
		return this.editor.page.getByRole('dialog');
	}
}
