import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { buildCli, buildCliBinary } from './lib/build-cli.mjs';
import { buildPackage, buildSandbox } from './lib/build-package.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage, sideBySide } from './lib/run-step.mjs';
import { ensureN8n } from './n8n/install.mjs';

/**
 * Installs what is missing and builds the package and the sandbox, unless TEST_IS_BUILT says that this was done. The builds run in
 * parallel with the installation of n8n and its native modules.
 *
 * @param {() => Promise<unknown>} [installN8n] installs all of n8n, or only a part of it
 * @throws {import('./lib/run-step.mjs').StepError} of the first step that failed. All other steps are stopped.
 */
export async function installAndBuild(installN8n = ensureN8n) {
	if (process.env.TEST_IS_BUILT !== undefined) return;
	const build = async () => {
		await ensureInstalled(rootFolder, { title: 'Installing packages (once)' });
		await buildPackage();
		await buildSandbox();
	};
	await sideBySide(build(), installN8n());
}

/** Builds what the tests read, so that both suites can run side by side. */
async function buildAll() {
	await installAndBuild();
	await buildCli();
}

/** What `npm run build -- <name>` builds. @type {Record<string, () => Promise<void>>} */
const targets = {
	all: buildAll,
	package: buildPackage,
	sandbox: buildSandbox,
	cli: buildCli,
	'cli-binary': buildCliBinary,
};

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	const target = targets[argv[2] ?? 'package'];
	if (!target) exitWithMessage(`npm run build -- <${Object.keys(targets).join('|')}>`);
	await ensureInstalled(rootFolder).then(target).catch(exitWithMessage);
}
