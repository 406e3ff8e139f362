import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { stopAllProcesses } from './lib/child-process.mjs';
import { inRepository } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { installAndBuild } from './build.mjs';

const HELP = `npm run soak -- [--posts <number>] [--seed <number>] [--minutes <number>]

Lets a real n8n create posts in the sandbox while random requests fail, and compares what n8n reports with what the sandbox
stored. Prints tables. Ends with code 1 if anything differs, too many posts fail, or memory grows.

  --posts <number>    minimum number of posts (default: 5000)
  --seed <number>     creates the same faults in the same order as an earlier run
  --minutes <number>  starts no more blocks of work after this time`;

const { values } = parseArgs({
	options: {
		posts: { type: 'string' },
		seed: { type: 'string' },
		minutes: { type: 'string' },
		help: { type: 'boolean' },
	},
});

for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => void stopAllProcesses().then(() => process.exit(1)));
}

async function soak() {
	await installAndBuild();
	// Import both only now, because they need packages that have just been installed.
	const { describeSoak, failuresOf } = await import('./soak/report.mjs');
	const { runSoak } = await import('./soak/soak.mjs');
	const seed = Number(values.seed ?? randomInt(2 ** 31));
	console.log(`Seed ${seed}`);
	const result = await runSoak({
		posts: Number(values.posts ?? 5000),
		seed,
		minutes: values.minutes === undefined ? undefined : Number(values.minutes),
		outputFolder: inRepository('test-output', 'soak'),
		onProgress: console.log,
	});
	console.log(describeSoak(result));
	const failures = failuresOf(result);
	for (const failure of failures) console.error(failure);
	process.exitCode = failures.length > 0 ? 1 : 0;
}

if (values.help) console.log(HELP);
else await soak().catch(exitWithMessage);
