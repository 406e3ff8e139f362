import { rm } from 'node:fs/promises';
import { execPath } from 'node:process';
import { inRepository, rootFolder } from './paths.mjs';
import { runStep } from './run-step.mjs';

const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
const gulp = inRepository('node_modules', 'gulp', 'bin', 'gulp.js');
const metadataGenerator = inRepository('node_modules', 'n8n-core', 'bin', 'generate-metadata');

/**
 * Builds the package into an empty dist/: the compiled code, icons, codex files, and the metadata with which n8n knows the
 * nodes without loading them (dist/known and dist/types).
 */
export async function buildPackage() {
	// dist/ gets published, so nothing from an earlier build can stay.
	await rm(inRepository('dist'), { recursive: true, force: true });
	await runNode('Compiling the package', [compiler, '-p', 'tsconfig.build.json']);
	await runNode('Copying icons and codex files', [gulp, '--silent']);
	// This step must be last, because it describes the files of the others.
	await runNode("Writing n8n's metadata", [metadataGenerator]);
	// The generator also lists methods, but n8n needs that only for its own packages.
	await rm(inRepository('dist', 'methods'), { recursive: true });
}

/** Compiles the sandbox into build/sandbox/. `node build/sandbox/main.js` starts it. */
export async function buildSandbox() {
	await runNode('Compiling the sandbox', [compiler, '-p', 'sandbox']);
}

/**
 * @param {string} title
 * @param {string[]} args
 */
function runNode(title, args) {
	return runStep(title, execPath, args, { cwd: rootFolder });
}
