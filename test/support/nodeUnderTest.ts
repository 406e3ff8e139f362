import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	NodeApiError,
	ResourceMapperFields,
} from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { resources } from '../../nodes/ContentScoring/actions';
import * as scoringNode from '../../nodes/ContentScoring/ContentScoring.node';
import * as publishingNode from '../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../sandbox';
import { scoringSeed } from '../../sandbox/scoring';
import { movableClock, waitsOn, type MovableClock } from './movableClock';
import {
	loadOptions,
	mapResource,
	runNode,
	searchList,
	type DropdownRequest,
	type NodeRun,
	type NodeRunResult,
} from './n8nContexts';

/** What a node of the publishing service uses instead of n8n's. */
type OwnOptions = NonNullable<Parameters<typeof publishingNode.executeWith>[0]>;

/** How a node is put under test. */
export interface NodeOptions {
	/** The key in the credential. Default: the sandbox's key that may do everything */
	key?: string;
	/** How Content Scoring sends its key. Default: as a bearer token */
	carrier?: { headerName: string; headerScheme: string };
	/** The clock on which the node waits. Default: the service's clock, or one of its own. Real waits take their time. */
	clock?: MovableClock | 'real';
	/** Other things that the node of the publishing service uses instead of n8n's, also as a function of the run's context. */
	own?: OwnOptions | ((context: IExecuteFunctions) => OwnOptions);
}

type Call<Result> = (operation: string, parameters: IDataObject, run?: NodeRun) => Promise<Result>;

/** A node with a credential, in n8n's own contexts. An operation is named `resource:operation`, and its resource says which node runs. */
export interface NodeUnderTest {
	/** The node Social Publishing with its clock, for tests that run it in another way. */
	nodeType: INodeType;
	/** Runs an operation and returns the items of each output, and the hints. */
	result: Call<NodeRunResult>;
	/** Runs an operation and returns the output items. */
	run: Call<INodeExecutionData[]>;
	/** Runs an operation and returns the JSON of the output. */
	json: Call<IDataObject[]>;
	/** Runs an operation that must fail, and returns the error that n8n shows. */
	error: Call<NodeApiError>;
	/** Opens a dropdown. */
	options(method: string, request?: DropdownRequest): Promise<INodePropertyOptions[]>;
	/** Opens the list of a resource locator. */
	search(method: string, request?: DropdownRequest): Promise<INodeListSearchResult>;
	/** Opens the form of a resource mapper. */
	form(method: string, request?: DropdownRequest): Promise<ResourceMapperFields>;
	/** How far the node's clock has moved since the node was created, in milliseconds. */
	waitedMs(): number;
}

let executions = 0;

/** One node of each kind for all runs, as in n8n, because building the description takes longer than many runs. */
const publishing: INodeType = new publishingNode.SocialPublishing();
const scoring: INodeType = new scoringNode.ContentScoring();

const scoringResources: string[] = resources.map(({ value }) => value);

/** Puts the nodes under test with a service, such as a sandbox. Every run is a separate execution unless it names one. */
export function nodeFor(
	service: { url: string; clock?: MovableClock },
	{ key, carrier, clock = service.clock ?? movableClock(), own = {} }: NodeOptions = {},
): NodeUnderTest {
	const waits: Partial<ReturnType<typeof waitsOn>> = clock === 'real' ? {} : waitsOn(clock);
	const { now = Date.now } = waits;
	const startedAt = now();
	const nodeType: INodeType = {
		...publishing,
		async execute(this) {
			const more = typeof own === 'function' ? own(this) : own;
			return await publishingNode.executeWith({ ...waits, ...more }).call(this);
		},
	};
	const credentials = [
		{ type: new SocialPublishingApi(), data: { baseUrl: service.url, apiKey: key ?? seed.keys.full } },
	];
	const scoringType: INodeType = { ...scoring, execute: scoringNode.executeWith(waits) };
	const bearer = { headerName: 'Authorization', headerScheme: 'Bearer' };
	const scoringCredentials = () => [
		{
			type: new ContentScoringApi(),
			data: { apiUrl: service.url, apiKey: key ?? scoringSeed.keys.pro, ...(carrier ?? bearer) },
		},
	];
	const result: NodeUnderTest['result'] = async (name, values, more = {}) => {
		const executionId = String((executions += 1));
		const [resource = '', operation = ''] = name.split(':');
		const parameters = { resource, operation, ...values } as INodeParameters;
		return scoringResources.includes(resource)
			? await runNode(scoringType, { credentials: scoringCredentials(), parameters, executionId, ...more })
			: await runNode(nodeType, { credentials, parameters, executionId, ...more });
	};
	const run: NodeUnderTest['run'] = async (...call) => (await result(...call)).outputs[0] ?? [];
	return {
		nodeType,
		result,
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
		waitedMs: () => now() - startedAt,
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
