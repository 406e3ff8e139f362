import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import {
	createRunExecutionData,
	Workflow,
	WorkflowDataProxy,
	type GenericValue,
	type IConnections,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';

interface ExampleFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
}

/** A call of a node that the test stands in for: its input items, their parameters, and how often it ran before. */
interface StandInCall {
	items: INodeExecutionData[];
	/** The parameters of each item, with the values of all expressions. */
	parameters: INodeParameters[];
	runIndex: number;
}

/** Returns the JSON of the items of each output. An item belongs to the input item with its index, or names one. */
export type StandIn = (
	call: StandInCall,
) => Array<Array<IDataObject | INodeExecutionData>> | Promise<Array<Array<IDataObject | INodeExecutionData>>>;

/** What one item of a node had as parameters. */
interface Sent {
	node: string;
	parameters: INodeParameters;
}

/** Reads an example by the name of its file without the ending. */
export const readExample = (name: string): ExampleFile =>
	JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as ExampleFile;

const noNodeTypes = {
	getByName: () => undefined,
	getByNameAndVersion: () => undefined,
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/** A condition of an If or Filter node, with the values of its expressions. */
interface Condition {
	leftValue: unknown;
	rightValue: unknown;
	operator: { type: string; operation: string };
}

/** Compares strictly, as the examples do. A value of another type ends the run, as in n8n. */
const comparisons: Record<string, (left: never, right: never) => boolean> = {
	'boolean true': (left: boolean) => left,
	'number equals': (left: number, right: number) => left === right,
	'number gte': (left: number, right: number) => left >= right,
	'string equals': (left: string, right: string) => left === right,
	'string notEmpty': (left: string) => left !== '',
	'string startsWith': (left: string, right: string) => left.startsWith(right),
};

function isMet(
	{ leftValue, rightValue, operator: { type, operation } }: Condition,
	isStrict: boolean,
): boolean {
	const compare = comparisons[`${type} ${operation}`];
	if (!compare) throw new Error(`The test knows no condition '${type} ${operation}'`);
	if (isStrict && leftValue !== undefined && leftValue !== null && typeof leftValue !== type)
		throw new Error(`Wrong type: ${JSON.stringify(leftValue)} isn't a ${type}`);
	return leftValue !== undefined && leftValue !== null && compare(leftValue as never, rightValue as never);
}

const isItem = (value: IDataObject | INodeExecutionData): value is INodeExecutionData =>
	'json' in value && typeof value.json === 'object';

/**
 * Runs an example without n8n: n8n's own expressions and data proxy evaluate all expressions and the code of Code nodes. Set, If
 * and Filter nodes work. For other nodes, the test gives a stand-in, or their input is their output. Disabled nodes run, too.
 */
export class ExampleRun {
	/** The nodes of all examples that any run has evaluated, such as `example: Node`. */
	static readonly hasRun = new Set<string>();

	/** The parameters of all items of all nodes, with the values of all expressions. */
	readonly sent: Sent[] = [];

	/** The JSON of the items that each node returned, of all its runs and outputs. */
	readonly returned: Record<string, IDataObject[]> = {};

	private readonly file: ExampleFile;

	private readonly workflow: Workflow;

	private readonly runs = createRunExecutionData({ resultData: { runData: {} } });

	constructor(
		private readonly name: string,
		private readonly standIns: Record<string, StandIn>,
		/** Changes the text of the example, as someone who sets it up. */
		change: (text: string) => string = (text) => text,
	) {
		this.file = JSON.parse(change(JSON.stringify(readExample(name)))) as ExampleFile;
		const { nodes, connections } = this.file;
		this.workflow = new Workflow({
			id: 'example',
			name: this.file.name,
			nodes: nodes.map((node) => ({ ...node, disabled: false })),
			connections,
			active: false,
			nodeTypes: noNodeTypes,
			settings: { timezone: 'Europe/Berlin', executionOrder: 'v1' },
		});
	}

	/** Runs the example from a trigger that returns these items. */
	async start(trigger: string, items: Array<IDataObject | INodeExecutionData>): Promise<this> {
		this.standIns[trigger] ??= () => [items];
		const waiting: Waiting[] = [{ node: trigger, items: [{ json: {} }] }];
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const run = this.runs.resultData.runData[next.node]?.length ?? 0;
			const outputs = await this.run(next.node, next.items, next.from);
			waiting.push(...this.following(next.node, run, outputs));
		}
		return this;
	}

	/** Runs a single node with this input, and returns what its first item had as parameters. */
	async runAlone(node: string, json: IDataObject): Promise<INodeParameters> {
		await this.run(node, [{ json }]);
		return this.sentBy(node).at(-1) ?? {};
	}

	/** The parameters that a node got, one for each item. */
	sentBy(node: string): INodeParameters[] {
		return this.sent.filter((one) => one.node === node).map(({ parameters }) => parameters);
	}

	/** The nodes that are connected to the outputs of a run, with their input. An output without items starts nothing. */
	private following(name: string, run: number, outputs: INodeExecutionData[][]): Waiting[] {
		return outputs.flatMap((items, output) =>
			(items.length === 0 ? [] : (this.file.connections[name]?.main?.[output] ?? [])).map(({ node }) => ({
				node,
				items,
				from: [name, output, run] as const,
			})),
		);
	}

	private async run(
		name: string,
		items: INodeExecutionData[],
		from?: Waiting['from'],
	): Promise<INodeExecutionData[][]> {
		const node = this.nodeOf(name);
		const runIndex = this.runs.resultData.runData[name]?.length ?? 0;
		const source = from
			? [{ previousNode: from[0], previousNodeOutput: from[1], previousNodeRun: from[2] }]
			: [];
		const executeData: IExecuteData = { node, data: { main: [items] }, source: { main: source } };
		// As in n8n's engine, an input item is paired with its own position.
		const used = (node.executeOnce ? items.slice(0, 1) : items).map((item, index) => ({
			...item,
			pairedItem: { item: index },
		}));
		const at = (itemIndex: number) => ({ node, items: used, itemIndex, runIndex, executeData });
		const isCode = node.type === 'n8n-nodes-base.code';
		ExampleRun.hasRun.add(`${this.name}: ${name}`);
		const parameters = isCode ? [] : used.map((_, index) => this.evaluate(at(index)));
		this.sent.push(...parameters.map((one) => ({ node: name, parameters: one })));
		const outputs = isCode
			? [
					this.runCode(
						node,
						used.map((_, index) => at(index)),
					),
				]
			: await this.outputsOf(node, { items: used, parameters, runIndex });
		const paired = outputs.map((output) =>
			output.map((item, index) => ({ ...item, pairedItem: item.pairedItem ?? { item: index } })),
		);
		this.returned[name] = [...(this.returned[name] ?? []), ...paired.flat().map(({ json }) => json)];
		(this.runs.resultData.runData[name] ??= []).push({
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			source,
			data: { main: paired },
		});
		return paired;
	}

	private nodeOf(name: string): INode {
		const node = this.workflow.getNode(name);
		if (!node) throw new Error(`The example has no node '${name}'`);
		return node;
	}

	private async outputsOf(node: INode, call: StandInCall): Promise<INodeExecutionData[][]> {
		const standIn = this.standIns[node.name];
		if (standIn)
			return (await standIn(call)).map((output) =>
				output.map((one) => (isItem(one) ? one : { json: one as IDataObject })),
			);
		const paired = call.items.map((item, index) => ({ ...item, pairedItem: { item: index } }));
		const { conditions, assignments } = node.parameters as {
			conditions?: { conditions: Condition[]; options: { typeValidation: string } };
			assignments?: object;
		};
		if (conditions) {
			const passes = (_: unknown, index: number) => {
				const all = (call.parameters[index]?.conditions as { conditions: Condition[] }).conditions;
				return all.every((one) => isMet(one, conditions.options.typeValidation === 'strict'));
			};
			return [paired.filter(passes), paired.filter((item, index) => !passes(item, index))].slice(
				0,
				node.type.endsWith('.if') ? 2 : 1,
			);
		}
		if (!assignments) return [paired];
		return [
			call.parameters.map((one, index) => {
				const list = (
					one.assignments as unknown as { assignments: Array<{ name: string; value: GenericValue }> }
				).assignments;
				return {
					json: Object.fromEntries(list.map(({ name, value }) => [name, value])) as IDataObject,
					pairedItem: { item: index },
				};
			}),
		];
	}

	private proxyOf({ node, items, itemIndex, runIndex, executeData }: Place) {
		return new WorkflowDataProxy(
			this.workflow,
			this.runs,
			runIndex,
			itemIndex,
			node.name,
			items,
			{},
			'manual',
			additionalKeys,
			executeData,
		).getDataProxy();
	}

	private evaluate({ node, items, itemIndex, runIndex, executeData }: Place): INodeParameters {
		return this.workflow.expression.getParameterValue(
			node.parameters,
			this.runs,
			runIndex,
			itemIndex,
			node.name,
			items,
			'manual',
			additionalKeys,
			executeData,
		) as INodeParameters;
	}

	private runCode(node: INode, places: Place[]): INodeExecutionData[] {
		const { jsCode, mode } = node.parameters as { jsCode: string; mode?: string };
		const call = (place: Place) => {
			const data = this.proxyOf(place);
			const { DateTime, $now, $input, $json, $itemIndex, $ } = data;
			return vm.runInNewContext(`(() => {${jsCode}\n})()`, {
				DateTime,
				$now,
				$input,
				$json,
				$itemIndex,
				$,
			}) as unknown;
		};
		const [first] = places;
		const results =
			mode === 'runOnceForEachItem' ? places.map(call) : first ? (call(first) as unknown[]) : [];
		return (JSON.parse(JSON.stringify(results)) as Array<IDataObject | INodeExecutionData>).map(
			(one, index) =>
				isItem(one) ? (mode ? { ...one, pairedItem: { item: index } } : one) : { json: one as IDataObject },
		);
	}
}

/** A node that is about to run. */
interface Waiting {
	node: string;
	items: INodeExecutionData[];
	from?: readonly [node: string, output: number, run: number];
}

interface Place {
	node: INode;
	items: INodeExecutionData[];
	itemIndex: number;
	runIndex: number;
	executeData: IExecuteData;
}

const additionalKeys = {
	$execution: {
		id: '1',
		mode: 'test' as const,
		resumeUrl: 'http://127.0.0.1:5678/webhook-waiting/1',
		resumeFormUrl: '',
	},
};
