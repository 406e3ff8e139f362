import { measure, storeFile, type StoredFiles, warmUpMB } from './measure';
import { helpText, readOptions, type Options } from './options';
import { planMeasurements, subjects, type Measurement } from './plan';
import { toTables } from './report';
import { summarize, type Result } from './results';
import type { Outcome } from './subject';

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

async function store(sizes: number[]): Promise<StoredFiles> {
	const files: StoredFiles = new Map();
	for (const megabytes of sizes) files.set(megabytes, await storeFile(megabytes));
	return files;
}

/** A measurement and the results of its runs. */
interface Planned {
	measurement: Measurement;
	outcomes: Outcome[];
}

/** How many limited uploads run in parallel. Most of the time, they wait for the storage. */
const limitedAtOnce = 8;

/** Does the work of a list in order, several pieces in parallel. */
async function inParallel<T>(list: T[], atOnce: number, work: (entry: T) => Promise<void>): Promise<void> {
	const left = [...list];
	const worker = async (): Promise<void> => {
		for (let entry = left.shift(); entry; entry = left.shift()) await work(entry);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * Makes all measurements in each run, so that results to compare are measured close together. Uploads without a limit run alone.
 * Limited uploads would take an hour that way, so several run in parallel.
 */
async function measureAll(options: Options): Promise<Result[]> {
	const files = await store([warmUpMB, ...options.files]);
	const planned: Planned[] = planMeasurements(options).map((measurement) => ({ measurement, outcomes: [] }));
	const runs = Array.from({ length: options.runs }, (_, run) =>
		planned.filter(({ measurement }) => run === 0 || !subjects[measurement.subject]?.isOnce),
	).flat();
	const work = async ({ measurement, outcomes }: Planned): Promise<void> => {
		const outcome = await measure(measurement, files);
		outcomes.push(outcome);
		tell(JSON.stringify(summarize(measurement, [outcome])));
	};
	const isLimited = ({ measurement }: Planned): boolean => measurement.cap !== 'none';
	await inParallel(
		runs.filter((run) => !isLimited(run)),
		1,
		work,
	);
	await inParallel(runs.filter(isLimited), limitedAtOnce, work);
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
