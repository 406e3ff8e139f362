import { buildPackage, buildSandbox } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { rootFolder } from './lib/paths.mjs';
import { sideBySide } from './lib/run-step.mjs';
import { ensureN8n } from './n8n/install.mjs';

/**
 * Installs what is missing and builds the package and the sandbox, side by side: the repository's own packages with the
 * builds that need them, and n8n with its native modules.
 *
 * @param {() => Promise<unknown>} [installN8n] all of n8n, or only a part of it
 * @throws {import('./lib/run-step.mjs').StepError} of the step that failed first; the others are stopped
 */
export async function installAndBuild(installN8n = ensureN8n) {
	await sideBySide(buildOurs(), installN8n());
}

async function buildOurs() {
	await ensureInstalled(rootFolder, { title: 'Installing packages (once)' });
	await buildPackage();
	await buildSandbox();
}
