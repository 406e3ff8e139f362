import 'reflect-metadata';
import { ExecuteContext, LoadOptionsContext, PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
	IRunExecutionData,
	NodeExecutionHint,
	ResourceMapperFields,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	createExecuteData,
	createRunData,
	type NodeSettings,
	type PlacedNode,
	placeNode,
} from './n8nWorkflow';

/** One run of a node. */
export interface NodeRun extends NodeSettings {
	/** Input items. The default is one empty item. */
	items?: INodeExecutionData[];
	/** How the execution was started. The default is `manual`. */
	mode?: WorkflowExecuteMode;
	/** Number of the run inside one execution, as in a loop. The default is 0. */
	runIndex?: number;
	/** Aborts when the user stops the execution. */
	abortSignal?: AbortSignal;
	/** n8n's data of the execution. Retry On Fail runs the node again with the same object. */
	runData?: IRunExecutionData;
	/** The node's static data, changed in place. Pass the same object to the next execution of a published workflow. */
	staticData?: IDataObject;
}

/** The result of a run: the items of each output, and the hints shown in the editor. */
export interface NodeRunResult {
	outputs: INodeExecutionData[][];
	hints: NodeExecutionHint[];
}

/** A dropdown opened in the editor. */
export interface DropdownRequest extends NodeSettings {
	/** Path of the field, e.g. `parameters.channelOverrides.channels[0].boardId`. Siblings (`&name`) are read relative to it. */
	path?: string;
	filter?: string;
	paginationToken?: string;
}

/** One poll of a trigger. */
export interface PollRun extends NodeSettings {
	/** `trigger` for a published workflow, `manual` for a test in the editor. */
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** The node's static data, changed in place. Pass the same object to the next poll. */
	staticData?: IDataObject;
	/** Time limit of the poll. The default is five minutes, as in n8n. */
	budgetMs?: number;
}

/** Runs `execute` in n8n's own ExecuteContext and returns all outputs and hints. */
export async function runNode(nodeType: INodeType, run: NodeRun): Promise<NodeRunResult> {
	const context = createExecuteContext(placeNode(nodeType, run), run);
	const outputs = await requireMethod(nodeType.execute, 'execute').call(context);
	if (!Array.isArray(outputs)) throw new Error('The node returned no list of outputs');
	return { outputs, hints: context.hints };
}

/** Runs `execute` in n8n's own ExecuteContext and returns the items of the first output. */
export async function executeNode(nodeType: INodeType, run: NodeRun): Promise<INodeExecutionData[]> {
	const { outputs } = await runNode(nodeType, run);
	return outputs[0] ?? [];
}

/** n8n's context for a run, for code below the node (transport, parameters, binary). */
export function createExecuteContext(place: PlacedNode, run: NodeRun): ExecuteContext {
	// As in n8n's engine, each item refers to the item it came from.
	const items = (run.items ?? [{ json: {} }]).map((item, index) => ({
		...item,
		pairedItem: { item: index },
	}));
	const { workflow, node, additionalData } = place;
	if (run.staticData) workflow.setTestStaticData({ [`node:${node.name}`]: run.staticData });
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		run.mode ?? 'trigger',
		run.runData ?? createRunData(items),
		run.runIndex ?? 0,
		items,
		{ main: [items] },
		createExecuteData(node, items),
		[],
		run.abortSignal,
	);
}

/** Fills a dropdown with `methods.loadOptions[method]`. */
export async function loadOptions(
	nodeType: INodeType,
	method: string,
	request: DropdownRequest,
): Promise<INodePropertyOptions[]> {
	const load = requireMethod(nodeType.methods?.loadOptions?.[method], `loadOptions.${method}`);
	return await load.call(createLoadOptionsContext(nodeType, request));
}

/** Fills the list of a resource locator with `methods.listSearch[method]`. */
export async function searchList(
	nodeType: INodeType,
	method: string,
	request: DropdownRequest,
): Promise<INodeListSearchResult> {
	const search = requireMethod(nodeType.methods?.listSearch?.[method], `listSearch.${method}`);
	return await search.call(
		createLoadOptionsContext(nodeType, request),
		request.filter,
		request.paginationToken,
	);
}

/** Builds the form of a resource mapper with `methods.resourceMapping[method]`. */
export async function mapResource(
	nodeType: INodeType,
	method: string,
	request: DropdownRequest,
): Promise<ResourceMapperFields> {
	const map = requireMethod(nodeType.methods?.resourceMapping?.[method], `resourceMapping.${method}`);
	return await map.call(createLoadOptionsContext(nodeType, request));
}

/** Polls a trigger once. Null means that there is nothing new. */
export async function pollNode(nodeType: INodeType, run: PollRun): Promise<INodeExecutionData[][] | null> {
	return await requireMethod(nodeType.poll, 'poll').call(createPollContext(nodeType, run));
}

function createPollContext(nodeType: INodeType, run: PollRun): PollContext {
	const { workflow, node, additionalData } = placeNode(nodeType, run);
	const { mode = 'trigger', activation = 'activate', staticData = {}, budgetMs = 300_000 } = run;
	workflow.setTestStaticData({ [`node:${node.name}`]: staticData });
	return new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
		() => budgetMs,
	);
}

function createLoadOptionsContext(nodeType: INodeType, request: DropdownRequest): LoadOptionsContext {
	const { workflow, node, additionalData } = placeNode(nodeType, request);
	// The editor sends only the form's values, without n8n's defaults.
	additionalData.currentNodeParameters = structuredClone(request.parameters ?? {});
	return new LoadOptionsContext(workflow, node, additionalData, request.path ?? 'parameters');
}

function requireMethod<Method>(method: Method | undefined, name: string): Method {
	if (method === undefined) throw new Error(`The node has no ${name}`);
	return method;
}
