import { startChild } from './children';
import { caps, subjects, type Measurement } from './plan';
import type { SinkReport, SinkSettings } from './sink/sink';
import type { StoredFile } from './storeFile';
import type { Outcome, Task } from './subject';

/** Files that are stored already, by their size in MB. */
export type StoredFiles = Map<number, StoredFile>;

const megabyte = 1_000_000;
const mebibyte = 1024 * 1024;
/** What the sink offers to who does not say a part size. */
const usualPartMiB = 64;

/** Stores a file for the subjects to upload. */
export async function storeFile(megabytes: number, userFolder: string): Promise<StoredFile> {
	return await startChild<StoredFile>('storeFile.js', String(megabytes), userFolder).next();
}

function startSink({ cap, partMiB }: Measurement, userFolder: string) {
	const { bytesPerSecond = null, latencyMs = 0 } = caps[cap] ?? {};
	const settings: SinkSettings = {
		bytesPerSecond,
		latencyMs,
		partSize: (partMiB ?? usualPartMiB) * mebibyte,
	};
	return startChild<SinkReport>('sink/sink.js', JSON.stringify(settings), userFolder);
}

/** An upload counts only when all of the file has arrived. */
function checked(outcome: Outcome, report: SinkReport, { subject, fileMB }: Measurement): Outcome {
	if ('failure' in outcome || !subjects[subject]?.hasFile) return outcome;
	const received = 'receivedBytes' in report ? report.receivedBytes : 0;
	return received < fileMB * megabyte ? { failure: `only ${received} bytes arrived` } : outcome;
}

/** Makes one measurement: a fresh sink and a fresh process that uploads to it. */
export async function measure(
	measurement: Measurement,
	stored: StoredFile,
	userFolder: string,
): Promise<Outcome> {
	const sink = startSink(measurement, userFolder);
	const started = await sink.next();
	const sinkUrl = 'url' in started ? started.url : '';
	const task: Task = { sinkUrl, ...stored, sizeBytes: measurement.fileMB * megabyte };
	const child = startChild<Outcome>(`subjects/${measurement.subject}.js`, JSON.stringify(task), userFolder);
	const outcome = await child.next().catch(({ message }: Error): Outcome => ({ failure: message }));
	const report = await sink.ask();
	await Promise.all([child.end(), sink.end()]);
	return checked(outcome, report, measurement);
}
