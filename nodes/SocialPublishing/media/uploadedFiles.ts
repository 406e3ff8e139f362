import type { Shelf } from '../../shared/executionMemory';

/** What the node knows about the files that it has uploaded in an execution, by asset ID: `fileName` and `mediaType`. */
export const uploadedFiles: Shelf = {
	name: 'uploadedFiles',
	entriesMax: 1_000,
	charactersMax: 500,
	outlivesRun: true,
};
