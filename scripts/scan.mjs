import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, exit } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { pack, unpack } from './lib/package-files.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// n8n's verification scan of the source and of the tarball: scan [tarball]. Without one it packs what is in dist/.
const [given] = argv.slice(2);
if (given === undefined && !existsSync(inRepository('dist'))) {
	console.error('There is no dist folder to scan. Run "npm run build" first.');
	exit(1);
}
await ensureInstalled(rootFolder).catch(exitWithMessage);
// What it imports is there only now.
const { scan } = await import('./lib/verification-scan.mjs');
const temporary = await mkdtemp(path.join(tmpdir(), 'n8n-scan-'));
try {
	const unpacked = path.join(temporary, 'unpacked');
	await unpack(given ?? (await pack(rootFolder, temporary)), unpacked);
	const found = [
		...report('source', await scan('source', rootFolder)),
		...report('tarball', await scan('tarball', unpacked)),
	];
	process.exitCode = found.length === 0 ? 0 : 1;
} finally {
	await rm(temporary, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {string[]} found
 */
function report(name, found) {
	console.log(`n8n's verification scan of the ${name}: ${found.length === 0 ? 'passed' : 'FAILED'}`);
	if (found.length > 0) console.log(found.join('\n'));
	return found;
}
