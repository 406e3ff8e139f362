import type {
	IExecuteFunctions,
	IDataObject,
	IDisplayOptions,
	JsonObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { listed } from '../../client/http/text.js';
import type { ParameterReader } from './parameters.js';
import { cell } from './runState.js';

/** A message that the editor shows above a node's output. */
export interface Hint {
	message: string;
	/** Default `info`. A warning is highlighted. */
	type?: 'info' | 'warning';
	/** Whether `message` is HTML that needs no escaping. Default false. */
	isHtml?: boolean;
}

/** Escapes a text for HTML, between tags. */
const asHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a run has shown. A hint can consist of one text, so the two are kept apart. */
const shownIn = { hint: cell(() => new Set<string>()), text: cell(() => new Set<string>()) };

/** Whether a run shows a text for the first time. @param kind what the text is */
export function isFirst(run: object, kind: keyof typeof shownIn, text: string): boolean {
	const shown = shownIn[kind](run);
	return shown.size < shown.add(text).size;
}

/**
 * Shows a hint above the output, once for all items. n8n renders it as HTML.
 */
export function showHint(context: IExecuteFunctions, { message, type = 'info', isHtml }: Hint): void {
	if (!isFirst(context, 'hint', message)) return;
	context.addExecutionHints({
		message: isHtml ? message : asHtml(message),
		type,
		location: 'outputPane',
	});
}

/** What an operation returns for one input item: plain JSON, never n8n items. */
export type OperationResult = IDataObject | IDataObject[];

/** An input item that is done, and its output. */
export interface DoneItem {
	item: number;
	output: IDataObject[];
}

/** The results of all items of a run. */
interface FinishedItems {
	/** Whether an item has failed and On Error turned it into an item with the error. */
	hasFailure: boolean;
	/** The output of the items. Values that are added to these items are part of the node's output. */
	outputs: readonly INodeExecutionData[];
}

/** A task that runs after all items. Returns one output item. */
export type FinalTask = () => Promise<IDataObject>;

/** An entry of an Operation menu, with its texts, its fields and its work. Each has its own file. */
export interface Operation<Client> {
	/** Name in the menu, in Title Case. */
	name: string;
	/** The value that workflows store, so it must never change. */
	value: string;
	/** Its text in the list of actions, in sentence case and without articles. */
	action: string;
	description: string;
	/** What n8n's AI builder should know besides the description, such as when to use another operation. */
	builderHint?: string;
	/** Fields in the order in which they're shown. `describe` adds the `displayOptions` for resource and operation. */
	fields: INodeProperties[];
	/**
	 * How many items run in parallel, or a function that reads that number. Default 1, with which the service gets the items in
	 * order.
	 */
	parallelRequests?: number | ((parameters: ParameterReader) => number);
	/**
	 * Returns a full sentence for the error of a stopped run. It says which items were written or paid for before. Operations
	 * that only read don't have it.
	 */
	describeDone?(parameters: ParameterReader, done: DoneItem[]): string | undefined;
	/** Returns values that identify a failed item, such as its caption. Never throws. @param facts what is known about the error */
	describeFailed?(parameters: ParameterReader, facts: JsonObject): JsonObject;
	/** The fields whose texts are among the facts of a failed item, such as the ID of its post. Next to the error, they'd look like a result. */
	failedFacts?: readonly string[];
	/** Whether it can publish something. Users may want to keep AI agents from using such operations. Default false. */
	canPublish?: boolean;
	/**
	 * Reads the fields of an item, before the first item starts. For operations whose items cost something, so that a run that would stop
	 * at wrong fields stops before that.
	 */
	check?(parameters: ParameterReader): Promise<void>;
	/** Finds the names of an item at the service, after the fields of all items were read and before the first one starts. */
	checkNames?(parameters: ParameterReader, client: Client): Promise<void>;
	/** Does the work for one input item. */
	execute(parameters: ParameterReader, client: Client): Promise<OperationResult>;
	/**
	 * Runs once after all items, for work that depends on all of them. Returns tasks, which run one after the other. Their output
	 * follows the output of the items and is paired with every item.
	 * @param parameters the parameters of the first item
	 */
	finish?(parameters: ParameterReader, items: FinishedItems, client: Client): Promise<FinalTask[]>;
	/** Returns a full sentence for the error of a stopped run. It says what the tasks of {@link finish} had done before. */
	describeFinished?(outputs: IDataObject[]): string | undefined;
}

/** One entry of the Resource menu. */
export interface Resource<Client> {
	name: string;
	value: string;
	description: string;
	/** What n8n's AI builder should know besides the description. */
	builderHint?: string;
	/** Fields of every operation of the resource, shown before the operation's own fields. */
	fields?: INodeProperties[];
	operations: Array<Operation<Client>>;
}

/**
 * Creates a menu in the order of the list. The first entry is the default. n8n's list of actions has the same order, so the most
 * common entries come first.
 */
function menu(displayName: string, name: string, options: INodePropertyOptions[]): INodeProperties {
	const { value: first = '' } = options[0] ?? {};
	return { displayName, name, type: 'options', noDataExpression: true, options, default: first };
}

/** Adds the hint that n8n's AI builder reads when it searches for nodes. */
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

/** Adds a condition to a field, so that it's shown only if other fields have the values in `on`. */
export function shownFor(field: INodeProperties, on: NonNullable<IDisplayOptions['show']>): INodeProperties {
	const { show, ...others } = field.displayOptions ?? {};
	return { ...field, displayOptions: { ...others, show: { ...on, ...show } } };
}

/**
 * Derives a node's properties from its resources: the Resource menu, an Operation menu for each resource, and the fields of the
 * resources and operations. Each field is shown only for its own resource or operation. The first entry of each menu is the
 * default.
 * @param belowMenus fields that follow the menus
 */
export function describe<Client>(
	resources: Array<Resource<Client>>,
	belowMenus: INodeProperties[] = [],
): INodeProperties[] {
	return [
		resourceMenu(resources),
		...resources.map(operationMenu),
		...belowMenus,
		...resources.flatMap(({ value: resource, fields = [] }) =>
			fields.map((field) => shownFor(field, { resource: [resource] })),
		),
		...resources.flatMap(({ value: resource, operations }) =>
			operations.flatMap(({ value: operation, fields }) =>
				fields.map((field) => shownFor(field, { resource: [resource], operation: [operation] })),
			),
		),
	];
}

/** Returns the expression for a node's subtitle, which names the chosen operation, such as 'Get Many: Channel'. */
export function subtitleOf<Client>(resources: Array<Resource<Client>>): string {
	const subtitles = Object.fromEntries(
		resources.flatMap(({ name, value, operations }) =>
			operations.map((operation) => [`${value}:${operation.value}`, `${operation.name}: ${name}`]),
		),
	);
	return `={{ (${JSON.stringify(subtitles)})[$parameter.resource + ":" + $parameter.operation] ?? $parameter.operation }}`;
}

/** Lists the stored values of the operations that can publish something. */
export const publishingOperations = <Client>(resources: Array<Resource<Client>>): string[] =>
	resources.flatMap(({ operations }) =>
		operations.filter(({ canPublish }) => canPublish).map(({ value }) => value),
	);

/** Lists the items that are done, with the IDs in their results. */
function namesOfDone(done: DoneItem[]): string {
	const names = done.map(({ item, output }) => {
		const ids = new Set(output.map(({ id }) => id).filter((id) => id !== undefined));
		return ids.size > 0 ? `item ${item} (${[...ids].join(', ')})` : `item ${item}`;
	});
	return `Done before the error: ${listed(names)}`;
}

/** The `describeDone` of writes. */
export const nameDone = (_parameters: unknown, done: DoneItem[]): string =>
	`${namesOfDone(done)}. A retry of this execution skips what is done. A new one, such as with 'Execute step', does it again`;

/** The `describeDone` of rows, which another run finds as they should be. */
export const nameDoneRows = (_parameters: unknown, done: DoneItem[]): string =>
	`${namesOfDone(done)}. Another run leaves it as it is`;
