import type { FaultSpec } from '../../../sandbox/http/faults';
import type { RecordedRequest } from '../../../sandbox/http/requestLog';
import type { MediaState, StorageRequest } from '../../../sandbox/media/files';
import type { Variants } from '../../../sandbox/variants';
import type { ScoringSeed } from '../../../sandbox/scoring';
import type { Seed } from '../../../sandbox/seed';
import type { OutcomeSpec, Post } from '../../../sandbox/types';
import type { Finding } from '../../../sandbox/watcher';
import type { N8nCaller } from './n8nCaller';

/** The result of a workflow run. */
export interface RunResult {
	id: string;
	status: string;
	error: { message: string; description?: string } | undefined;
	/** JSON of the items that a node returned in its last run. */
	output(node: string, output?: number): Record<string, unknown>[];
	/** n8n's metadata of the files in the items that a node returned in its last run. */
	files(node: string): { id?: string }[];
}

/** A stored credential as workflows refer to it. */
export interface CredentialReference {
	id: string;
	name: string;
	/** Name of its type. */
	type: string;
}

/** A dropdown of the node, with its load method and the current parameters. */
interface Dropdown {
	methodName: string;
	parameters: Record<string, unknown>;
	path?: string;
	filter?: string;
}

/** A workflow as n8n exports it. */
export interface Workflow {
	name: string;
	nodes: object[];
	connections: object;
	settings?: object;
}

/** The running n8n and the running sandbox, with what tests do with them. */
export interface Testbed {
	nodeType: string;
	scoringNodeType: string;
	/** Whether n8n isn't the newest one that is tested. */
	isOlderN8n: boolean;
	n8nUrl: string;
	/** The owner's login. */
	cookie: string;
	sandboxUrl: string;
	scoringUrl: string;
	/** Path of the Chromium or Chrome to drive. */
	browser: string;
	/** Folder for screenshots and logs. */
	outputFolder: string;
	seed: Seed;
	scoringSeed: ScoringSeed;
	/** Credential of the publishing API with the key that has every permission. */
	credential: CredentialReference;
	/** Credentials of both APIs, with keys that have every permission. */
	credentials: CredentialReference[];
	/** The log of n8n. */
	n8nLog(): string;
	/** A GET of n8n's REST interface, as the owner. */
	get(path: string): Promise<unknown>;
	/** A POST of n8n's REST interface, as the owner. */
	post(path: string, body: object): Promise<unknown>;
	/** A PATCH of n8n's REST interface, as the owner. */
	patch(path: string, body: object): Promise<unknown>;
	/** A PUT of n8n's REST interface, as the owner. */
	put(path: string, body: object): Promise<unknown>;
	saveCredential(fields: { baseUrl: string; apiKey: string }, name: string): Promise<CredentialReference>;
	/** Stores a new credential of any type. */
	saveCredentialOf(type: string, fields: object, name: string): Promise<CredentialReference>;
	/** Removes a credential. Otherwise, n8n would select it for new nodes in other tests. */
	removeCredential(reference: CredentialReference): Promise<unknown>;
	testCredential(reference: CredentialReference): Promise<{ status: string; message: string }>;
	loadOptions(
		dropdown: Dropdown,
		credential?: CredentialReference,
	): Promise<{ name: string; value: string }[]>;
	searchList(
		dropdown: Dropdown,
		credential?: CredentialReference,
	): Promise<{ results: { name: string; value: string }[] }>;
	/**
	 * Stores a workflow with a unique name, and returns its ID. Its nodes get the credentials they name, or all of them get
	 * the given one.
	 */
	saveWorkflow(workflow: Workflow, credential?: CredentialReference): Promise<string>;
	/** Names of all workflows of a demo. */
	workflowNames(n8nUrl: string, password: string): Promise<string[]>;
	/** An example. What it reads from the web is in the sandbox. */
	readExample(name: string): Workflow;
	/** A caller of a demo. */
	demo(
		n8nUrl: string,
		password: string,
	): Promise<
		N8nCaller & {
			session: { get(path: string): Promise<unknown>; post(path: string, body: object): Promise<unknown> };
		}
	>;
	run(workflowId: string, trigger: string): Promise<RunResult>;
	/** Further actions on workflows. */
	n8n: N8nCaller;
	sandbox: {
		posts(): Promise<Post[]>;
		post(id: string): Promise<Post>;
		requests(): Promise<RecordedRequest[]>;
		media(): Promise<MediaState[]>;
		/** The requests that reached the storage. */
		storage(): Promise<{ requests: StorageRequest[]; peak: number; connections: number }>;
		addFault(fault: FaultSpec): Promise<void>;
		clearFaults(): Promise<void>;
		addOutcome(outcome: OutcomeSpec): Promise<void>;
		/** An action of a person or a network, such as approve, reject, publish or fail. */
		act(postId: string, step: string): Promise<void>;
		/** What happens to the connection of a channel: disconnect, break-down, expire or reconnect. */
		connect(channelId: string, step: string): Promise<void>;
		/** Moves the service's clock by milliseconds, and returns its new time. */
		advance(byMs: number): Promise<string>;
		/** Changes variants of the service's behavior until the next reset. */
		vary(variants: Partial<Variants>): Promise<void>;
		/** Revokes every grant for an agent. */
		revokeGrants(): Promise<void>;
		/** The watcher's findings about the nodes since the last call. */
		takeFindings(): Promise<Finding[]>;
		/** Resets to the seed. */
		reset(): Promise<void>;
	};
	scoring: {
		requests(): Promise<{ path: string; status: number; credits: number }[]>;
		reset(): Promise<void>;
	};
}

declare global {
	/** Set by the test environment. */
	var testbed: Testbed;
}
