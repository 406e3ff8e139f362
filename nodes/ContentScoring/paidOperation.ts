import type { IDataObject, IExecuteFunctions, INodeProperties, JsonObject } from 'n8n-workflow';
import { counted } from '../../client/http/text.js';
import type { PaidCall, ScoringClient } from '../../client/scoring/index.js';
import { entriesOf } from '../../client/scoring/lists.js';
import type { ListAnswer, ScoringAnswer } from '../../client/scoring/schemas.js';
import { workOf } from '../shared/errors.js';
import { sentences } from '../shared/errorTexts.js';
import { notice, outputFields, readOutputShape } from '../shared/fields.js';
import { showHint, type DoneItem, type Hint, type Operation } from '../shared/operation.js';
import {
	afterSpending,
	creditOptions,
	credits,
	isPaidOnce,
	keyLessCreditOptions,
	unpaid,
} from './credits.js';
import type { ParameterReader, RunItem } from '../shared/parameters.js';
import { itemCell } from '../shared/runState.js';
import type { Shortened } from './output.js';
import { pay, spentInRun } from './paidCalls.js';

/** The parts that differ between operations that cost credits. */
interface Paid<Input, Output> extends Omit<Operation<ScoringClient>, 'execute'> {
	/** Reads and checks the parameters, before any credits are spent. */
	read(parameters: ParameterReader): Promise<Input> | Input;
	call(client: ScoringClient, input: Input, paid: PaidCall): Promise<Output>;
	/** The cost as text, such as `5 credits`. It's shown at the beginning of the description, which menus cut, and above the fields. */
	price: string;
	/** Names of the fields that say of an item that failed which one it was. */
	subjects: readonly string[];
	/** Returns what else says of an item that failed which one it was. */
	describeSubject?(parameters: ParameterReader): JsonObject;
	/** A result by which people sort. Items that failed have it, too, because n8n's Sort mixes up items without it. */
	sortedBy?: string;
	/** The cost of the call in credits. */
	cost(input: Input): number;
	/** How to return only a part of the answer. Undefined if the answer is short. */
	output?: Shortened;
}

interface PaidOperation<Input> extends Paid<Input, ScoringAnswer> {
	/** Fields of which a usual answer has at least one, if the operation returns the whole answer. */
	expected?: readonly string[];
	/** Fields to add to the answer, which say what it's about. */
	own(input: Input, parameters: ParameterReader): IDataObject;
}

interface PaidListOperation<Input> extends Paid<Input, ListAnswer> {
	/** Says above the fields what a run pays for once, even if several items use it. */
	costNotice: string;
	/**
	 * Replaces names in the input with IDs. Also returns the credits that the item has spent on it. Undefined for operations
	 * whose input has no names.
	 */
	toIds?(
		parameters: ParameterReader,
		client: ScoringClient,
		input: Input,
	): Promise<{ input: Input; creditsCost: number }>;
	/** What to do about an empty list. */
	adviceOnEmpty?: string;
	/** How to read a list that begins with `entry`. Empty if the node doesn't know its fields. */
	howToRead?: (input: Input, entry: ScoringAnswer) => string;
	/** Fields to add to each entry, which say what the list is about. */
	common?: (answer: ListAnswer, input: Input) => IDataObject;
}

/** Returns an answer whose fields the node doesn't know as it is. */
function unchanged({ context }: ParameterReader, answer: ScoringAnswer): IDataObject {
	const message = "The service returned fields that the node doesn't know. They are returned unchanged.";
	showHint(context, { message });
	return answer as IDataObject;
}

/** Reads how much to return of an answer, or of an entry of a list, before any credits are spent. */
function readItemMaker(parameters: ParameterReader, output: Shortened | undefined) {
	if (output === undefined)
		return (answer: ScoringAnswer, own: IDataObject = {}): IDataObject => ({
			...(answer as IDataObject),
			...own,
		});
	const shape = readOutputShape(parameters);
	return (answer: ScoringAnswer, own: IDataObject = {}): IDataObject => {
		const known = output.simplify(answer);
		if (known === undefined) return { ...unchanged(parameters, answer), ...own };
		const [raw, simple] = [{ ...answer, ...own } as IDataObject, { ...known, ...own }];
		return shape({ raw, simple, selectable: { ...raw, ...simple } });
	};
}

