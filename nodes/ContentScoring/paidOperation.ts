import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { factsOf } from '../../client/http/errors';
import type { PaidCall, ScoringClient } from '../../client/scoring';
import type { List, ScoringAnswer } from '../../client/scoring/schemas';
import { memoOfRun, recall, remember, type MemorySection } from '../shared/executionMemory';
import { notice, outputFields, readOutputShape, type Shape } from '../shared/fields';
import { showHint, type Hint, type Operation } from '../shared/operation';
import {
	afterSpending,
	counting,
	countingCharge,
	creditOptions,
	credits,
	describePaid,
	describePaidLists,
	inputKey,
	isPaidOnce,
	keyLessCreditOptions,
	withinBalance,
	type Priced,
} from './credits';
import type { ParameterReader } from '../shared/parameters';
import type { Shortened } from './output';

/** The parts that differ between operations that cost credits. */
interface Paid<Input, Output> extends Omit<Operation<ScoringClient>, 'execute'> {
	/** Reads and checks the parameters, before any credits are spent. */
	read(parameters: ParameterReader): Promise<Input> | Input;
	call(client: ScoringClient, input: Input, paid: PaidCall): Promise<Output>;
	/** The cost as text, such as `5 credits`. It's shown at the end of the description and above the fields. */
	price: string;
	/** The cost of the call in credits. */
	cost(input: Input): number;
	/** How to return only a part of the answer. Undefined if the answer is short. */
	output?: Shortened;
}

/** An operation that returns one answer. */
interface PaidOperation<Input> extends Paid<Input, ScoringAnswer> {
	/** A field that a usual answer has. An answer without it is returned unchanged, with a hint. */
	expected: string;
}

/** An operation that returns a list. Its call is a GET, so it has no idempotency key that prevents a second payment. */
interface PaidListOperation<Input> extends Paid<Input, List> {
	/** The unit that a run pays for only once, such as `niche`, even if several items use it. */
	paidPer: string;
	/**
	 * Replaces names in the input with IDs. Also returns the credits that the item has spent on it. Undefined for operations
	 * whose input has no names.
	 */
	toIds?(
		parameters: ParameterReader,
		client: ScoringClient,
		input: Input,
	): Promise<{ input: Input; creditsCost: number }>;
	/** Fields to add to each entry, which say what the list is about. */
	common?: (list: List, input: Input) => IDataObject;
}

const unusual = (what: string): Hint => ({
	message: `The service returned an answer without ${what}. The node returns it unchanged.`,
});

/** Reads how much to return of an answer, or of an entry of a list, before any credits are spent. */
function readItemMaker(parameters: ParameterReader, output: Shortened | undefined) {
	if (output === undefined) return (answer: ScoringAnswer): IDataObject => answer as IDataObject;
	const shape: Shape = readOutputShape(parameters);
	return (answer: ScoringAnswer): IDataObject => {
		const [raw, simple] = [answer as IDataObject, output.simplify(answer)];
		return shape({ raw, simple, selectable: { ...raw, ...simple } });
	};
}

/** Creates the parts of an operation that the menu and the form show. Both include the cost of a call. */
const withPrice = <Input, Output>(
	{ name, value, action, parallelRequests, description, fields, output, price }: Paid<Input, Output>,
	paidPer: string,
	options: INodeProperties,
): Omit<Operation<ScoringClient>, 'execute'> => ({
	name,
	value,
	action,
	...(parallelRequests === undefined ? {} : { parallelRequests }),
	description: `${description} (${price})`,
	fields: [
		notice('costNotice', `Each ${paidPer} costs ${price}`),
		...fields,
		...(output ? outputFields(output.names) : []),
		options,
	],
});

/** When this execution paid under each key. Within a day, a retry needs no credits, so the balance isn't checked. */
const paidKeys: MemorySection = { name: 'paidKeys', entriesMax: 10_000, charactersMax: 20 };

const dayMs = 86_400_000;

/**
 * Makes a call under a key that is derived from the input. Items of a run with the same input share the call. If 'Pay Once' is
 * off, each item makes its own call without a key.
 */
