import { rm } from 'node:fs/promises';
import { execPath } from 'node:process';
import { inRepository, rootFolder } from './paths.mjs';
import { runStep } from './run-step.mjs';

const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
const gulp = inRepository('node_modules', 'gulp', 'bin', 'gulp.js');
const metadataGenerator = inRepository('node_modules', 'n8n-core', 'bin', 'generate-metadata');

/**
 * Builds the package into an empty dist/: what the compiler writes, icons, codex files, and the metadata from which n8n
 * knows the nodes without loading them (dist/known and dist/types).
 */
export async function buildPackage() {
	// Nothing of an earlier build may stay: dist/ is what gets published.
	await rm(inRepository('dist'), { recursive: true, force: true });
	await runNode('Compiling the package', [compiler, '-p', 'tsconfig.build.json']);
	await runNode('Copying icons and codex files', [gulp, '--silent']);
	// Last, as it describes what the steps before have written.
	await runNode("Writing n8n's metadata", [metadataGenerator]);
	// The generator also lists methods, which only n8n's own packages need.
	await rm(inRepository('dist', 'methods'), { recursive: true });
}

/** Compiles the sandbox into build/sandbox/, which `node build/sandbox/main.js` starts. */
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
