import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { numberText } from '../../client/http/text.js';
import { ParameterError, workOf } from './errors.js';
import { errorFacts, toFailedItem, toNodeError, withAdviceForModel, withDone } from './nodeErrors.js';
import type { ErrorTexts } from './errorTexts.js';
import { titleOf } from './fields.js';
import { itemJson } from './items.js';
import { mapConcurrently } from './mapConcurrently.js';
import { runEnded } from './journal/execution.js';
import { showHint, type DoneItem, type Hint, type Operation, type Resource } from './operation.js';
import { ignoredValuesOf, ParameterReader } from './parameters.js';
import { shown } from './values.js';

/** The parts of a node that has resources and operations. */
export interface Routing<Client> {
	resources: Array<Resource<Client>>;
	/** Creates the client once per run. */
	connect: (context: IExecuteFunctions) => Promise<Client>;
	/** The texts of the client's errors. */
	errorTexts: ErrorTexts;
	/** Adds details from the service to an error, such as the name of a channel for which the error has only the ID. */
	clarify?: (error: unknown, client: Client) => Promise<unknown>;
	/** Whether all further items would fail, too. If so, no further item is started. */
	endsRun?: (error: unknown) => boolean;
	/** Orders the fields of each output. */
	arrange: (json: IDataObject) => IDataObject;
	/** Returns the hints to show above the output of an operation, from what its items have told. */
	hints?: (context: IExecuteFunctions, operation: string) => Hint[];
}

function chosenOperation<Client>(
	context: IExecuteFunctions,
	resources: Array<Resource<Client>>,
): Operation<Client> {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const offered = resources.find(({ value }) => value === resource)?.operations ?? [];
	const found = offered.find(({ value }) => value === operation);
	if (found) return found;
	throw new ParameterError(
		`This version of the node has no operation ${shown(operation)} for ${shown(resource)}`,
		`Use ${offered.map(({ value }) => value).join(', ')}, or update this package`,
	);
}

/** Tells a model which of its texts counted as no value, by the names of their fields. */
const namingIgnored = (result: IDataObject | IDataObject[], ignored: IDataObject): IDataObject[] => {
	const ignoredValues = Object.fromEntries(
		Object.entries(ignored).map(([name, value]) => [titleOf(name), value]),
	);
	return [result].flat().map((json) => ({ ...json, ignoredValues }));
};

/** One run of a node over its items. */
export class Run<Client> {
	private operation?: Operation<Client>;

	private client?: Promise<Client>;

	/** A failure that every further item would have, too. */
	private ending?: { error: unknown };

	private failure?: { error: unknown; itemIndex: number };

	private readonly done: DoneItem[] = [];

	/** The output of the tasks that run after all items. */
	private readonly finished: IDataObject[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly routing: Routing<Client>,
	) {}

	/**
	 * Finds the operation and returns how many items run in parallel. If the user's values can't be used, all items fail before
	 * they start.
	 */
	parallelRequests(): number {
		try {
			const operation = chosenOperation(this.context, this.routing.resources);
			const { parallelRequests: given = 1 } = operation;
			const count = typeof given === 'number' ? given : given(this.parameters(0));
			this.operation = operation;
			return count;
		} catch (error) {
			this.ending = { error };
			return 1;
		}
	}

	/** Checks the fields of all items before the first one starts, if wrong fields stop the workflow. A single item checks its own. */
	async check(count: number, workers: number): Promise<void> {
		const check = this.operation?.check;
		if (check === undefined || count < 2 || this.context.continueOnFail()) return;
		const ofAll = async (checkItem: (parameters: ParameterReader) => Promise<void>): Promise<void> => {
			await mapConcurrently(count, workers, async (itemIndex) => {
				await checkItem(this.parameters(itemIndex)).catch((error: unknown) => {
					this.failure ??= { error, itemIndex };
					throw error;
				});
			});
		};
		await ofAll(check);
		const checkNames = this.operation?.checkNames;
		if (checkNames === undefined) return;
		this.client ??= this.routing.connect(this.context);
		const client = await this.client;
		await ofAll(async (parameters) => await checkNames(parameters, client));
	}

	/** The stored value of the operation that runs. Empty if it isn't known. */
	operationName(): string {
		return this.operation?.value ?? '';
	}

