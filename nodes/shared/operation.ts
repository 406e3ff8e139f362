import type {
	IExecuteFunctions,
	IDataObject,
	IDisplayOptions,
	JsonObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { ParameterReader } from './parameters';

/** A message that the editor shows above the output of a node. */
export interface Hint {
	message: string;
	/** Default `info`. A warning is highlighted. */
	type?: 'info' | 'warning';
}

/** Shows a hint above the output. n8n before 1.80 has no hints. */
export function showHint(context: IExecuteFunctions, { message, type = 'info' }: Hint): void {
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
}

/** What an operation returns for one input item: plain JSON, never n8n items. */
export type OperationResult = IDataObject | IDataObject[];

/** An input item whose work is done, and its output. */
export interface DoneItem {
	item: number;
	output: IDataObject[];
}

/** The results of all items of a run. */
export interface FinishedItems {
	/** Whether an item has failed and, because of On Error, became an item with the error. */
	hasFailure: boolean;
	/** The output of the items. What is added to it becomes part of the node's output. */
	outputs: readonly INodeExecutionData[];
}

/** One piece of the work after all items. Returns an item of the output. */
export type FinalTask = () => Promise<IDataObject>;

/** One entry of an Operation menu: its texts, its fields and what it does. One file each. */
export interface Operation<Client> {
	/** Name in the menu, in Title Case. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	/** Says what it does in the list of actions, in sentence case and without articles. */
	action: string;
	description: string;
	/** What n8n's AI builder should know besides the description, such as when another operation is better. */
	builderHint?: string;
	/** Fields in the order they are shown; `displayOptions` for resource and operation are added by `describe`. */
	fields: INodeProperties[];
	/** Items to work on in parallel, or how to read that number; default 1, which keeps the order in which the service sees them. */
	parallelRequests?: number | ((parameters: ParameterReader) => number);
	/**
	 * Says in the error of a run that stopped what was done before, for a write or what was paid for; a full sentence.
	 * Absent for operations that only read.
	 */
	describeDone?(parameters: ParameterReader, done: DoneItem[]): string | undefined;
	/** Says what an item was about that became an item with its error, such as its caption. Throws nothing. */
	describeFailed?(parameters: ParameterReader): JsonObject;
	/** Whether it can publish something, so that people may want to keep an AI agent from using it. Default false. */
	canPublish?: boolean;
	/** Runs for one input item. */
	execute(parameters: ParameterReader, client: Client): Promise<OperationResult>;
	/**
	 * Runs once after all items, for what depends on all of them. Returns tasks, which run one after the other. Their output
	 * follows that of the items and is paired with every item.
	 * @param parameters those of the first item
	 */
	finish?(parameters: ParameterReader, items: FinishedItems, client: Client): Promise<FinalTask[]>;
	/** Says in the error of a run that stopped what the tasks of {@link finish} had done before; a full sentence. */
	describeFinished?(outputs: IDataObject[]): string | undefined;
}

/** One entry of the Resource menu. */
export interface Resource<Client> {
	name: string;
	value: string;
	description: string;
	/** What n8n's AI builder should know besides the description. */
	builderHint?: string;
	/** Fields that every operation of the resource has, before their own. */
	fields?: INodeProperties[];
	operations: Array<Operation<Client>>;
}

/**
 * A menu of named entries, in the order of the list. The first entry is the default. n8n's list of actions has the same order, so
 * what most people look for comes first.
 */
function menu(displayName: string, name: string, options: INodePropertyOptions[]): INodeProperties {
	const { value: first = '' } = options[0] ?? {};
	return { displayName, name, type: 'options', noDataExpression: true, options, default: first };
}

/** n8n's AI builder reads the hint in its search for nodes. n8n before version 2 ignores it. */
const hintOf = ({ builderHint: propertyHint }: { builderHint?: string }): Partial<INodePropertyOptions> =>
	propertyHint === undefined ? {} : { builderHint: { propertyHint } };

function resourceMenu<Client>(resources: Array<Resource<Client>>): INodeProperties {
	const entries = resources.map(({ name, value, description, ...others }) => ({
		name,
		value,
		description,
		...hintOf(others),
	}));
	return menu('Resource', 'resource', entries);
}

function operationMenu<Client>({ value: resource, operations }: Resource<Client>): INodeProperties {
	const entries = operations.map(({ name, value, action, description, ...others }) => ({
		name,
		value,
		action,
		description,
		...hintOf(others),
	}));
	return { ...menu('Operation', 'operation', entries), displayOptions: { show: { resource: [resource] } } };
}

function shownFor(field: INodeProperties, on: NonNullable<IDisplayOptions['show']>): INodeProperties {
	const { show, ...others } = field.displayOptions ?? {};
	return { ...field, displayOptions: { ...others, show: { ...on, ...show } } };
}

const ownFields = <Client>({ value: resource, fields = [] }: Resource<Client>): INodeProperties[] =>
	fields.map((field) => shownFor(field, { resource: [resource] }));

/**
 * Derives a node's properties from its resources: the Resource menu, an Operation menu for each resource, and every
 * resource's and operation's fields, shown for that operation alone. The first entry of each list is the default.
 */
export function describe<Client>(resources: Array<Resource<Client>>): INodeProperties[] {
	return [
		resourceMenu(resources),
		...resources.map(operationMenu),
		...resources.flatMap(ownFields),
		...resources.flatMap(({ value: resource, operations }) =>
			operations.flatMap(({ value: operation, fields }) =>
				fields.map((field) => shownFor(field, { resource: [resource], operation: [operation] })),
			),
		),
	];
}

/** An expression that names the chosen operation below the node as the menus do, such as 'Get Many: Channel'. */
export function subtitleOf<Client>(resources: Array<Resource<Client>>): string {
	const subtitles = Object.fromEntries(
		resources.flatMap(({ name, value, operations }) =>
			operations.map((operation) => [`${value}:${operation.value}`, `${operation.name}: ${name}`]),
		),
	);
	return `={{ (${JSON.stringify(subtitles)})[$parameter.resource + ":" + $parameter.operation] ?? $parameter.operation }}`;
}

/** The operations that can publish something, by their stored names. */
export const publishingOperations = <Client>(resources: Array<Resource<Client>>): string[] =>
	resources.flatMap(({ operations }) =>
		operations.filter(({ canPublish }) => canPublish).map(({ value }) => value),
	);

/** Finds the operation the user chose; undefined when a workflow names one that this version does not have. */
export function findOperation<Client>(
	resources: Array<Resource<Client>>,
	resource: string,
	operation: string,
): Operation<Client> | undefined {
	return resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
}

/** The ID in a result: that of a post or of an asset. */
const idOf = ({ id, postId }: IDataObject): unknown => id ?? postId;

const namedItemsMax = 20;

/** Names items that are done, with the ids of what they made: for `describeDone` of a write. */
export function nameDone(_parameters: unknown, done: DoneItem[]): string {
	const names = done.slice(0, namedItemsMax).map(({ item, output }) => {
		const ids = [...new Set(output.map(idOf).filter((id) => id !== undefined))];
		return ids.length > 0 ? `item ${item} (${ids.join(', ')})` : `item ${item}`;
	});
	const more = done.length > namedItemsMax ? ` and ${done.length - namedItemsMax} more` : '';
	return `A retry skips these items, which are done: ${names.join(', ')}${more}`;
}
