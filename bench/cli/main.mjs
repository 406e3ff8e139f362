import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { execPath } from 'node:process';
import { buildCli, buildCliBinary, cliBinary, cliProgram } from '../../scripts/lib/build-cli.mjs';

const rounds = 40;
const environment = { HOME: tmpdir(), SERVICE_API_KEY: 'benchmark', SERVICE_API_URL: 'http://127.0.0.1:9' };

/** The programs to start. The ratios compare all of them with the first. */
const subjects = [
	{ name: "node -e ''", command: execPath, args: ['-e', ''] },
	{ name: 'scoring --version', command: execPath, args: [cliProgram, '--version'] },
	{ name: 'scoring auth status', command: execPath, args: [cliProgram, 'auth', 'status'] },
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
 * @param {{ isJson: boolean }} options whether to print one JSON document instead of tables
 */
export async function benchCli({ isJson }) {
	await buildCli();
	await buildCliBinary();
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
	if (isJson) console.log(JSON.stringify({ rounds, results, sizes }, undefined, 2));
	else {
		console.table(results);
		console.table(sizes);
	}
}
