import { existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';

// Adds up jest's results: node scripts/ci-summary.mjs <results.json>=<exit code of the run> …
const runs = argv.slice(2).map((argument) => {
	const [, file = '', exitCode = '1'] = argument.match(/^(.*)=(\d+)$/) ?? [];
	return count(file, exitCode === '0');
});
const passed = runs.reduce((sum, run) => sum + run.passed, 0);
const failed = runs.reduce((sum, run) => sum + run.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/**
 * Counts the tests of a run. If a run failed without a failing test, for example because of a lint error, that counts as one
 * failure.
 *
 * @param {string} file
 * @param {boolean} isGood
 */
function count(file, isGood) {
	const { passed, failed } = existsSync(file) ? readResults(file) : { passed: 0, failed: 0 };
	return { passed, failed: isGood ? failed : Math.max(failed, 1) };
}

/** @param {string} file */
function readResults(file) {
	const results = JSON.parse(readFileSync(file, 'utf8'));
	return {
		passed: results.numPassedTests,
		failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
	};
}
