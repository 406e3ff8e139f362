import type { Post } from '../../../sandbox/types';
import type { FaultSpec, OutcomeSpec, RecordedRequest } from '../../../sandbox/controls';
import type { Seed } from '../../../sandbox/seed';

/** What came of a workflow run. */
export interface RunResult {
	id: string;
	status: string;
	error: { message: string; description?: string } | undefined;
	/** JSON of the items that a node put out by its last run. */
	output(node: string, output?: number): Record<string, unknown>[];
}

/** A stored credential as workflows refer to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** A dropdown of the node: its load method, and the parameters as they are now. */
export interface Dropdown {
	methodName: string;
	parameters: Record<string, unknown>;
	path?: string;
	filter?: string;
}

/** A workflow as it is exported. */
export interface Workflow {
	name: string;
	nodes: object[];
	connections: object;
	settings?: object;
}

/** The running n8n and the running sandbox, as tests use them. */
export interface Testbed {
	nodeType: string;
	n8nUrl: string;
	sandboxUrl: string;
	scoringUrl: string;
	/** Path of the Chromium or Chrome to drive. */
	browser: string;
	/** Folder for screenshots and logs. */
	outputFolder: string;
	owner: { email: string; password: string };
	seed: Seed;
	/** Credential of the sandbox with the key that may do everything; the examples use it. */
	credential: CredentialReference;
	/** What n8n has logged. */
	n8nLog(): string;
	/** A GET of n8n's REST interface, as the owner. */
	get(path: string): Promise<unknown>;
	/** A POST of n8n's REST interface, as the owner. */
	post(path: string, body: object): Promise<unknown>;
	saveCredential(fields: { baseUrl: string; apiKey: string }, name: string): Promise<CredentialReference>;
	/** Stores a new credential of any type. */
	saveCredentialOf(type: string, fields: object, name: string): Promise<CredentialReference>;
	testCredential(reference: CredentialReference): Promise<{ status: string; message: string }>;
	loadOptions(
		dropdown: Dropdown,
		credential?: CredentialReference,
	): Promise<{ name: string; value: string }[]>;
	searchList(
		dropdown: Dropdown,
		credential?: CredentialReference,
	): Promise<{ results: { name: string; value: string }[] }>;
	/** Stores a workflow, with a name of its own, and gives its id. */
	saveWorkflow(workflow: Workflow, credential?: CredentialReference): Promise<string>;
	/** Names of the workflows of any n8n that has the demo's owner. */
	workflowNames(n8nUrl: string): Promise<string[]>;
	readExample(name: string): Workflow;
	run(workflowId: string, trigger: string): Promise<RunResult>;
	sandbox: {
		posts(): Promise<Post[]>;
		post(id: string): Promise<Post>;
		requests(): Promise<RecordedRequest[]>;
		addFault(fault: FaultSpec): Promise<void>;
		addOutcome(outcome: OutcomeSpec): Promise<void>;
		/** A step of a person or a network: approve, reject, publish, fail … */
		act(postId: string, step: string): Promise<void>;
		/** Ends every grant that a person gave an agent. */
		revokeGrants(): Promise<void>;
		/** Back to the seed. */
		reset(): Promise<void>;
	};
}

declare global {
	/** Put there by the test environment. */
	var testbed: Testbed;
}
