import type { N8nCaller } from './n8nCaller';

/** An n8n of a test's own, which it may switch off and on. */
export interface RestartableN8n extends N8nCaller {
	/** Its address changes with every start. */
	readonly session: {
		readonly url: string;
		get(path: string): Promise<unknown>;
		post(path: string, body: object): Promise<unknown>;
	};
	/** Ends n8n: in order, or as by a crash. */
	stop(how: 'in order' | 'at once'): Promise<void>;
	/** Starts n8n again; published workflows poll as it starts. */
	startAgain(): Promise<void>;
	/** Ends the wait of an execution, as if its time had come. n8n must be stopped. */
	endWait(executionId: string): void;
	remove(): Promise<void>;
}

declare global {
	/** Starts an n8n with the package, and sets it up; `binaryMode` says where it keeps files, `settings` are environment variables. */
	var startRestartableN8n: (options?: {
		binaryMode?: string;
		settings?: Record<string, string>;
	}) => Promise<RestartableN8n>;
}
