import { startChild } from './children';
import { caps, subjects, type Measurement } from './plan';
import type { SinkReport, SinkSettings } from './sink/sink';
import type { StoredFile } from './storeFile';
import type { Outcome, Task } from './subject';

/** What a measurement has at hand. */
export interface Surroundings {
	/** n8n's folder, with the stored files in it. */
	userFolder: string;
	/** Stored files by their size in MB. */
	files: Map<number, StoredFile>;
}

/** Size in MB of the file that warms a process up. */
export const warmUpMB = 1;

const mebibyte = 1024 * 1024;
/** What the sink offers to who does not say a part size. */
const usualPartMiB = 64;

/** Stores a file for the subjects to upload. */
export async function storeFile(megabytes: number, userFolder: string): Promise<StoredFile> {
	return await startChild<StoredFile>('storeFile.js', String(megabytes), userFolder).next();
}

function fileOf({ files }: Surroundings, megabytes: number): StoredFile {
	const stored = files.get(megabytes);
	if (!stored) throw new Error(`No file of ${megabytes} MB is stored`);
	return stored;
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
function checked(outcome: Outcome, report: SinkReport, wantedBytes: number): Outcome {
	const received = 'receivedBytes' in report ? report.receivedBytes : 0;
	if ('failure' in outcome || received >= wantedBytes) return outcome;
	return { failure: `only ${received} of ${wantedBytes} bytes arrived` };
}

/** Makes one measurement: a fresh sink and a fresh process that uploads to it. */
export async function measure(measurement: Measurement, surroundings: Surroundings): Promise<Outcome> {
	const { userFolder } = surroundings;
	const sink = startSink(measurement, userFolder);
	const started = await sink.next();
	const stored = fileOf(surroundings, measurement.fileMB);
	const warmUp = fileOf(surroundings, warmUpMB);
	const task: Task = { sinkUrl: 'url' in started ? started.url : '', warmUp, stored };
	const { script } = subjects[measurement.subject] ?? {};
	const child = startChild<Outcome>(`subjects/${script}.js`, JSON.stringify(task), userFolder);
	const outcome = await child.next().catch(({ message }: Error): Outcome => ({ failure: message }));
	const report = await sink.ask();
	await Promise.all([child.end(), sink.end()]);
	return checked(outcome, report, warmUp.sizeBytes + stored.sizeBytes);
}
