import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, env, execPath } from 'node:process';
import { ensureInstalled } from '../scripts/install.mjs';
import { buildPackage } from '../scripts/lib/build-package.mjs';
import { inRepository, rootFolder } from '../scripts/lib/paths.mjs';
import { exitWithMessage, runStep } from '../scripts/lib/run-step.mjs';
import { ensureN8n, n8nNode } from '../scripts/n8n/install.mjs';
import { benchCli } from './cli/main.mjs';

// Runs a benchmark: bench [nodes|trigger|upload|cli] [options]. --help lists the options of each, except cli. The first three run on the
// Node.js that n8n needs, or with --this-node on the one that runs this script. The command line has no n8n, so it runs on that one anyway.

/** Prepares what a benchmark needs, by its folder. @type {Record<string, () => Promise<unknown>>} */
const preparations = {
	nodes: async () => {
		await ensureN8n();
		await installRivals();
		await buildPackage();
	},
	trigger: ensureN8n,
	upload: async () => {
		await ensureN8n();
		await installRivals();
	},
};

const thisNode = '--this-node';

const [first = '', ...rest] = argv.slice(2);
const isNamed = first in preparations || first === 'cli';
const [name, args] = isNamed ? [first, rest] : ['nodes', argv.slice(2)];
if (first !== '' && !isNamed && !first.startsWith('-')) exitWithMessage(`There is no benchmark "${first}".`);

if (name === 'cli') await benchCli({ isJson: args.includes('--json') }).catch(exitWithMessage);
else await runBenchmark(name, args);

async function installRivals() {
	await ensureInstalled(inRepository('bench', 'upload'), {
		title: 'Installing what the benchmark compares with',
	});
}

/**
 * Compiles a benchmark and runs its main.ts in a separate process. n8n's user folder is temporary.
 *
 * @param {string} name the benchmark's folder in bench/
 * @param {string[]} args
 */
async function runBenchmark(name, args) {
	// Keep standard output for the results, because programs read it with --json.
	process.stdout.write = process.stderr.write.bind(process.stderr);
	const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
	const compile = () =>
		runStep('Compiling the benchmark', execPath, [compiler, '-p', inRepository('bench', name)]);
	await ensureInstalled(rootFolder).then(preparations[name]).then(compile).catch(exitWithMessage);
	const userFolder = mkdtempSync(path.join(tmpdir(), `${name}-benchmark-`));
	const main = inRepository('build', 'bench', 'bench', name, 'main.js');
	const node = args.includes(thisNode) ? execPath : n8nNode;
	const options = args.filter((argument) => argument !== thisNode);
	const benchmark = spawn(node, ['--expose-gc', main, ...options], {
		cwd: rootFolder,
		stdio: 'inherit',
		env: {
			...env,
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: 'only-for-the-benchmark',
			N8N_LOG_LEVEL: 'silent',
			// The servers are local, so a proxy of the shell must not be used.
			NO_PROXY: '127.0.0.1',
		},
	});
	// Ctrl+C stops both processes. This process waits for the other.
	process.on('SIGINT', () => undefined);
	benchmark.on('exit', (code) => {
		rmSync(userFolder, { recursive: true, force: true });
		process.exit(code ?? 1);
	});
}
