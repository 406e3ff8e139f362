import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measure, storeFile, type Surroundings, warmUpMB } from './measure';
import { helpText, readOptions, type Options } from './options';
import { planMeasurements } from './plan';
import { toTables } from './report';
import { summarize, type Result } from './results';
import type { Outcome } from './subject';

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

async function prepare(sizes: number[], userFolder: string): Promise<Surroundings> {
	const files: Surroundings['files'] = new Map();
	for (const megabytes of sizes) files.set(megabytes, await storeFile(megabytes, userFolder));
	return { userFolder, files };
}

/** Goes through all measurements once per run: what is compared is measured close together. */
async function measureAll(options: Options, userFolder: string): Promise<Result[]> {
	const surroundings = await prepare([warmUpMB, ...options.files], userFolder);
	const planned = planMeasurements(options).map((measurement) => ({
		measurement,
		outcomes: [] as Outcome[],
	}));
	for (let run = 1; run <= options.runs; run++) {
		for (const { measurement, outcomes } of planned) {
			const outcome = await measure(measurement, surroundings);
			outcomes.push(outcome);
			tell(`run ${run}: ${JSON.stringify(summarize(measurement, [outcome]))}`);
		}
	}
	return planned.map(({ measurement, outcomes }) => summarize(measurement, outcomes));
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (!options) return void process.stdout.write(helpText);
	const userFolder = await mkdtemp(path.join(tmpdir(), 'upload-benchmark-'));
	const results = await measureAll(options, userFolder).finally(
		async () => await rm(userFolder, { recursive: true, force: true }),
	);
	process.stdout.write(options.json ? `${JSON.stringify(results)}\n` : `${toTables(results)}\n`);
}

main().catch(({ message }: Error) => {
	tell(message);
	process.exitCode = 1;
});
