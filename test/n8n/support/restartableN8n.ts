import type { CredentialReference, RunResult, Workflow } from './testbed';

/** An n8n of a test's own, which it may switch off and on; the sandbox is the testbed's. */
export interface RestartableN8n {
	/** Credential of the sandbox with the key that may do everything. */
	credential: CredentialReference;
	saveWorkflow(workflow: Workflow): Promise<string>;
	/** Runs a workflow from its trigger, as a click in the editor does. */
	run(workflowId: string, trigger: string): Promise<RunResult>;
	/** Publishes a workflow; its triggers have polled when this returns. */
	activate(workflowId: string): Promise<void>;
	deactivate(workflowId: string): Promise<void>;
	/** The executions of a workflow that have ended, oldest first. */
	executions(workflowId: string): Promise<RunResult[]>;
	/** Ends n8n: in order, or as by a crash. */
	stop(how: 'in order' | 'at once'): Promise<void>;
	/** Starts n8n again; published workflows poll as it starts. */
	start(): Promise<void>;
	remove(): Promise<void>;
}

declare global {
	/** Starts an n8n with the package, and sets it up; `binaryMode` says where it keeps files. */
	var startRestartableN8n: (options?: { binaryMode?: string }) => Promise<RestartableN8n>;
}
