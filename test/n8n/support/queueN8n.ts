import type { N8nCaller } from './n8nCaller';
import type { CredentialReference, Testbed } from './testbed';

/** n8n in queue mode: a main and two workers. */
export interface QueueN8n extends N8nCaller {
	/** Numbers of the workers that ran an execution, in the order of their start. */
	workersOf(executionId: string): number[];
	/** Ends the worker that runs an execution as by `kill -9`. */
	killWorkerOf(executionId: string): Promise<void>;
	/** Ends the main as by `kill -9`. */
	killMain(): Promise<void>;
	/** Starts the main again, at the address that it had. */
	startMain(): Promise<void>;
	/** Starts a process that only answers webhooks. Returns its address. */
	startWebhookProcess(): Promise<string>;
	/** Ends the workers in order. */
	stopWorkers(): Promise<void>;
	/** Starts as many workers as are missing. */
	startWorkers(): Promise<void>;
}

declare global {
	/** Put there by the queue environment; the testbed's n8n is the same one. */
	var queueMode: {
		n8n: QueueN8n;
		/** Controls of another sandbox, in which every step takes its time; same ids and keys as the testbed's. */
		slow: Testbed['sandbox'];
		/** Credential of the slow sandbox. */
		slowCredential: CredentialReference;
	};
}