	/** Runs one input item and returns its output. A failure becomes an item, unless it stops the workflow. */
	readonly item = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		const parameters = this.parameters(itemIndex);
		return await this.execute(parameters).catch((error: unknown) => {
			this.failure ??= { error, itemIndex };
			if (this.routing.endsRun?.(workOf(error).cause)) this.ending ??= { error };
			if (!this.context.continueOnFail()) throw error;
			const details = {
				...parameters.textsOfFailed(this.operation?.failedFacts ?? []),
				...errorFacts(error),
			};
			const about = this.operation?.describeFailed?.(parameters, details);
			return [toFailedItem(this.toError(error, itemIndex), { details, about }, itemIndex)];
		});
	};

	/** Runs the operation's tasks after all `count` items, and returns the tasks' output. */
	async rest(count: number, outputs: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const { failure, operation } = this;
		if (this.client === undefined || operation?.finish === undefined) return [];
		const client = await this.client;
		const pairedItem = Array.from({ length: count }, (_, item) => ({ item }));
		const failed: INodeExecutionData[] = [];
		const fail = async (cause: unknown): Promise<undefined> => {
			const error = await this.clarified(cause, client);
			this.failure ??= { error, itemIndex: 0 };
			if (!this.context.continueOnFail()) throw error;
			failed.push({ ...toFailedItem(this.toError(error, 0), { details: errorFacts(error) }, 0), pairedItem });
			return undefined;
		};
		const items = { hasFailure: failure !== undefined, outputs };
		const tasks = (await operation.finish(this.parameters(0), items, client).catch(fail)) ?? [];
		for (const task of tasks) {
			const json = await task().catch(fail);
			if (json) this.finished.push(json);
		}
		return [...this.finished.map((json) => ({ json: this.outputOf(json), pairedItem })), ...failed];
	}

	/** The error that stops the workflow. It says what was done before, because n8n drops the output of a failed node. */
	stopped(): NodeApiError {
		const { error, itemIndex } = this.failure ?? { error: undefined, itemIndex: 0 };
		const done = this.done.sort((one, other) => one.item - other.item);
		const text = done.length > 0 ? this.operation?.describeDone?.(this.parameters(0), done) : undefined;
		const finished = this.operation?.describeFinished?.(this.finished);
		const told = withDone(this.toError(error, itemIndex), [text, finished], done);
		return withAdviceForModel(told, this.context.getNode());
	}

	/** Ends a run of `count` items that doesn't stop the workflow. Says how many failed, because n8n shows the node as successful. */
	finish(count: number): void {
		runEnded(this.context, this.failure !== undefined);
		const failed = count - this.done.length;
		if (failed === 0) return;
		const which = count === 1 ? 'The item' : `${numberText(failed)} of ${numberText(count)} items`;
		const isRepeated = failed < count && this.operation?.describeDone !== undefined;
		const again = isRepeated ? ' If you run the node again, it runs all items, not only those.' : '';
		const message = `${which} failed. The reason is in 'error', and what to do is in 'message'.${again}`;
		showHint(this.context, { message, type: 'warning' });
	}

	private async execute(parameters: ParameterReader): Promise<INodeExecutionData[]> {
		const { ending, operation } = this;
		const { itemIndex } = parameters;
		if (ending !== undefined || operation === undefined) throw ending?.error;
		this.client ??= this.routing.connect(this.context);
		const client = await this.client;
		const result = await operation.execute(parameters, client).catch(async (error: unknown) => {
			throw await this.clarified(error, client);
		});
		this.done.push({ item: itemIndex, output: [result].flat() });
		const ignored = ignoredValuesOf(parameters);
		const outputs = Object.keys(ignored).length > 0 ? namingIgnored(result, ignored) : [result].flat();
		return outputs.map((json) => ({ json: this.outputOf(json), pairedItem: { item: itemIndex } }));
	}

	private outputOf(json: IDataObject): IDataObject {
		return this.routing.arrange(itemJson(json));
	}

	private async clarified(error: unknown, client: Client): Promise<unknown> {
		return this.routing.clarify ? await this.routing.clarify(error, client) : error;
	}

	private parameters(itemIndex: number): ParameterReader {
		return new ParameterReader(this.context, itemIndex);
	}

	private toError(error: unknown, itemIndex: number): NodeApiError {
		return toNodeError(this.context.getNode(), error, this.routing.errorTexts, itemIndex);
	}
}
