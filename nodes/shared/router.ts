import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { errorFacts, ParameterError, toNodeError } from './errors';
import type { ErrorTexts } from './errorTexts';
import { toFailedItem } from './failedItem';
import { showHint, type Hint } from './hints';
import { inOrder } from './inOrder';
import { findOperation, type Operation, type Resource } from './operation';

/** What a node with resources and operations is made of. */
export interface Routing<Client> {
	resources: Array<Resource<Client>>;
	/** Creates the client once per run. */
	connect: (context: IExecuteFunctions) => Promise<Client>;
	/** Puts the client's errors into words. */
	errorTexts: ErrorTexts;
	/** Says in a failure what only the service knows, such as the name of a thing it gives the id of. */
	clarify?: (error: unknown, client: Client) => Promise<unknown>;
	/** Whether a failure makes every further item fail too: none is begun after it, and what succeeded is kept. */
	endsRun?: (error: unknown) => boolean;
	/** What people should not overlook in the output, shown above it. */
	hints?: (outputs: IDataObject[]) => Hint[];
}

function chosenOperation<Client>(
	context: IExecuteFunctions,
	resources: Array<Resource<Client>>,
): Operation<Client> {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = findOperation(resources, resource, operation);
	if (found) return found;
	throw new ParameterError(
		`This version of the node has no operation '${operation}' for '${resource}'`,
		'Choose another operation, or update the package',
	);
}

const toItems = (result: IDataObject | IDataObject[], item: number): INodeExecutionData[] =>
	[result].flat().map((json) => ({ json, pairedItem: { item } }));

const itemsAtOnce = <Client>(context: IExecuteFunctions, { resources }: Routing<Client>): number => {
	const [resource, operation] = ['resource', 'operation'].map(
		(name) => context.getNodeParameter(name, 0) as string,
	);
	const { itemsAtOnce = 1 } = findOperation(resources, resource ?? '', operation ?? '') ?? {};
	return typeof itemsAtOnce === 'number' ? itemsAtOnce : itemsAtOnce(context);
};

/** One run of a node over its items; remembers what ended it early. */
class Run<Client> {
	private operation?: Operation<Client>;

	private client?: Promise<Client>;

	private ending?: { error: unknown; itemIndex: number };

	private withResult = 0;

	private withoutResult = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly routing: Routing<Client>,
	) {}

	/** Items under way at once; where the user's number is none, no item is begun. */
	itemsAtOnce(): number {
		try {
			return itemsAtOnce(this.context, this.routing);
		} catch (error) {
			this.ending = { error, itemIndex: 0 };
			return 1;
		}
	}

	/** What one item gives; a failure is an item or an error, as the user set the node up. */
	async item(itemIndex: number): Promise<INodeExecutionData[]> {
		if (this.ending !== undefined) return [this.failed(this.ending.error, itemIndex)];
		return await this.execute(itemIndex).catch((error: unknown) => {
			// Others may be under way that succeed: whether this is an error or an item is known at the end.
			if (this.routing.endsRun?.(error)) this.ending ??= { error, itemIndex };
			if (this.context.continueOnFail() || this.ending !== undefined) return [this.failed(error, itemIndex)];
			throw this.toError(error, itemIndex);
		});
	}

	/** Throws what ended the run when nothing came of it, else says how far it came. */
	finish(): void {
		if (this.ending === undefined || this.context.continueOnFail()) return;
		const { error, itemIndex } = this.ending;
		const nodeError = this.toError(error, itemIndex);
		if (this.withResult === 0) throw nodeError;
		showHint(this.context, {
			message: `${nodeError.message}: ${this.withoutResult} of ${this.withResult + this.withoutResult} items have no result`,
			type: 'warning',
		});
	}

	private async execute(itemIndex: number): Promise<INodeExecutionData[]> {
		this.operation ??= chosenOperation(this.context, this.routing.resources);
		this.client ??= this.routing.connect(this.context);
		const client = await this.client;
		const { clarify = async (error: unknown) => await Promise.resolve(error) } = this.routing;
		const result = await this.operation
			.execute(this.context, itemIndex, client)
			.catch(async (error: unknown) => await Promise.reject(await clarify(error, client)));
		this.withResult++;
		return toItems(result, itemIndex);
	}

	private toError(error: unknown, itemIndex: number): NodeApiError {
		return toNodeError(this.context.getNode(), error, { itemIndex, texts: this.routing.errorTexts });
	}

	private failed(error: unknown, itemIndex: number): INodeExecutionData {
		this.withoutResult++;
		return toFailedItem(this.toError(error, itemIndex), errorFacts(error), itemIndex);
	}
}

/**
 * The execute method of a node: runs the chosen operation for every item, pairs what comes out with what went in, in the
 * order of the items, and turns failures into n8n's errors, or into one error item each when the node continues on fail.
 */
export function route<Client>(routing: Routing<Client>) {
	return async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(this, routing);
		const count = this.getInputData().length;
		const outcomes = await inOrder(count, run.itemsAtOnce(), async (index) => await run.item(index));
		run.finish();
		const outputs = outcomes.flat();
		const hints = routing.hints?.(outputs.map(({ json }) => json)) ?? [];
		for (const hint of hints) showHint(this, hint);
		return [outputs];
	};
}
