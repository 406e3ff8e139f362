import { startChild } from './children';
import { caps, subjects, type Measurement } from './plan';
import type { SinkReport, SinkSettings } from './sink/sink';
import type { StoredFile } from './storeFile';
import type { Outcome, Task } from './subject';

/** Stored files by their size in MB. */
export type StoredFiles = Map<number, StoredFile>;

/** Size in MB of the file that warms up a process. */
export const warmUpMB = 1;

const mebibyte = 1024 * 1024;
/** The part size for subjects that don't choose one. */
const usualPartMiB = 64;

/** Stores a file that the subjects upload. */
export async function storeFile(megabytes: number): Promise<StoredFile> {
	return await startChild<StoredFile>('storeFile.js', String(megabytes)).next();
}

function fileOf(files: StoredFiles, megabytes: number): StoredFile {
	const stored = files.get(megabytes);
	if (!stored) throw new Error(`No file of ${megabytes} MB is stored`);
	return stored;
}

function startSink({ cap, partMiB }: Measurement) {
	const { bytesPerSecond = null, latencyMs = 0 } = caps[cap] ?? {};
	const settings: SinkSettings = {
		bytesPerSecond,
		latencyMs,
		partSize: (partMiB ?? usualPartMiB) * mebibyte,
	};
	return startChild<SinkReport>('sink/sink.js', JSON.stringify(settings));
}

/** Returns the outcome of an upload, or a failure if not all bytes of the file arrived. */
function checked(outcome: Outcome, report: SinkReport, wantedBytes: number): Outcome {
	const received = 'receivedBytes' in report ? report.receivedBytes : 0;
	if ('failure' in outcome || received >= wantedBytes) return outcome;
	return { failure: `only ${received} of ${wantedBytes} bytes arrived` };
}

/** Makes one measurement with a new sink and a new process that uploads to it. */
export async function measure(measurement: Measurement, files: StoredFiles): Promise<Outcome> {
	const sink = startSink(measurement);
	const started = await sink.next();
	const stored = fileOf(files, measurement.fileMB);
	const warmUp = fileOf(files, warmUpMB);
	const task: Task = { sinkUrl: 'url' in started ? started.url : '', warmUp, stored };
	const { script } = subjects[measurement.subject] ?? {};
	const child = startChild<Outcome>(`subjects/${script}.js`, JSON.stringify(task));
	const outcome = await child.next().catch(({ message }: Error): Outcome => ({ failure: message }));
	const report = await sink.ask();
	await Promise.all([child.end(), sink.end()]);
	return checked(outcome, report, warmUp.sizeBytes + stored.sizeBytes);
}
