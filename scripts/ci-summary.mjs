import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';

// Adds up jest's results, and names the files that took longest: node scripts/ci-summary.mjs <results.json>=<exit code of the run> …
const runs = argv.slice(2).map((argument) => {
	const [, file = '', exitCode = '1'] = argument.match(/^(.*)=(\d+)$/) ?? [];
	return count(file, exitCode === '0');
});
const passed = runs.reduce((sum, run) => sum + run.passed, 0);
const failed = runs.reduce((sum, run) => sum + run.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
const longest = runs
	.flatMap(({ files }) => files)
	.sort((one, other) => other.seconds - one.seconds)
	.slice(0, 10);
for (const { name, seconds } of longest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
console.log(`${passed} passed, ${failed} failed`);

/**
 * Counts the tests of a run. If a run failed without a failing test, for example because of a lint error, that counts as one
 * failure.
 *
 * @param {string} file
 * @param {boolean} isGood
 */
function count(file, isGood) {
	const { passed, failed, files } = existsSync(file)
		? readResults(file)
		: { passed: 0, failed: 0, files: [] };
	return { passed, failed: isGood ? failed : Math.max(failed, 1), files };
}

/** @param {string} file */
function readResults(file) {
	/** @type {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, testResults?: { name: string, startTime: number, endTime: number }[] }} */
	const results = JSON.parse(readFileSync(file, 'utf8'));
	return {
		passed: results.numPassedTests,
		failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
		files: (results.testResults ?? []).map(({ name, startTime, endTime }) => ({
			name: path.relative(process.cwd(), name),
			seconds: (endTime - startTime) / 1000,
		})),
	};
}
