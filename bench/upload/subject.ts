import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../../test/support/n8nBinary';
import { readPeak, resetPeak } from './peakMemory';
import type { StoredFile } from './storeFile';

/** What a subject is given; JSON in the first argument of its process. */
export interface Task {
	sinkUrl: string;
	/** A small file that is uploaded first: an n8n that has been running for a while is warm. */
	warmUp: StoredFile;
	stored: StoredFile;
}

/** What a subject's process reports. */
export type Outcome = { memoryBytes: number; wallMs: number } | { failure: string };

/** Loads what the uploads need, and gives back what uploads a file. */
export type Prepare = (sinkUrl: string) => (stored: StoredFile) => Promise<unknown>;

/** The input of a node: one item with the file. */
export const itemsWith = (data: IBinaryData): INodeExecutionData[] => [{ json: {}, binary: { data } }];

async function measure(prepare: Prepare): Promise<Outcome> {
	await useBinaryMode('filesystem');
	const { sinkUrl, warmUp, stored } = JSON.parse(process.argv[2] ?? '') as Task;
	const upload = prepare(sinkUrl);
	await upload(warmUp);
	// What loading and warming up left behind is no part of the upload, in whatever direction.
	globalThis.gc?.();
	resetPeak();
	const bytesBefore = process.memoryUsage.rss();
	const startedAt = performance.now();
	await upload(stored);
	return { wallMs: performance.now() - startedAt, memoryBytes: Math.max(0, readPeak() - bytesBefore) };
}

/** Runs a subject as a process of its own: measures one upload, reports it to the parent and ends. */
export async function runSubject(prepare: Prepare): Promise<void> {
	const outcome = await measure(prepare).catch(({ message }: Error) => ({ failure: message }));
	process.send?.(outcome, undefined, undefined, () => process.exit());
}
