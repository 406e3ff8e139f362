import type { CredentialReference, RunResult, Workflow } from './testbed';

/** What tests do with an n8n. It uses the testbed's sandbox. */
export interface N8nCaller {
	/** Credential with the sandbox's key that has every permission. */
	credential: CredentialReference;
	saveWorkflow(workflow: Workflow): Promise<string>;
	/** Runs a workflow from its trigger, as a click in the editor does. */
	run(workflowId: string, trigger: string): Promise<RunResult>;
	/**
	 * Starts a workflow without waiting for the end, and returns the ID of the execution.
	 * @param item the trigger's output if n8n doesn't run the trigger, such as a chat message
	 */
	start(workflowId: string, trigger: string, item?: object): Promise<string>;
	/** Waits for the end of an execution. */
	result(executionId: string): Promise<RunResult>;
	/** Waits until an execution ends or waits for an answer. */
	resultSoFar(executionId: string): Promise<RunResult>;
	/** Publishes a workflow. Its triggers have polled once this returns. */
	activate(workflowId: string): Promise<void>;
	deactivate(workflowId: string): Promise<void>;
	/** The finished executions of a workflow, oldest first. */
	executions(workflowId: string): Promise<RunResult[]>;
	/** All executions of a workflow, oldest first. */
	executionStates(workflowId: string): Promise<{ id: string; status: string; mode: string }[]>;
}
