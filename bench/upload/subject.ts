import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../../test/support/n8nBinary';
import { readPeak, resetPeak } from './peakMemory';
import type { StoredFile } from './storeFile';

/** The task of a subject, as JSON in the first argument of its process. */
export interface Task {
	sinkUrl: string;
	/** A small file that is uploaded first, because an n8n that runs for a while is warmed up, too. */
	warmUp: StoredFile;
	stored: StoredFile;
}

/** What a subject's process reports. */
export type Outcome = { memoryBytes: number; wallMs: number } | { failure: string };

/** Loads what the uploads need, and returns a function that uploads a file. */
type Prepare = (sinkUrl: string) => (stored: StoredFile) => Promise<unknown>;

/** The input items of a node: one item with the file. */
export const itemsWith = (data: IBinaryData): INodeExecutionData[] => [{ json: {}, binary: { data } }];

async function measure(prepare: Prepare): Promise<Outcome> {
	await useBinaryMode('filesystem');
	const { sinkUrl, warmUp, stored } = JSON.parse(process.argv[2] ?? '') as Task;
	const upload = prepare(sinkUrl);
	await upload(warmUp);
	// Free the memory of loading and warming up, so that it doesn't distort the result.
	globalThis.gc?.();
	resetPeak();
	const bytesBefore = process.memoryUsage.rss();
	const startedAt = performance.now();
	await upload(stored);
	return { wallMs: performance.now() - startedAt, memoryBytes: Math.max(0, readPeak() - bytesBefore) };
}

/** Runs a subject in this process. Measures one upload, reports it to the parent and ends. */
export async function runSubject(prepare: Prepare): Promise<void> {
	const outcome = await measure(prepare).catch(({ message }: Error) => ({ failure: message }));
	process.send?.(outcome, undefined, undefined, () => process.exit());
}
