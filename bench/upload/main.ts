import { measure, storeFile, type StoredFiles, warmUpMB } from './measure';
import { helpText, readOptions, type Options } from './options';
import { planMeasurements } from './plan';
import { toTables } from './report';
import { summarize, type Result } from './results';
import type { Outcome } from './subject';

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

async function store(sizes: number[]): Promise<StoredFiles> {
	const files: StoredFiles = new Map();
	for (const megabytes of sizes) files.set(megabytes, await storeFile(megabytes));
	return files;
}

/** Makes all measurements in each run, so that results to compare are measured close together. */
async function measureAll(options: Options): Promise<Result[]> {
	const files = await store([warmUpMB, ...options.files]);
	const planned = planMeasurements(options).map((measurement) => ({
		measurement,
		outcomes: [] as Outcome[],
	}));
	for (let run = 1; run <= options.runs; run++) {
		for (const { measurement, outcomes } of planned) {
			const outcome = await measure(measurement, files);
			outcomes.push(outcome);
			tell(`run ${run}: ${JSON.stringify(summarize(measurement, [outcome]))}`);
		}
	}
	return planned.map(({ measurement, outcomes }) => summarize(measurement, outcomes));
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (!options) return void process.stdout.write(helpText);
	const results = await measureAll(options);
	process.stdout.write(options.json ? `${JSON.stringify(results)}\n` : `${toTables(results)}\n`);
}

main().catch(({ message }: Error) => {
	tell(message);
	process.exitCode = 1;
});
