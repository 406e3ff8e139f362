import type {
	IDataObject,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	NodeApiError,
	ResourceMapperFields,
} from 'n8n-workflow';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { executeWith, SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import {
	executeNode,
	loadOptions,
	mapResource,
	searchList,
	type DropdownRequest,
	type NodeRun,
} from './n8nContexts';
import { waitsOn, type MovableClock } from './waitsOn';

/** The service in the node's credential. */
export interface NodeTarget {
	url: string;
	key?: string;
	/** Collects each wait in milliseconds. The waits are then instant. */
	waits?: number[];
	/** The node's clock. A wait is instant and moves it. */
	clock?: MovableClock;
	/** Other things that the node's client uses instead of n8n's. */
	own?: Parameters<typeof executeWith>[0];
}

/** The node Social Publishing with a credential, in n8n's own contexts. */
export interface NodeUnderTest {
	/** Runs an operation and returns the output items. */
	run(operation: string, parameters: IDataObject, run?: NodeRun): Promise<INodeExecutionData[]>;
	/** Runs an operation and returns the JSON of the output. */
	json(operation: string, parameters: IDataObject, run?: NodeRun): Promise<IDataObject[]>;
	/** Runs an operation that must fail, and returns the error that n8n shows. */
	error(operation: string, parameters: IDataObject, run?: NodeRun): Promise<NodeApiError>;
	/** Opens a dropdown. */
	options(method: string, request?: DropdownRequest): Promise<INodePropertyOptions[]>;
	/** Opens the list of a resource locator. */
	search(method: string, request?: DropdownRequest): Promise<INodeListSearchResult>;
	/** Opens the form of a resource mapper. */
	form(method: string, request?: DropdownRequest): Promise<ResourceMapperFields>;
}

let executions = 0;

/** One node for all runs, as in n8n, because building the description takes longer than many runs. */
const node: INodeType = new SocialPublishing();

/** Creates the node. Every run is a separate execution unless it names one. An operation is named `resource:operation`. */
export function nodeFor({ url, key = 'test-key', waits, clock, own }: NodeTarget): NodeUnderTest {
	const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: url, apiKey: key } }];
	const nodeType = { ...node };
	if (waits) {
		const startedAt = Date.now();
		nodeType.execute = executeWith({
			sleep: async (durationMs) => void waits.push(durationMs),
			now: () => startedAt + waits.reduce((sum, wait) => sum + wait, 0),
		});
	}
	if (clock) nodeType.execute = executeWith({ ...waitsOn(clock), ...own });
	const run: NodeUnderTest['run'] = async (name, values, more = {}) => {
		const executionId = String((executions += 1));
		const [resource = '', operation = ''] = name.split(':');
		const parameters = { resource, operation, ...values } as INodeParameters;
		return await executeNode(nodeType, { credentials, parameters, executionId, ...more });
	};
	return {
		run,
		json: async (...call) => (await run(...call)).map(({ json }) => json),
		error: async (...call) =>
			await run(...call).then(
				(items) => {
					throw new Error(`No error, but ${JSON.stringify(items)}`);
				},
				(error: NodeApiError) => error,
			),
		options: async (method, request = {}) => await loadOptions(nodeType, method, { credentials, ...request }),
		search: async (method, request = {}) => await searchList(nodeType, method, { credentials, ...request }),
		form: async (method, request = {}) => await mapResource(nodeType, method, { credentials, ...request }),
	};
}

/** A resource locator's value as n8n saves it. */
export const byId = (value: string, mode: 'id' | 'list' = 'id') => ({ __rl: true, mode, value });

/** Input items with these JSON values. */
export const itemsOf = (...values: IDataObject[]): INodeExecutionData[] => values.map((json) => ({ json }));

/** A field inside an entry of a collection, next to the channel chosen there. */
export const beside = (
	collection: string,
	group: string,
	field: string,
	channelId: unknown,
): DropdownRequest => ({
	parameters: {
		[collection]: { [group]: [{ channelId: 'another entry' }, { channelId }] },
	} as INodeParameters,
	path: `parameters.${collection}.${group}[1].${field}`,
});
