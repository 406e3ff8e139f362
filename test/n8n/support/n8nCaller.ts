import type { CredentialReference, RunResult, Workflow } from './testbed';

/** What tests do with an n8n; the sandbox is the testbed's. */
export interface N8nCaller {
	/** Credential of the sandbox with the key that has every permission. */
	credential: CredentialReference;
	saveWorkflow(workflow: Workflow): Promise<string>;
	/** Runs a workflow from its trigger, as a click in the editor does. */
	run(workflowId: string, trigger: string): Promise<RunResult>;
	/**
	 * Runs it without waiting for the end, and returns the ID of the execution.
	 * @param item what the trigger puts out, where n8n does not run it: a message of the chat
	 */
	start(workflowId: string, trigger: string, item?: object): Promise<string>;
	/** Waits for the end of an execution. */
	result(executionId: string): Promise<RunResult>;
	/** Waits for the end of an execution, or until it sleeps. */
	resultSoFar(executionId: string): Promise<RunResult>;
	/** Publishes a workflow; its triggers have polled when this returns. */
	activate(workflowId: string): Promise<void>;
	deactivate(workflowId: string): Promise<void>;
	/** The executions of a workflow that have ended, oldest first. */
	executions(workflowId: string): Promise<RunResult[]>;
	/** All executions of a workflow, oldest first. */
	executionStates(workflowId: string): Promise<{ id: string; status: string; mode: string }[]>;
}
