import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { errorFacts, ParameterError, toNodeError } from './errors';
import type { ErrorTexts } from './errorTexts';
import { findOperation, type Operation, type Resource } from './operation';

/** What a node with resources and operations is made of. */
export interface Routing<Client> {
	resources: Array<Resource<Client>>;
	/** Creates the client once per run. */
	connect: (context: IExecuteFunctions) => Promise<Client>;
	/** Puts the client's errors into words. */
	errorTexts: ErrorTexts;
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

/**
 * The execute method of a node: runs the chosen operation for every item in order, pairs what comes out with what went
 * in, and turns failures into n8n's errors, or into one error item each when the user lets the node continue on fail.
 */
export function route<Client>({ resources, connect, errorTexts }: Routing<Client>) {
	return async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const toError = (error: unknown, itemIndex: number) =>
			toNodeError(node, error, { itemIndex, texts: errorTexts });
		const failedItem = (error: unknown, item: number): INodeExecutionData => {
			const nodeError = toError(error, item);
			const { message, description } = nodeError;
			const facts: JsonObject = errorFacts(error);
			const json = { error: message, description, ...facts } as IDataObject;
			return { json, error: nodeError, pairedItem: { item } };
		};

		const items: INodeExecutionData[] = [];
		let client: Promise<Client> | undefined;
		const run = async (itemIndex: number): Promise<INodeExecutionData[]> => {
			const operation = chosenOperation(this, resources);
			client ??= connect(this);
			return toItems(await operation.execute(this, itemIndex, await client), itemIndex);
		};
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			const outcome = await run(itemIndex).catch((error: unknown) => {
				if (this.continueOnFail()) return [failedItem(error, itemIndex)];
				throw toError(error, itemIndex);
			});
			items.push(...outcome);
		}
		return [items];
	};
}