async function pay<Input>(
	parameters: ParameterReader,
	{ paid, client, input }: { paid: PaidOperation<Input>; client: ScoringClient; input: Input },
): Promise<{ answer: ScoringAnswer; creditsCost: number }> {
	const cost = paid.cost(input);
	const idempotencyKey = inputKey(parameters, input);
	const call = async (options: PaidCall) =>
		await withinBalance(parameters, { client, cost }, async () => await paid.call(client, input, options));
	if (!isPaidOnce(parameters)) {
		const counted = counting(parameters, { client, cost, key: idempotencyKey }, async () => await call({}));
		const { result, creditsCost } = await counted.catch(countingCharge(true));
		return { answer: result, creditsCost };
	}
	const paidAt = (recall(parameters.context, paidKeys, idempotencyKey) ?? 0) as number;
	const isPaid = Date.now() - paidAt < dayMs;
	const pay = async () =>
		isPaid ? await paid.call(client, input, { idempotencyKey }) : await call({ idempotencyKey });
	const answers = memoOfRun<ScoringAnswer>(client);
	const isFirst = !answers.has(idempotencyKey) && !isPaid;
	const answer = await answers.get(idempotencyKey, pay).catch(countingCharge(isFirst));
	if (!isPaid) remember(parameters.context, paidKeys, idempotencyKey, Date.now());
	return { answer, creditsCost: isFirst ? cost : 0 };
}

/** Answers to calls without an idempotency key. A retry of the execution finds them here, so it doesn't pay again. */
const paidLists: MemorySection = { name: 'paidLists', entriesMax: 20, charactersMax: 100_000 };

/** A paid call that returns a list. */
type ListCall<Input> = Pick<PaidListOperation<Input>, 'call' | 'cost'> & Pick<Priced, 'nextCost'>;

/** A list, or the failure of a call that may have been charged. After such a failure, the run doesn't make the call again. */
type ListOutcome = { result: List; creditsCost: number } | { failure: unknown };

const keepingCharged = (failure: unknown): ListOutcome => {
	if (factsOf(failure).possibleCharge === undefined) throw failure;
	return { failure };
};

/** Gets a list only once for all items of a run and all tries of the execution. */
export async function payForList<Input>(
	parameters: ParameterReader,
	{ paid, client, input }: { paid: ListCall<Input>; client: ScoringClient; input: Input },
): Promise<{ list: List; creditsCost: number }> {
	const key = inputKey(parameters, input);
	const earlier = recall(parameters.context, paidLists, key) as List | undefined;
	if (earlier !== undefined) return { list: earlier, creditsCost: 0 };
	const cost = paid.cost(input);
	const call = async () =>
		await withinBalance(
			parameters,
			{ client, cost, nextCost: paid.nextCost },
			async () => await paid.call(client, input, {}),
		);
	const outcomes = memoOfRun<ListOutcome>(client);
	const isFirst = !outcomes.has(key);
	const outcome = await outcomes.get(
		key,
		async () => await counting(parameters, { client, cost, key }, call).catch(keepingCharged),
	);
	if ('failure' in outcome) return countingCharge(isFirst)(outcome.failure);
	const { result: list, creditsCost } = outcome;
	remember(parameters.context, paidLists, key, list);
	return { list, creditsCost: isFirst ? creditsCost : 0 };
}

/** Creates an operation that checks the balance, pays once, and has the cost in its output. */
export function paidOperation<Input>(paid: PaidOperation<Input>): Operation<ScoringClient> {
	const { read, output, expected } = paid;
	return {
		...withPrice(paid, 'item', creditOptions),
		describeDone: describePaid,
		async execute(parameters, client) {
			const toItem = readItemMaker(parameters, output);
			const input = await read(parameters);
			const { answer, creditsCost } = await pay(parameters, { paid, client, input });
			const isUsual = expected in answer;
			if (!isUsual) showHint(parameters.context, unusual(`'${expected}'`));
			const shown = isUsual ? toItem(answer) : (answer as IDataObject);
			return { ...shown, creditsCost };
		},
	};
}

/** Creates an operation that returns an item for each entry of a list. A run pays for the same list only once. */
export function paidListOperation<Input>(paid: PaidListOperation<Input>): Operation<ScoringClient> {
	const { read, paidPer, output, common } = paid;
	const { toIds = async (_parameters, _client, input) => ({ input, creditsCost: 0 }) } = paid;
	return {
		...withPrice(paid, paidPer, keyLessCreditOptions),
		describeDone: describePaidLists,
		async execute(parameters, client) {
			const toItem = readItemMaker(parameters, output);
			const { input, creditsCost: creditsBefore } = await toIds(parameters, client, await read(parameters));
			const { list, creditsCost: ownCost } = await payForList(parameters, { paid, client, input }).catch(
				afterSpending(creditsBefore),
			);
			const creditsCost = creditsBefore + ownCost;
			if (list.items === undefined) {
				showHint(parameters.context, unusual('a list'));
				return { ...list.answer, creditsCost } as IDataObject;
			}
			if (list.items.length === 0)
				showHint(parameters.context, {
					message: `The list is empty. It cost ${credits(creditsCost)}.`,
				});
			return list.items.map((entry, index) => ({
				...toItem({ ...entry, ...common?.(list, input) }),
				creditsCost: index === 0 ? creditsCost : 0,
			}));
		},
	};
}
