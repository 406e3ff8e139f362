import type { N8nCaller } from './n8nCaller';

/** A test's own n8n, which the test can stop and start. */
export interface RestartableN8n extends N8nCaller {
	/** Changes with every start. */
	readonly session: {
		readonly url: string;
		get(path: string): Promise<unknown>;
		post(path: string, body: object): Promise<unknown>;
	};
	/** Stops n8n in order, or kills it. */
	stop(how: 'in order' | 'killed'): Promise<void>;
	/** Starts n8n again. Published workflows poll during the start. */
	startAgain(): Promise<void>;
	/** Ends the wait of an execution, as if its time had passed, or some time from now. n8n must be stopped. */
	endWait(executionId: string, inMs?: number): void;
	remove(): Promise<void>;
}

declare global {
	/**
	 * Starts an n8n with the package, and sets it up. `binaryMode` says where it keeps files. `settings` are environment variables.
	 * `hosts` are addresses of servers on this machine that answer its requests to the hosts with these names.
	 */
	var startRestartableN8n: (options?: {
		binaryMode?: string;
		settings?: Record<string, string>;
		hosts?: Record<string, string>;
	}) => Promise<RestartableN8n>;
}