/** Creates the parts of an operation that the menu and the form show. Both include the cost of a call. */
const withPrice = <Input, Output>(
	{ name, value, action, parallelRequests, description, fields, output, price }: Paid<Input, Output>,
	costNotice: string,
	options: INodeProperties,
): Omit<Operation<ScoringClient>, 'execute'> => ({
	name,
	value,
	action,
	...(parallelRequests === undefined ? {} : { parallelRequests }),
	description: sentences(price, description),
	fields: [
		notice('costNotice', costNotice),
		...fields,
		...(output ? outputFields(output.names) : []),
		options,
	],
});

/** Reads the fields of an item. All items of a run are read before the first one is paid for. */
const formReader = <Input>({ read, output }: Pick<Paid<Input, unknown>, 'output' | 'read'>) => {
	const readAll = async (parameters: ParameterReader) => ({
		toItem: readItemMaker(parameters, output),
		input: await read(parameters),
	});
	const readForm = async (parameters: ParameterReader) => await readAll(parameters).catch(unpaid);
	return { readForm, check: async (parameters: ParameterReader) => void (await readForm(parameters)) };
};

/** Says of an item that failed what it was about, and what it cost. */
const describeFailed =
	({
		subjects,
		sortedBy,
		describeSubject,
	}: Pick<Paid<never, unknown>, 'describeSubject' | 'sortedBy' | 'subjects'>) =>
	(parameters: ParameterReader, { creditsCost = 0 }: JsonObject): JsonObject => ({
		...parameters.textsOfFailed(subjects),
		...describeSubject?.(parameters),
		...(sortedBy === undefined ? {} : { [sortedBy]: null }),
		creditsCost,
	});

const costOf = ({ credits: spent, hasEarlierTries }: { credits: number; hasEarlierTries: boolean }): string =>
	`${credits(spent)}${hasEarlierTries ? ', with its earlier tries,' : ''}`;

/**
 * Returns the text for the error of a stopped run. A retry of the execution has the results, or says that they were too long to keep
 * (see `pay`).
 */
function describePaid({ context }: ParameterReader, done: DoneItem[]): string {
	const count = done.filter(({ output }) => output.some(({ creditsCost }) => creditsCost !== 0)).length;
	const [items, them] = count === 1 ? ['1 item was', 'it'] : [`${count} items were`, 'them'];
	return `${items} paid for in this run, which cost ${costOf(spentInRun(context))} at most. A retry of this execution, such as in the tab 'Executions', doesn't pay for ${them} again`;
}

const answersOf = itemCell<ScoringAnswer>();

/** Says what a run has cost, because the column is the last one of the table. */
export function costHints(context: IExecuteFunctions): Hint[] {
	const run = spentInRun(context);
	const { credits: spent, canBeFree } = run;
	if (spent === 0) return [];
	const free = canBeFree ? ' What was requested before can be free.' : '';
	return [
		{ message: `This run cost ${costOf(run)} at most.${free} 'Get Usage' shows what is left, for free.` },
	];
}

/** Whether an item of a run has an answer. */
export const hasAnswer = ({ context, itemIndex }: RunItem): boolean => answersOf(context).has(itemIndex);

/** Returns the answers that the items of a run have paid for, in their order. */
export const answersOfRun = (context: IExecuteFunctions): ScoringAnswer[] =>
	[...answersOf(context)].sort(([one], [other]) => one - other).map(([, answer]) => answer);

/** Counts the items of a run that share the answer of another one. */
export function repeatHints(context: IExecuteFunctions): Hint[] {
	const answers = answersOfRun(context);
	const repeats = answers.length - new Set(answers).size;
	if (repeats === 0) return [];
	const message = `${counted(repeats, 'item')} had the same input as another one, and shared its result, which was paid for once.`;
	return [{ message }];
}

