import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { factsOf } from '../../client/http/errors';
import type { ScoringClient } from '../../client/scoring';
import type { ScoringAnswer } from '../../client/scoring/schemas';
import { contextOf, ParameterError, withOwnContext } from '../shared/errors';
import { recall, remember, type MemorySection } from '../shared/executionMemory';
import { keyOfInput } from '../shared/idempotency';
import { optionsField } from '../shared/fields';
import type { DoneItem } from '../shared/operation';
import { shown, toNumber, type ParameterReader } from '../shared/parameters';

/** Formats a number of credits, such as `1 credit` or `5 credits`. */
export const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

const minimumBalance: INodeProperties = {
	displayName: 'Minimum Balance',
	name: 'minimumBalance',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Credits that must remain after each call. If a call would leave fewer, the node returns an error instead. Reading the balance is free.',
};

const payOnce: INodeProperties = {
	displayName: 'Pay Once',
	name: 'payOnce',
	type: 'boolean',
	default: true,
	description:
		'Whether to send the same idempotency key for the same input within 24 hours, even from another execution, so that the service can return its first result instead of charging again. Turn off to request a new result each time.',
};

/** Options of operations that cost credits and whose idempotency key prevents a second payment. */
export const creditOptions = optionsField([minimumBalance, payOnce]);

/** Options of operations that cost credits and have no idempotency key. */
export const keyLessCreditOptions = optionsField([minimumBalance]);

const balanceNames = ['credits_remaining', 'credits_left', 'credits_balance', 'balance', 'available_credits'];

/** Reads the balance from an answer about the account, under any of several names. Undefined if there is none. */
export function readBalance(answer: ScoringAnswer): number | undefined {
	const [credits, account] = [answer.credits, answer.account].map((part) => (part ?? {}) as IDataObject);
	const candidates = [answer, account].flatMap((part) => balanceNames.map((name) => part?.[name]));
	return [...candidates, credits?.remaining].find((value): value is number => typeof value === 'number');
}

/** Reads the balance from one of two free endpoints, because some services return it from only one of them. */
const askForBalance = async (client: ScoringClient): Promise<number | undefined> =>
	readBalance(await client.me()) ?? readBalance(await client.usage());

function readMinimumBalance(parameters: ParameterReader): number {
	parameters.requireResult(minimumBalance);
	const given = parameters.options.minimumBalance ?? 0;
	const minimum = given === '' ? 0 : toNumber(given);
	if (!Number.isNaN(minimum)) return minimum;
	throw new ParameterError(
		`'Minimum Balance' can't be ${shown(given)}`,
		'No credits were spent. Enter a number of credits, or remove the option',
	);
}

/** What a run knows about the balance. */
interface Ledger {
	/**
	 * Credits left after all calls so far, including calls in progress, and failed calls, which may have been charged. Undefined
	 * before the balance is first read.
	 */
	left?: number;
	/** The cost of all calls in progress, in credits. */
	inProgress: number;
	/** Whether calls were booked since the balance was read. Their real cost is known only after reading it again. */
	isSpent: boolean;
	/** The last booking. The next one waits for it, so bookings and readings don't overlap. */
	lastBooking: Promise<unknown>;
}

const ledgers = new WeakMap<ScoringClient, Ledger>();

function ledgerOf(client: ScoringClient): Ledger {
	const ledger = ledgers.get(client) ?? { inProgress: 0, isSpent: false, lastBooking: Promise.resolve() };
	ledgers.set(client, ledger);
	return ledger;
}

async function readLeft(client: ScoringClient, ledger: Ledger): Promise<number> {
	const balance = await askForBalance(client);
	if (balance === undefined) {
		throw new ParameterError(
			"The service doesn't return the balance of the account",
			"No credits were spent. Remove 'Minimum Balance' from 'Options' to continue without it",
		);
	}
	ledger.left = balance - ledger.inProgress;
	ledger.isSpent = ledger.inProgress > 0;
	return ledger.left;
}

/** The cost of a call. */
export interface Priced {
	/** The cost of the call in credits. */
	cost: number;
	/** The cost of the next call, which uses the answer of this one. The balance must cover both. Default 0. */
	nextCost?: number;
}

/** Subtracts the cost of a call from the known balance. Throws a `ParameterError` if less than the minimum would be left. */
async function book(
	client: ScoringClient,
	ledger: Ledger,
	{ cost, nextCost = 0, minimum }: Priced & { minimum: number },
) {
	const needed = cost + nextCost;
	let left = ledger.left ?? (await readLeft(client, ledger));
	// Earlier calls may have cost less than was booked, such as retries under the same key or failed calls.
	if (left - needed < minimum && ledger.isSpent) left = await readLeft(client, ledger);
	if (left - needed < minimum) {
		throw new ParameterError(
			`The account has ${left} credits, and ${nextCost > 0 ? 'these calls cost' : 'this call costs'} ${needed}`,
			`The balance must stay at ${minimum} or more ('Minimum Balance'). The call wasn't made. Top up the account or lower 'Minimum Balance'`,
		);
	}
	ledger.left = left - cost;
	ledger.inProgress += cost;
	ledger.isSpent = true;
}

