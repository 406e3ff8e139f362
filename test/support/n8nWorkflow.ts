import 'reflect-metadata';
import { ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialType,
	IExecuteData,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { type SavedCredential, SavedCredentials } from './n8nCredentials';

/** What every context needs: the node's parameters and credentials, as saved in a workflow. */
export interface NodeSettings {
	parameters?: INodeParameters;
	credentials?: SavedCredential[];
	/** Where the workflow keeps files. `combined` means with the JSON, in `_files`. The default is separate. */
	binaryMode?: 'combined' | 'separate';
	/** Time zone of the workflow, such as `Europe/Berlin`. The default is `UTC`. */
	timezone?: string;
	/** ID of the execution. The default is `'1'`. A retry keeps the ID, and a new execution has a new one. */
	executionId?: string;
	/** ID and name of the node in its workflow. */
	nodeId?: string;
	nodeName?: string;
	typeVersion?: number;
	/** The package of the node. The default is this package. */
	packageName?: string;
	/** "On Error: Continue" of the node's settings. */
	continueOnFail?: boolean;
	/** The agent that has the node as a tool. The input is then connected to the agent. */
	agent?: INodeType;
	/** Whether the node has the type that n8n derives for tools. The default is true if there is an agent. */
	isTool?: boolean;
	/** Whether the node has the type that reviews tool calls. */
	isHumanReview?: boolean;
	/** Nodes before `Input` and after the node, which don't run. */
	before?: Neighbor[];
	after?: Neighbor[];
	/** Whether the nodes after the node follow each other, instead of all following the node. */
	inARow?: boolean;
}

/** A node that another one is connected to. By default, it has the same type. */
type Neighbor = Partial<Pick<INode, 'disabled' | 'parameters' | 'type'>>;

/** A node in a workflow after the node `Input`. */
export interface PlacedNode {
	workflow: Workflow;
	node: INode;
	additionalData: IWorkflowExecuteAdditionalData;
}

/** Name of the agent if the tested node is its tool. */
const AGENT_NODE_NAME = 'Agent';

/** Name of the node before the tested node. Expressions can read `$('Input')`. */
const INPUT_NODE_NAME = 'Input';

const PACKAGE_NAME = 'n8n-nodes-social-publishing';
const INPUT_NODE_TYPE = 'n8n-nodes-base.noOp';

const inputNodeDescription: INodeTypeDescription = {
	displayName: INPUT_NODE_NAME,
	name: INPUT_NODE_TYPE,
	group: ['transform'],
	version: 1,
	description: 'Returns the items of the test',
	defaults: { name: INPUT_NODE_NAME },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
};

/** Puts a node into a workflow as n8n does when it loads one. n8n fills in the defaults. */
export function placeNode(nodeType: INodeType, settings: NodeSettings): PlacedNode {
	const { agent } = settings;
	const node = createNode(nodeType, settings);
	const agentNode = agent ? [createAgentNode()] : [];
	const neighbors = (place: 'after' | 'before') =>
		(settings[place] ?? []).map((own, index) => ({
			...node,
			parameters: {},
			...own,
			id: place,
			name: `${place} ${index}`,
		}));
	const [before, after] = [neighbors('before'), neighbors('after')];
	const to = (targets: Array<{ name: string }>) => ({
		main: [targets.map(({ name }) => ({ node: name, type: NodeConnectionTypes.Main, index: 0 }))],
	});
	const workflow = new Workflow({
		id: 'test-workflow',
		name: 'Test workflow',
		nodes: [createInputNode(), node, ...agentNode, ...before, ...after],
		connections: {
			[INPUT_NODE_NAME]: {
				main: [[{ node: agentNode[0]?.name ?? node.name, type: 'main', index: 0 }]],
			},
			...(agent
				? { [node.name]: { ai_tool: [[{ node: AGENT_NODE_NAME, type: 'ai_tool', index: 0 }]] } }
				: settings.inARow
					? Object.fromEntries(
							[node, ...after].map(({ name }, index) => [name, to(after.slice(index, index + 1))]),
						)
					: { [node.name]: to(after) }),
			...Object.fromEntries(before.map(({ name }) => [name, to([{ name: INPUT_NODE_NAME }])])),
		},
		active: false,
		nodeTypes: createNodeTypes(node.type, nodeType, agent),
		settings: {
			timezone: settings.timezone ?? 'UTC',
			executionOrder: 'v1',
			binaryMode: settings.binaryMode,
		},
	});
	return { workflow, node, additionalData: createAdditionalData(settings) };
}

/** Run data in which the node `Input` has just returned these items. */
export function createRunData(items: INodeExecutionData[]): IRunExecutionData {
	const run = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } };
	return createRunExecutionData({ resultData: { runData: { [INPUT_NODE_NAME]: [run] } } });
}

/** The engine's record of where a node's input came from. */
export function createExecuteData(node: INode, items: INodeExecutionData[]): IExecuteData {
	return { node, data: { main: [items] }, source: { main: [{ previousNode: INPUT_NODE_NAME }] } };
}

function createNode(nodeType: INodeType, settings: NodeSettings): INode {
	const { description } = nodeType;
	const { isTool = settings.agent !== undefined } = settings;
	const credentialTypes = (settings.credentials ?? []).map(({ type }) => type);
	return {
		id: settings.nodeId ?? 'node-under-test',
		name: settings.nodeName ?? description.displayName,
		type: `${settings.packageName ?? PACKAGE_NAME}.${description.name}${settings.isHumanReview ? 'HitlTool' : isTool ? 'Tool' : ''}`,
		typeVersion: settings.typeVersion ?? [description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: structuredClone(settings.parameters ?? {}),
		credentials: Object.fromEntries(credentialTypes.map((type) => [type.name, referTo(type)])),
		...(settings.continueOnFail ? { onError: 'continueRegularOutput' } : {}),
	};
}

function referTo(type: ICredentialType) {
	return { id: `${type.name}-1`, name: type.displayName };
}

function createInputNode(): INode {
	return {
		id: 'input',
		name: INPUT_NODE_NAME,
		type: INPUT_NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
}

function createAgentNode(): INode {
	return {
		id: 'agent',
		name: AGENT_NODE_NAME,
		type: 'test.agent',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
}

/** The node type as n8n derives it for tools. */
function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	return { ...nodeType, description: { ...description, name: `${description.name}Tool` } };
}

function createNodeTypes(name: string, nodeType: INodeType, agent?: INodeType): INodeTypes {
	const known = new Map<string, INodeType>([
		[name, name.endsWith('Tool') ? asTool(nodeType) : nodeType],
		[INPUT_NODE_TYPE, { description: inputNodeDescription }],
		...(agent ? [['test.agent', agent] as const] : []),
	]);
	const find = (wanted: string): INodeType => {
		const found = known.get(wanted);
		if (!found) throw new Error(`The test knows no node type "${wanted}"`);
		return found;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

function createAdditionalData(settings: NodeSettings): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	return {
		credentialsHelper: new SavedCredentials(settings.credentials ?? []),
		executionId: settings.executionId ?? '1',
		currentNodeExecutionIndex: 0,
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		logAiEvent: () => undefined,
		executeWorkflow: refuse,
		getRunExecutionData: refuse,
		getRuntimeCredential: refuse,
		startRunnerTask: refuse,
	};
}

async function refuse(): Promise<never> {
	throw new Error("The node asked for a part of n8n that these tests don't provide");
}
