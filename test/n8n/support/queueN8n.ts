import type { N8nCaller } from './n8nCaller';
import type { CredentialReference, Testbed } from './testbed';

/** n8n in queue mode, with a main instance and two workers. */
interface QueueN8n extends N8nCaller {
	/** Numbers of the workers that ran an execution, in the order in which they started it. */
	workersOf(executionId: string): number[];
	/** Kills the worker that runs an execution, as `kill -9` does. */
	killWorkerOf(executionId: string): Promise<void>;
	/** Kills the main instance, as `kill -9` does. */
	killMain(): Promise<void>;
	/** Starts the main instance again, at the same address. */
	startMain(): Promise<void>;
	/** Ends the wait of an execution, as if its time had passed. A main instance that starts after this continues the execution. */
	endWait(executionId: string): void;
	/** Starts a process that only answers webhooks. Returns its address. */
	startWebhookProcess(): Promise<string>;
	/** Stops the workers, which finish their work first. */
	stopWorkers(): Promise<void>;
	/** Starts as many workers as are missing. */
	startWorkers(): Promise<void>;
}

declare global {
	/** Set by the queue environment. The testbed uses the same n8n. */
	var queueMode: {
		n8n: QueueN8n;
		/** Controls of another sandbox that answers slowly. It has the same IDs and keys as the testbed's. */
		slow: Testbed['sandbox'];
		/** Credential of the slow sandbox. */
		slowCredential: CredentialReference;
	};
}