/**
 * Makes a call only if the minimum balance remains after it and after the calls of the run's other items. If the user hasn't set
 * a minimum balance, doesn't read the balance.
 */
export async function withinBalance<T>(
	parameters: ParameterReader,
	{ client, cost, nextCost }: Priced & { client: ScoringClient },
	call: () => Promise<T>,
): Promise<T> {
	const minimum = readMinimumBalance(parameters);
	if (minimum <= 0) return await call();
	const ledger = ledgerOf(client);
	const booking = ledger.lastBooking.then(
		async () => await book(client, ledger, { cost, nextCost, minimum }),
	);
	ledger.lastBooking = booking.catch(() => undefined);
	await booking;
	return await call().finally(() => (ledger.inProgress -= cost));
}

/** Credits that calls without an idempotency key may have cost in an execution although their answers got lost, by input. */
const lostCredits: MemorySection = { name: 'lostCredits', entriesMax: 10_000, charactersMax: 20 };

/** Credits that lost answers may have cost in this run, by input. The run's failed items have already counted them. */
const lostInRun = new WeakMap<ScoringClient, Map<string, number>>();

/**
 * Makes a paid call and returns its result and its cost. The cost includes what lost answers to the same call may have cost in
 * earlier tries of the execution, because no output has counted them.
 * @param key identifies the operation and its input
 */
export async function counting<T>(
	{ context }: ParameterReader,
	{ client, cost, key }: { client: ScoringClient; cost: number; key: string },
	call: () => Promise<T>,
): Promise<{ result: T; creditsCost: number }> {
	const ofRun = lostInRun.get(client) ?? new Map<string, number>();
	lostInRun.set(client, ofRun);
	const lost = (): number => (recall(context, lostCredits, key) ?? 0) as number;
	const result = await call().catch((error: unknown) => {
		const { possibleCharge } = factsOf(error);
		if (possibleCharge && !possibleCharge.hasKey) {
			remember(context, lostCredits, key, lost() + possibleCharge.credits);
			ofRun.set(key, (ofRun.get(key) ?? 0) + possibleCharge.credits);
		}
		throw error;
	});
	const lostBefore = lost() - (ofRun.get(key) ?? 0);
	if (lostBefore > 0) remember(context, lostCredits, key, lost() - lostBefore);
	return { result, creditsCost: cost + lostBefore };
}

/** Adds to an error what the failed call may have cost. `isFirst` is false for items that share another item's call. */
export const countingCharge =
	(isFirst: boolean) =>
	(error: unknown): never => {
		const { possibleCharge } = factsOf(error);
		throw isFirst && possibleCharge ? withOwnContext(error, { creditsCost: possibleCharge.credits }) : error;
	};

/** Adds to an error what was spent on the item before the call that failed. */
export const afterSpending =
	(creditsBefore: number) =>
	(error: unknown): never => {
		const creditsCost = creditsBefore + (contextOf(error).creditsCost ?? 0);
		throw creditsBefore === 0 ? error : withOwnContext(error, { creditsBefore, creditsCost });
	};

/** Whether the same input is paid for only once within 24 hours. */
export const isPaidOnce = (parameters: ParameterReader): boolean => parameters.option(payOnce);

/** Returns a key that depends only on the operation and its input, so it's the same in every execution. */
export function inputKey(parameters: ParameterReader, input: unknown): string {
	const names = ['resource', 'operation'].map((name) => parameters.value(name));
	return keyOfInput(names, input);
}

const paidItems = (done: DoneItem[]): string => {
	const count = done.filter(({ output }) => output.some(({ creditsCost }) => creditsCost !== 0)).length;
	return count === 1 ? '1 item was paid for before' : `${count} items were paid for before`;
};

/** Returns the text for the error of a stopped run. It says whether a new run pays again for the items that were paid for. */
export function describePaid(parameters: ParameterReader, done: DoneItem[]): string {
	return isPaidOnce(parameters)
		? `${paidItems(done)}. If you run the node again within 24 hours, it sends the same idempotency keys for them, so the service can return the same results`
		: `${paidItems(done)}. Running the node again costs these credits again, because 'Pay Once' is off`;
}

/** Returns the text for the error of a stopped run with paid lists. Only a retry of the execution still has these lists. */
export const describePaidLists = (_parameters: ParameterReader, done: DoneItem[]): string =>
	`${paidItems(done)}. A retry of this execution returns these results without calling the service`;
