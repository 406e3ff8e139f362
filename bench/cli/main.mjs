import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buildCli, buildCliBinary, cliBinary, cliProgram } from '../../scripts/lib/build-cli.mjs';

const rounds = 40;
const environment = { HOME: tmpdir(), SERVICE_API_KEY: 'benchmark', SERVICE_API_URL: 'http://127.0.0.1:9' };

/** The programs to start. The ratios compare all of them with the first. @param {string} node */
const subjectsOn = (node) => [
	{ name: "node -e ''", command: node, args: ['-e', ''] },
	{ name: 'scoring --version', command: node, args: [cliProgram, '--version'] },
	{ name: 'scoring auth status', command: node, args: [cliProgram, 'auth', 'status'] },
	{ name: 'single file: --version', command: cliBinary, args: ['--version'] },
];

/**
 * Measures the milliseconds from the start of a process to its first output, or to its end if it has no output.
 *
 * @param {{ command: string, args: string[] }} subject
 * @returns {Promise<number>}
 */
function measure({ command, args }) {
	return new Promise((resolve, reject) => {
		const startedAt = performance.now();
		let firstOutput = 0;
		const child = spawn(command, args, { env: environment });
		child.stdout.once('data', () => (firstOutput = performance.now() - startedAt));
		child.once('error', reject);
		child.once('close', () => resolve(firstOutput || performance.now() - startedAt));
	});
}

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Builds the command line and measures how long it takes to start. The programs take turns, so that other work of the machine
 * affects all of them equally.
 *
 * @param {{ isJson: boolean, node: string, print: (text: string) => void }} options `isJson`: whether to print one JSON document
 *   instead of tables. `node`: the Node.js that runs the programs
 * @returns {Promise<number>} the exit code
 */
export async function benchCli({ isJson, node, print }) {
	await buildCli();
	await buildCliBinary();
	const subjects = subjectsOn(node);
	const times = subjects.map(() => /** @type {number[]} */ ([]));
	for (let round = 0; round < rounds; round++) {
		for (const [index, subject] of subjects.entries()) times[index]?.push(await measure(subject));
	}
	const medians = times.map(median);
	const results = subjects.map(({ name }, index) => ({
		name,
		ms: Math.round((medians[index] ?? 0) * 10) / 10,
		ratio: Math.round(((medians[index] ?? 0) / (medians[0] ?? 1)) * 100) / 100,
	}));
	const sizes = { packageProgramBytes: statSync(cliProgram).size, singleFileBytes: statSync(cliBinary).size };
	print(isJson ? `${JSON.stringify({ rounds, results, sizes }, undefined, 2)}\n` : toText(results, sizes));
	return 0;
}

/** @param {{ name: string, ms: number, ratio: number }[]} results @param {Record<string, number>} sizes */
function toText(results, sizes) {
	const rows = results.map(({ name, ms, ratio }) => `| ${name} | ${ms} ms | ${ratio} |\n`);
	const bytes = Object.entries(sizes).map(([name, size]) => `${name}: ${size}\n`);
	return ['| Program | Time | Ratio |\n| --- | ---: | ---: |\n', ...rows, '\n', ...bytes].join('');
}
