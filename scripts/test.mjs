import { argv, exit } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { commands, runScript } from './lib/tools.mjs';

/** What `npm test` does, in this order; further arguments go to the last step. */
const steps = [
	{ title: 'Build', args: ['scripts/build.mjs'] },
	{ title: 'Build of the command line', args: ['scripts/cli/build.mjs'] },
	{ title: 'Lint', args: commands.lint },
	{ title: 'Format', args: commands.checkFormat },
	{ title: 'Types', args: commands.types },
	{ title: 'Types of the scripts', args: commands.typesOfScripts },
	{ title: 'Verification scan', args: ['scripts/scan.mjs'] },
	{ title: 'Checklist', args: ['scripts/checklist.mjs', '--check'] },
	{ title: 'Tests', args: [...commands.jest, ...argv.slice(2)] },
];

await ensureInstalled(rootFolder).catch(exitWithMessage);
for (const { title, args } of steps) {
	const startedAt = Date.now();
	console.log(`\n=== ${title}`);
	const code = await runScript(args);
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
	console.log(`=== ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
	if (code !== 0) {
		console.error(`\nnpm test stopped: the step "${title}" failed. Its output is above.`);
		exit(1);
	}
}