/** Creates an operation that checks the balance, pays once, and has the cost in its output. */
export function paidOperation<Input>(paid: PaidOperation<Input>): Operation<ScoringClient> {
	const { expected, own } = paid;
	const { readForm, check } = formReader(paid);
	return {
		...withPrice(paid, `Each item costs ${paid.price}`, creditOptions),
		describeDone: describePaid,
		describeFailed: describeFailed(paid),
		check,
		async execute(parameters, client) {
			const { toItem, input } = await readForm(parameters);
			const ofItem = own(input, parameters);
			const { answer, creditsCost } = await pay(parameters, {
				client,
				input,
				cost: paid.cost(input),
				canBeFree: isPaidOnce(parameters),
				call: async (options) => await paid.call(client, input, options),
			});
			answersOf(parameters.context).set(parameters.itemIndex, answer);
			const isUsual = expected?.some((name) => name in answer) ?? true;
			const output = isUsual ? toItem(answer, ofItem) : { ...unchanged(parameters, answer), ...ofItem };
			return { ...output, creditsCost };
		},
	};
}

/** Creates an operation that returns an item for each entry of a list. A run pays for the same list only once. */
export function paidListOperation<Input>(paid: PaidListOperation<Input>): Operation<ScoringClient> {
	const { common, costNotice } = paid;
	const { readForm, check } = formReader(paid);
	const idsOf = itemCell<Promise<{ input: Input; creditsCost: number }>>();
	/** Finds the names of an item once, even if that was done before the first item started. */
	const toIds = async (parameters: ParameterReader, client: ScoringClient, input: Input) => {
		const { context, itemIndex } = parameters;
		const found = idsOf(context).get(itemIndex) ?? paid.toIds?.(parameters, client, input);
		if (found === undefined) return { input, creditsCost: 0 };
		idsOf(context).set(itemIndex, found);
		return await found;
	};
	/** Says which item has found nothing, and what it cost, because it has no output that could. */
	const emptyList = ({ context, itemIndex }: ParameterReader, creditsCost: number): string => {
		const where = context.getInputData().length > 1 ? `Item ${itemIndex}: ` : '';
		const cost = creditsCost === 0 ? '' : `, and cost ${credits(creditsCost)}`;
		return sentences(`${where}The list is empty${cost}`, paid.adviceOnEmpty ?? '');
	};
	return {
		...withPrice(paid, costNotice, keyLessCreditOptions),
		describeDone: describePaid,
		describeFailed: describeFailed(paid),
		check,
		checkNames: async (parameters, client) => {
			const { input } = await readForm(parameters);
			// The names were paid for once for all items, and only the error says so.
			await toIds(parameters, client, input).catch((error: unknown) => {
				const { credits: spent } = spentInRun(parameters.context);
				return afterSpending(workOf(error).facts.creditsCost === undefined ? spent : 0)(error);
			});
		},
		async execute(parameters, client) {
			const { toItem, input: read } = await readForm(parameters);
			const { input, creditsCost: creditsBefore } = await toIds(parameters, client, read);
			const { answer, creditsCost: ownCost } = await pay(parameters, {
				client,
				input,
				cost: paid.cost(input),
				call: async (options) => await paid.call(client, input, options),
			}).catch(afterSpending(creditsBefore));
			const creditsCost = creditsBefore + ownCost;
			answersOf(parameters.context).set(parameters.itemIndex, answer as ScoringAnswer);
			const entries = entriesOf(answer);
			if (entries === undefined)
				return { ...unchanged(parameters, answer as ScoringAnswer), creditsCost } as IDataObject;
			const outputs = entries.map((entry, index) => ({
				...toItem({ ...common?.(answer, input), ...entry }),
				creditsCost: index === 0 ? creditsCost : 0,
			}));
			const [first] = entries;
			const message =
				first === undefined ? emptyList(parameters, creditsCost) : paid.howToRead?.(input, first);
			if (message) showHint(parameters.context, { message });
			return outputs;
		},
	};
}
