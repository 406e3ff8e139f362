import 'reflect-metadata';
import { ExecuteContext, ExecutionLifecycleHooks, SupplyDataContext, WorkflowExecute } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type IExecuteData,
	type INodeExecutionData,
	type INodeType,
	type IRunExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	createExecuteData,
	createRunData,
	placeNode,
	type NodeSettings,
	type PlacedNode,
} from './n8nWorkflow';

/** The result of one call of a node. */
export type Ended = { items: INodeExecutionData[] } | { error: unknown };

/** The called node as a user configured it. */
export interface Called extends Omit<NodeSettings, 'executionId'> {
	nodeType: INodeType;
}

/** A way in which n8n runs a node. */
export interface Caller {
	name: string;
	/** The expression that reads a value of the call. */
	field(name: string): string;
	/** Whether n8n retries the node after a failure, per its settings. */
	retries: boolean;
	/** Whether a call can include files. */
	hasFiles: boolean;
	/** Calls the node once for each of the values, one call after the other, each with a binary file if possible. */
	call(called: Called, calls: IDataObject[]): Promise<Ended[]>;
}

let executions = 1000;
const newExecutionId = (): string => String((executions += 1));

/** The settings of Retry On Fail, with the shortest wait that n8n allows. */
function place(
	called: Called,
	settings: { executionId?: string; nodeId?: string; isTool?: boolean },
): PlacedNode {
	const placed = placeNode(called.nodeType, { ...called, ...settings });
	Object.assign(placed.node, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	placed.additionalData.executionId = settings.executionId;
	return placed;
}

const ended = async (run: Promise<INodeExecutionData[]>): Promise<Ended> =>
	await run.then(
		(items) => ({ items }),
		(error: unknown) => ({ error }),
	);

/** The node in the stack of an execution, after its input node. */
function queue(runData: IRunExecutionData, node: IExecuteData['node'], items: INodeExecutionData[]): void {
	runData.executionData?.nodeExecutionStack.push(createExecuteData(node, items));
}

/** Runs the stack in n8n's engine and returns the stored execution. */
async function runEngine(
	{ workflow, additionalData }: PlacedNode,
	runData: IRunExecutionData,
	mode: WorkflowExecuteMode = 'trigger',
): Promise<IRunExecutionData> {
	const { executionId = 'unknown' } = additionalData;
	additionalData.hooks = new ExecutionLifecycleHooks(mode, executionId, {
		...workflow,
		nodes: Object.values(workflow.nodes),
		connections: {},
		active: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		isArchived: false,
		id: workflow.id,
		name: 'Test workflow',
	} as never);
	const run = await new WorkflowExecute(additionalData, mode, runData).processRunExecutionData(workflow);
	return run.data;
}

/** The results of the node's runs in an execution. */
function runsOf({ resultData: { runData } }: IRunExecutionData, { node }: PlacedNode): Ended[] {
	return (runData[node.name] ?? []).map(({ data, error }) =>
		error ? { error } : { items: (data?.main ?? data?.ai_tool)?.[0] ?? [] },
	);
}

const itemOf = (json: IDataObject): INodeExecutionData => {
	const { binary, ...values } = json;
	return { json: values, ...(binary ? { binary: binary as never } : {}) };
};

const fromItem = (name: string): string => `={{ $json.${name} }}`;
const fromModel = (name: string): string => `={{ $fromAI('${name}', '', 'string') }}`;

async function oneExecution(called: Called, json: IDataObject, mode?: WorkflowExecuteMode): Promise<Ended> {
	const placed = place(called, { executionId: newExecutionId() });
	const items = [itemOf(json)];
	const runData = createRunData(items);
	queue(runData, placed.node, items);
	const [ended] = runsOf(await runEngine(placed, runData, mode), placed);
	return ended ?? { items: [] };
}

const executionsOf = (name: string, mode: WorkflowExecuteMode): Caller => ({
	name,
	field: fromItem,
	retries: true,
	hasFiles: true,
	call: async (called, calls) => {
		const all: Ended[] = [];
		for (const json of calls) all.push(await oneExecution(called, json, mode));
		return all;
	},
});

/** Rounds of a loop: runs of the node in one execution. */
const loop: Caller = {
	name: 'rounds of a loop',
	field: fromItem,
	retries: true,
	hasFiles: true,
	call: async (called, calls) => {
		const placed = place(called, { executionId: newExecutionId() });
		let runData = createRunData([]);
		for (const json of calls) {
			queue(runData, placed.node, [itemOf(json)]);
			runData = await runEngine(placed, runData);
		}
		return runsOf(runData, placed);
	},
};

/** "Retry execution" of the list, like n8n's ExecutionService with its saved data. */
async function retryFromList(called: Called, json: IDataObject): Promise<Ended> {
	const placed = place(called, { executionId: newExecutionId() });
	placed.node.retryOnFail = false;
	const items = [itemOf(json)];
	const first = createRunData(items);
	queue(first, placed.node, items);
	const saved = structuredClone(
		JSON.parse(JSON.stringify(await runEngine(placed, first))),
	) as IRunExecutionData;
	const { resultData } = saved;
	if (resultData.error === undefined) return runsOf(saved, placed)[0] ?? { items: [] };
	delete resultData.error;
	resultData.runData[placed.node.name]?.pop();
	const again = place(called, { executionId: newExecutionId() });
	for (const entry of saved.executionData?.nodeExecutionStack ?? []) entry.node = again.node;
	return runsOf(await runEngine(again, saved, 'retry'), again)[0] ?? { items: [] };
}

const listRetry: Caller = {
	name: '"Retry execution" of the list',
	field: fromItem,
	retries: true,
	hasFiles: true,
	call: async (called, calls) => {
		const all: Ended[] = [];
		for (const json of calls) all.push(await retryFromList(called, json));
		return all;
	},
};

/** An agent that requests sequential tool calls from n8n's engine, like AI Agent 3. */
const askingAgent = (tool: string, calls: IDataObject[]): INodeType => {
	let asked = 0;
	return {
		description: { name: 'agent', inputs: ['main', 'ai_tool'], outputs: ['main'], properties: [] } as never,
		async execute(_response?: EngineResponse) {
			const input = calls[asked++];
			if (input === undefined) return [[{ json: {} }]];
			// Models reuse IDs.
			const action = {
				actionType: 'ExecutionNodeAction',
				nodeName: tool,
				input,
				type: 'ai_tool',
				id: 'call_1',
				metadata: {},
			};
			return { actions: [action], metadata: {} } as unknown as EngineRequest as never;
		},
	};
};

const agent3: Caller = {
	name: 'AI Agent 3, as a tool',
	field: fromModel,
	retries: true,
	hasFiles: false,
	call: async (called, calls) => {
		const name = called.nodeName ?? called.nodeType.description.displayName;
		const agent = askingAgent(
			name,
			calls.map(({ binary: _, ...json }) => json),
		);
		const placed = place({ ...called, agent }, { executionId: newExecutionId() });
		const items = [{ json: {} }];
		const runData = createRunData(items);
		const agentNode = placed.workflow.getNode('Agent');
		if (!agentNode) throw new Error('The workflow has no agent');
		queue(runData, agentNode, items);
		return runsOf(await runEngine(placed, runData), placed);
	},
};

/** n8n's own invocation of a node as a tool: of AI Agent 2, and of the MCP Server Trigger. */
function toolInvocation(called: Called, executionId: string | undefined) {
	const placed = place(called, { executionId, isTool: true });
	const { workflow, node, additionalData } = placed;
	const runData = createRunData([{ json: {} }]);
	const createContext = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			node,
			additionalData,
			'webhook',
			runData,
			runIndex,
			[],
			{},
			NodeConnectionTypes.AiTool,
			createExecuteData(node, []),
			[],
		);
	return makeHandleToolInvocation(createContext as never, node, called.nodeType, runData);
}

