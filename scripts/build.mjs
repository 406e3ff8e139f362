import { rm } from 'node:fs/promises';
import { argv, execPath } from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleWhatLoadsAtStart } from './bundle-start.mjs';
import { makeRequiresLazy } from './lazy-requires.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { runStep } from './lib/run-step.mjs';

const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
const gulp = inRepository('node_modules', 'gulp', 'bin', 'gulp.js');

/** Builds the package into an empty dist/: compiled code that loads its parts when they are needed, icons, codex files. */
export async function buildPackage() {
	// Nothing of an earlier build may stay: dist/ is what gets published.
	await rm(inRepository('dist'), { recursive: true, force: true });
	await runNode('Compiling the package', [compiler, '-p', 'tsconfig.build.json']);
	await makeRequiresLazy(inRepository('dist'));
	await bundleWhatLoadsAtStart();
	await runNode('Copying icons and codex files', [gulp, '--silent']);
}

/** Compiles the sandbox into build/sandbox/, which `node build/sandbox/main.js` starts. */
export async function buildSandbox() {
	await runNode('Compiling the sandbox', [compiler, '-p', 'tsconfig.sandbox.json']);
}

/**
 * @param {string} title
 * @param {string[]} args
 */
function runNode(title, args) {
	return runStep(title, execPath, args, { cwd: rootFolder });
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
	const build = argv[2] === 'sandbox' ? buildSandbox : buildPackage;
	await build().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
