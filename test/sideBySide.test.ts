import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rootFolder } from './support/sourceFiles';

const runStep = JSON.stringify(join(rootFolder, 'scripts', 'lib', 'run-step.mjs'));

/** Runs steps in parallel in a separate process, like the scripts. */
function run(steps: string): { code: number | null; output: string } {
	const script = `
		import { exitWithMessage, runStep, sideBySide } from ${runStep};
		const shell = (title, command) => runStep(title, 'sh', ['-c', command]);
		await sideBySide(${steps}).catch(exitWithMessage);
	`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
		encoding: 'utf8',
		timeout: 15_000,
	});
	return { code: status, output: `${stdout}${stderr}` };
}

describe('parallel steps', () => {
	test('report when they start and finish', () => {
		const { code, output } = run("shell('One', 'true'), shell('Two', 'true')");
		expect(code).toBe(0);
		expect(output).toMatch(/^One …\nTwo …\n/);
		expect(output).toMatch(/^One: done \(\d+ s\)$/m);
		expect(output).toMatch(/^Two: done \(\d+ s\)$/m);
	});

	test('stop if one fails, and show its output', () => {
		const { code, output } = run("shell('One', 'echo no room; exit 3'), runStep('Two', 'sleep', ['600'])");
		expect(code).toBe(1);
		expect(output).toMatch(/^Two: failed \(\d+ s\)$/m);
		expect(output).toMatch(/One: ended with code 3\nno room\n$/);
	});
});
