import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ClientError } from '../../client/http/errors';
import type { ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import { ParameterError } from '../shared/errors';
import { recall, remember, type Shelf } from '../shared/executionMemory';
import { contentIdempotencyKey } from '../shared/idempotency';
import type { DoneItem } from '../shared/operation';
import { shown, toNumber, type ParameterReader } from '../shared/parameters';

/** A number of credits in words. */
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

const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** Options of the operations that cost credits, for calls whose idempotency key prevents a second payment. */
export const creditOptions = optionsField([minimumBalance, payOnce]);

/** Options of the operations that cost credits, for calls without an idempotency key. */
export const keyLessCreditOptions = optionsField([minimumBalance]);

const balanceNames = ['credits_remaining', 'credits_left', 'credits_balance', 'balance', 'available_credits'];

/** The balance in an answer about the account, under any of the names such services use. */
export function readBalance(answer: Answer): number | undefined {
	const [credits, account] = [answer.credits, answer.account].map((part) => (part ?? {}) as IDataObject);
	const candidates = [answer, account].flatMap((part) => balanceNames.map((name) => part?.[name]));
	return [...candidates, credits?.remaining].find((value): value is number => typeof value === 'number');
}

/** Asks two free endpoints for the balance, because not every server returns it from both. */
const askForBalance = async (client: ScoringClient): Promise<number | undefined> =>
	readBalance(await client.me()) ?? readBalance(await client.usage());

function readMinimumBalance(parameters: ParameterReader): number {
	const given = parameters.options.minimumBalance ?? 0;
	const keep = given === '' ? 0 : toNumber(given);
	if (!Number.isNaN(keep)) return keep;
	throw new ParameterError(
		`'Minimum Balance' can't be ${shown(given)}`,
		'No credits were spent. Enter a number of credits, or remove the option',
	);
}

/** What a run knows of the balance. */
interface Ledger {
	/**
	 * Credits left after all calls that were made or are in progress. Undefined before the first reading. A call that failed
	 * counts, too, because it may have been charged.
	 */
	left?: number;
	/** Credits of the calls under way. */
	underWay: number;
	/** Whether anything was spent since the reading: what it cost in fact is known only from another one. */
	isSpent: boolean;
	/** Readings and bookings follow each other. */
	turn: Promise<unknown>;
}

const ledgers = new WeakMap<ScoringClient, Ledger>();

function ledgerOf(client: ScoringClient): Ledger {
	const ledger = ledgers.get(client) ?? { underWay: 0, isSpent: false, turn: Promise.resolve() };
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
	Object.assign(ledger, { left: balance - ledger.underWay, isSpent: ledger.underWay > 0 });
	return balance - ledger.underWay;
}

/** A call by its credits. */
export interface Priced {
	/** Credits of the call. */
	cost: number;
	/** Credits of the call that follows with its answer, and that must be affordable, too. Default 0. */
	nextCost?: number;
}

/** Subtracts the cost of a call from the balance. Throws a `ParameterError` if too little would be left. */
async function book(
	client: ScoringClient,
	ledger: Ledger,
	{ cost, nextCost = 0, keep }: Priced & { keep: number },
) {
	const needed = cost + nextCost;
	let left = ledger.left ?? (await readLeft(client, ledger));
	// A repeat under a key, or a call that failed, may have cost less than was booked.
	if (left - needed < keep && ledger.isSpent) left = await readLeft(client, ledger);
	if (left - needed < keep) {
		throw new ParameterError(
			`The account has ${left} credits, and ${nextCost > 0 ? 'these calls cost' : 'this call costs'} ${needed}`,
			`The balance must stay at ${keep} or more ('Minimum Balance'). The call wasn't made. Top up the account or lower 'Minimum Balance'`,
		);
	}
	ledger.left = left - cost;
	ledger.underWay += cost;
	ledger.isSpent = true;
}

/**
 * Makes a call if the balance stays at the minimum that the user wants to keep, whatever other items of the run spend;
 * without that wish nothing is asked.
 */
export async function withinBalance<T>(
	parameters: ParameterReader,
	{ client, cost, nextCost }: Priced & { client: ScoringClient },
	call: () => Promise<T>,
): Promise<T> {
	const keep = readMinimumBalance(parameters);
	if (keep <= 0) return await call();
	const ledger = ledgerOf(client);
	const booking = ledger.turn.then(async () => await book(client, ledger, { cost, nextCost, keep }));
	ledger.turn = booking.catch(() => undefined);
	await booking;
	return await call().finally(() => (ledger.underWay -= cost));
}

/** Credits that lost answers without a key may have cost in an execution, by the input of the call. */
const lostCredits: Shelf = { name: 'lostCredits', entriesMax: 10_000, charactersMax: 20 };

/** What lost answers may have cost in this run. Its failed items have counted them. */
const lostInRun = new WeakMap<ScoringClient, Map<string, number>>();

/**
 * Makes a call that costs credits, and says what it cost. That includes what lost answers to the same call may have cost in
 * earlier tries of the execution, because no output counts those.
 * @param key stands for the operation and its input
 */
export async function counting<T>(
	{ context }: ParameterReader,
	{ client, cost, key }: { client: ScoringClient; cost: number; key: string },
	call: () => Promise<T>,
): Promise<{ result: T; creditsCost: number }> {
	const ofRun = lostInRun.get(client) ?? new Map<string, number>();
	lostInRun.set(client, ofRun);
	const lost = (): number => (recall(context, lostCredits, key) ?? 0) as number;
	const result = await call().catch((error: ClientError) => {
		const { possibleCharge } = error;
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

/** Facts about the costs of a failed item, in credits. */
interface ItemCosts {
	/** Credits that were spent on the item before the call that failed. */
	creditsBefore?: number;
	/** Credits that the item has cost, including those that the failed call may have cost. */
	creditsCost?: number;
}

/** Adds costs to the error of one item. The error itself stays as it is, because several items can share it. */
const withCosts = (error: Error, costs: ItemCosts): Error =>
	Object.assign(Object.create(error) as Error, costs);

/** Counts what a failed call may have cost. `isFirst` is false for items that share the call of another item. */
export const countingCharge =
	(isFirst: boolean) =>
	(error: ClientError): never => {
		const { possibleCharge } = error;
		throw isFirst && possibleCharge ? withCosts(error, { creditsCost: possibleCharge.credits }) : error;
	};

/** Counts what was spent on an item before the call that failed. */
export const afterSpending =
	(creditsBefore: number) =>
	(error: Error & ItemCosts): never => {
		const creditsCost = creditsBefore + (error.creditsCost ?? 0);
		throw creditsBefore === 0 ? error : withCosts(error, { creditsBefore, creditsCost });
	};

/** Whether the same input is paid for only once within 24 hours. */
export const isPaidOnce = (parameters: ParameterReader): boolean => parameters.option(payOnce);

/** A key that is the same for the same operation and input, whichever execution asks. */
export function inputKey(parameters: ParameterReader, input: unknown): string {
	const names = ['resource', 'operation'].map((name) => parameters.value(name));
	return contentIdempotencyKey([names, input]);
}

const paidItems = (done: DoneItem[]): string => {
	const count = done.filter(({ output }) => output.some(({ creditsCost }) => creditsCost !== 0)).length;
	return count === 1 ? '1 item was paid for before' : `${count} items were paid for before`;
};

/** Says in the error of a run that stopped what becomes of the answers that were paid for. */
export function describePaid(parameters: ParameterReader, done: DoneItem[]): string {
	return isPaidOnce(parameters)
		? `${paidItems(done)}. If you run the node again within 24 hours, it sends the same idempotency keys for them, so the service can return the same results`
		: `${paidItems(done)}. Running the node again costs these credits again, because 'Pay Once' is off`;
}

/** Says in the error of a run that stopped what becomes of paid lists: only a retry of the execution has them. */
export const describePaidLists = (_parameters: ParameterReader, done: DoneItem[]): string =>
	`${paidItems(done)}. A retry of this execution returns these results without calling the service`;
