import type { MemorySection } from '../../shared/executionMemory';

/** `fileName` and `mediaType` of the files that the node has uploaded in an execution, by asset ID. */
export const uploadedFiles: MemorySection = {
	name: 'uploadedFiles',
	entriesMax: 1_000,
	charactersMax: 500,
	outlivesRun: true,
};
