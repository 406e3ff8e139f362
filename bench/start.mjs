import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, env, execPath } from 'node:process';
import { ensureInstalled } from '../scripts/install.mjs';
import { buildPackage } from '../scripts/lib/build-package.mjs';
import { inRepository, rootFolder } from '../scripts/lib/paths.mjs';
import { exitWithMessage, runStep } from '../scripts/lib/run-step.mjs';
import { ensureN8n, n8nNode } from '../scripts/n8n/install.mjs';

// Runs a benchmark: bench [nodes|trigger|upload|parallel|cli|all] [options]. --help lists the options of the first three. Each runs on the
// Node.js that n8n needs, or with --this-node on the one that runs this script. `parallel` is a complete n8n, and runs only on its own.
// `all` runs all of them, one after the other.

const args = argv.slice(2);
const thisNode = '--this-node';
const node = args.includes(thisNode) ? execPath : n8nNode;
const isJson = args.includes('--json');

/**
 * Prints results. Everything else goes to standard error, because programs read the results with --json.
 *
 * @param {string} text
 */
const print = (text) => void writeSync(process.stdout.fd, text);

/** The benchmarks, by name. Each returns its exit code. @type {Record<string, (options: string[]) => Promise<number>>} */
const benchmarks = {
	nodes: async (options) => {
		await installRivals();
		await buildPackage();
		return await runBenchmark('nodes', options);
	},
	trigger: async (options) => await runBenchmark('trigger', options),
	upload: async (options) => {
		await installRivals();
		return await runBenchmark('upload', options);
	},
	parallel: async () => {
		const { benchParallel } = await import('./parallel/main.mjs');
		return await benchParallel({ isJson, print });
	},
	cli: async () => {
		const { benchCli } = await import('./cli/main.mjs');
		return await benchCli({ isJson, node, print });
	},
};

await main().catch(exitWithMessage);

async function main() {
	const [first = ''] = args;
	const isNamed = first in benchmarks || first === 'all';
	if (first !== '' && !isNamed && !first.startsWith('-'))
		throw new Error(`There is no benchmark "${first}".`);
	const options = args.slice(isNamed ? 1 : 0).filter((argument) => argument !== thisNode);
	const names = first === 'all' ? Object.keys(benchmarks) : [isNamed ? first : 'nodes'];
	// Ctrl+C stops this process and the benchmark. This process waits for the other.
	process.on('SIGINT', () => undefined);
	process.stdout.write = process.stderr.write.bind(process.stderr);
	await ensureInstalled(rootFolder);
	await ensureN8n();
	for (const name of names) {
		if (first === 'all') print(`\n## ${name}\n\n`);
		const code = await benchmarks[name]?.(options);
		process.exitCode ||= code;
	}
}

async function installRivals() {
	await ensureInstalled(inRepository('bench', 'upload'), {
		title: 'Installing what the benchmark compares with',
	});
}

/**
 * Compiles a benchmark and runs its main.ts in a separate process. n8n's user folder is temporary.
 *
 * @param {string} name the benchmark's folder in bench/
 * @param {string[]} options
 * @returns {Promise<number>} the exit code
 */
async function runBenchmark(name, options) {
	const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
	await runStep('Compiling the benchmark', execPath, [compiler, '-p', inRepository('bench', name)]);
	const userFolder = mkdtempSync(path.join(tmpdir(), `${name}-benchmark-`));
	const main = inRepository('build', 'bench', 'bench', name, 'main.js');
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
	return await new Promise((resolve) => {
		benchmark.on('exit', (code) => {
			rmSync(userFolder, { recursive: true, force: true });
			resolve(code ?? 1);
		});
	});
}
