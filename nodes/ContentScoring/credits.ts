import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import { ParameterError } from '../shared/errors';
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
		'Whether to pay only once within 24 hours for the same input, even if another execution asks again. Turn off to pay for a new result each time.',
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
	/** Credits left after all calls that were made or are under way; undefined before the first reading. */
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
	// A repeat under a key may have cost less than was booked.
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
	return await call()
		.catch((error: Error) => {
			ledger.left = (ledger.left ?? 0) + cost;
			throw error;
		})
		.finally(() => (ledger.underWay -= cost));
}

/** What a failed call leaves behind: nothing, an answer that its key gets again, or one that is paid for again. */
export type AtStake = 'nothing' | 'keptAnswer' | 'payment';

/** Says of the failure of a call what it leaves behind, for the words of its error. */
export const staking =
	(atStake: AtStake) =>
	(error: Error): never => {
		throw Object.assign(error, { atStake });
	};

/**
 * Says of a failure what was spent before on the same item, for the words and the facts of its error. Items that share a
 * call share its error, so the error itself stays as it is.
 */
export const afterSpending =
	(creditsCost: number) =>
	(error: Error): never => {
		throw creditsCost === 0
			? error
			: (Object.create(error, { creditsCost: { value: creditsCost } }) as Error);
	};

/** Whether the same input is paid for only once within 24 hours. */
export const isPaidOnce = (parameters: ParameterReader): boolean => parameters.options.payOnce !== false;

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
		? `${paidItems(done)}. Run the node again within 24 hours to get these results at no extra cost`
		: `${paidItems(done)}. Running the node again costs these credits again, because 'Pay Once' is off`;
}

/** Says in the error of a run that stopped what becomes of paid lists: only a retry of the execution has them. */
export const describePaidLists = (_parameters: ParameterReader, done: DoneItem[]): string =>
	`${paidItems(done)}. A retry of this execution returns these results at no extra cost`;