/** n8n returns a JSON text to a model. This converts it back to items. */
const invoke = async (invocation: ReturnType<typeof toolInvocation>, args: IDataObject): Promise<Ended> =>
	await ended(
		invocation({ ...args }).then((text) =>
			(JSON.parse(String(text)) as IDataObject[]).map((json) => ({ json })),
		),
	);

const withoutFiles = ({ binary: _, ...json }: IDataObject): IDataObject => json;

const agent2: Caller = {
	name: 'AI Agent 2, as a tool',
	field: fromModel,
	retries: true,
	hasFiles: false,
	call: async (called, calls) => {
		const invocation = toolInvocation(called, newExecutionId());
		const all: Ended[] = [];
		for (const args of calls) all.push(await invoke(invocation, withoutFiles(args)));
		return all;
	},
};

const mcpTrigger = (name: string, createId: () => string | undefined): Caller => ({
	name,
	field: fromModel,
	retries: true,
	hasFiles: false,
	call: async (called, calls) => {
		const all: Ended[] = [];
		for (const args of calls) all.push(await invoke(toolInvocation(called, createId()), withoutFiles(args)));
		return all;
	},
});

/** Runs a node like n8n's EphemeralNodeExecutor: without run data, execution and workflow. */
const n8nAgents: Caller = {
	name: 'n8n Agents',
	field: fromItem,
	retries: false,
	hasFiles: true,
	call: async (called, calls) => {
		const all: Ended[] = [];
		for (const json of calls) {
			const nodeId = `random ${newExecutionId()}`;
			const placed = place({ ...called, nodeName: 'Target Node' }, { nodeId, isTool: true });
			const { workflow, node, additionalData } = placed;
			const items = [itemOf(json)];
			const main = { main: [items] };
			const executeData = { node, data: main, source: null };
			const runData = createEmptyRunExecutionData();
			const context = new ExecuteContext(
				workflow,
				node,
				additionalData,
				'internal',
				runData,
				0,
				items,
				main,
				executeData,
				[],
			);
			const run = called.nodeType.execute?.call(context) as Promise<INodeExecutionData[][]>;
			all.push(await ended(run.then(([first = []]) => first)));
		}
		return all;
	},
};

/** Every way in which n8n runs a node. */
export const callers: readonly Caller[] = [
	executionsOf('executions', 'trigger'),
	executionsOf('sub-workflows', 'integrated'),
	executionsOf('cases of an evaluation', 'evaluation'),
	loop,
	listRetry,
	agent3,
	agent2,
	mcpTrigger('MCP Server Trigger', () => undefined),
	mcpTrigger('MCP Server Trigger in a queue', newExecutionId),
	n8nAgents,
];
