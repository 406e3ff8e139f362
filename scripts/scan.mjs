import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exit } from 'node:process';
import { promisify } from 'node:util';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';

// n8n's verification scan, offline: its command line takes published packages only.
const run = promisify(execFile);

/** What n8n scans inside a published tarball. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

if (!existsSync(inRepository('dist'))) {
	console.error('There is no dist folder to scan. Run "npm run build" first.');
	exit(1);
}
const temporary = await mkdtemp(path.join(tmpdir(), 'n8n-scan-'));
try {
	const source = await scan('source', rootFolder, SOURCE_FILE_PATTERNS);
	const tarball = await scan('tarball', await packAndUnpack(temporary), TARBALL_FILE_PATTERNS);
	process.exitCode = source && tarball ? 0 : 1;
} finally {
	await rm(temporary, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string[]} patterns
 * @returns {Promise<boolean>} whether n8n would accept it
 */
async function scan(name, folder, patterns) {
	const result = await analyzePackage(folder, patterns);
	console.log(`n8n's verification scan of the ${name}: ${result.passed ? 'passed' : 'FAILED'}`);
	if (!result.passed) console.log([result.message, result.details].filter(Boolean).join('\n'));
	return result.passed;
}

/**
 * Makes the tarball that npm would publish and unpacks it.
 *
 * @param {string} folder an empty folder
 * @returns {Promise<string>} the unpacked package's folder
 */
async function packAndUnpack(folder) {
	const shell = process.platform === 'win32';
	const pack = ['pack', '--json', '--pack-destination', folder];
	const { stdout } = await run('npm', pack, { cwd: rootFolder, shell });
	const [{ filename }] = JSON.parse(stdout);
	const unpacked = path.join(folder, 'unpacked');
	await mkdir(unpacked);
	await run('tar', ['-xzf', filename, '-C', 'unpacked', '--strip-components=1'], { cwd: folder });
	return unpacked;
}
