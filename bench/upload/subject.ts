import type { IBinaryData } from 'n8n-workflow';
import { useBinaryMode } from '../../test/support/n8nBinary';
import { readPeak, resetPeak } from './peakMemory';

/** What a subject is given; JSON in the first argument of its process. */
export interface Task {
	sinkUrl: string;
	/** The file as n8n has it, in its filesystem storage. */
	file: IBinaryData;
	/** The same file for a subject without n8n. */
	path: string;
	sizeBytes: number;
}

/** What a subject's process reports. */
export type Outcome = { memoryBytes: number; wallMs: number } | { failure: string };

/** Loads what the upload needs and gives back the upload itself, which alone is measured. */
export type Prepare = (task: Task) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

async function measure(prepare: Prepare): Promise<Outcome> {
	await useBinaryMode('filesystem');
	const upload = await prepare(JSON.parse(process.argv[2] ?? '') as Task);
	resetPeak();
	const bytesBefore = process.memoryUsage.rss();
	const startedAt = performance.now();
	await upload();
	return { wallMs: performance.now() - startedAt, memoryBytes: Math.max(0, readPeak() - bytesBefore) };
}

/** Runs a subject as a process of its own: measures one upload, reports it to the parent and ends. */
export async function runSubject(prepare: Prepare): Promise<void> {
	const outcome = await measure(prepare).catch(({ message }: Error) => ({ failure: message }));
	process.send?.(outcome, () => process.exit());
}
