import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { counted, numberText } from '../../client/http/text.js';
import type { ScoringClient } from '../../client/scoring/index.js';
import type { ScoringAnswer } from '../../client/scoring/schemas.js';
import { ParameterError, withFacts, workOf } from '../shared/errors.js';
import { sentences } from '../shared/errorTexts.js';
import { optionsField } from '../shared/fields.js';
import type { ParameterReader } from '../shared/parameters.js';
import { shown, toNumber } from '../shared/values.js';
import { cell } from '../shared/runState.js';

/** Formats a number of credits, such as `1 credit` or `5 credits`. */
export const credits = (count: number): string => counted(count, 'credit');

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

/** Options of operations that cost credits and have an idempotency key. */
export const creditOptions = optionsField([minimumBalance, payOnce]);

/** Options of operations that cost credits and have no idempotency key. */
export const keyLessCreditOptions = optionsField([minimumBalance]);

/** Names of the balance. The contract has none, so these are the likely ones (S-N16). */
const balanceNames = [
	'credits_remaining',
	'remaining_credits',
	'credits_left',
	'credits_balance',
	'credit_balance',
	'balance',
	'available_credits',
	'credits_available',
	'credits',
];

/** Reads the balance from an answer about the account, under any of several names. Undefined if there is none. */
export function readBalance(answer: ScoringAnswer): number | undefined {
	const [credits, account] = [answer.credits, answer.account].map((part) => (part ?? {}) as IDataObject);
	const candidates = [answer, account].flatMap((part) => balanceNames.map((name) => part?.[name]));
	return [...candidates, credits?.remaining, credits?.balance].find(
		(value): value is number => typeof value === 'number',
	);
}

/** Reads the balance from the usage, which has it (S18). Some services return it only with the account. */
const askForBalance = async (client: ScoringClient): Promise<number | undefined> =>
	readBalance(await client.usage()) ?? readBalance(await client.me());

/** Adds to an error in the fields of an item that nothing was paid for it. */
export function unpaid(error: unknown): never {
	if (!(error instanceof ParameterError)) throw error;
	throw error.described(sentences('No credits were spent', error.description));
}

function readMinimumBalance(parameters: ParameterReader): number {
	try {
		parameters.requireResult(minimumBalance);
	} catch (error) {
		unpaid(error);
	}
	const given = parameters.options.minimumBalance ?? 0;
	const minimum = given === '' ? 0 : toNumber(given);
	if (minimum >= 0) return minimum;
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
	/** The number of calls that have ended. */
	ended: number;
	/** Whether calls were booked since the balance was read. Their real cost is known only after reading it again. */
	isSpent: boolean;
	/** The last booking. The next one waits for it, so bookings and readings don't overlap. */
	lastBooking: Promise<unknown>;
}

const ledgerOf = cell(
	(): Ledger => ({
		inProgress: 0,
		ended: 0,
		isSpent: false,
		lastBooking: Promise.resolve(),
	}),
);

async function readLeft(client: ScoringClient, ledger: Ledger): Promise<number> {
	let balance: number | undefined;
	let ended: number;
	do {
		ended = ledger.ended;
		balance = await askForBalance(client);
		// A call that ended meanwhile may have been charged before or after.
	} while (ledger.ended !== ended);
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
	// Earlier calls may have cost less than was booked, such as failed calls.
	if (left - needed < minimum && ledger.isSpent) left = await readLeft(client, ledger);
	if (left - needed < minimum) {
		throw new ParameterError(
			`The account has ${credits(left)}, this item can cost ${numberText(needed)}, and 'Minimum Balance' is ${numberText(minimum)}`,
			"The call wasn't made. Top up the account or lower 'Minimum Balance'",
		);
	}
	ledger.left = left - cost;
	ledger.inProgress += cost;
	ledger.isSpent = true;
}

/** Checks the balance again before another request of a call, because the one before may have been charged. */
type Reserve = () => Promise<void>;

/**
 * Makes a call only if the minimum balance remains after it and after the calls of the run's other items. If the user hasn't set
 * a minimum balance, doesn't read the balance.
 */
export async function withinBalance<T>(
	parameters: ParameterReader,
	{ client, cost, nextCost }: Priced & { client: ScoringClient },
	call: (reserve: Reserve) => Promise<T>,
): Promise<T> {
	const minimum = readMinimumBalance(parameters);
	if (minimum <= 0) return await call(async () => undefined);
	const ledger = ledgerOf(client);
	let booked = 0;
	const release = (): void => {
		ledger.inProgress -= booked;
		if (booked > 0) ledger.ended += 1;
		booked = 0;
	};
	const reserve = async (): Promise<void> => {
		release();
		const booking = ledger.lastBooking.then(
			async () => await book(client, ledger, { cost, nextCost, minimum }),
		);
		ledger.lastBooking = booking.catch(() => undefined);
		await booking;
		booked = cost;
	};
	await reserve();
	return await call(reserve).finally(release);
}

/** Adds to an error what was spent on the item before the call that failed. */
export const afterSpending =
	(creditsBefore: number) =>
	(error: unknown): never => {
		const creditsCost = creditsBefore + (workOf(error).facts.creditsCost ?? 0);
		throw creditsBefore === 0 ? error : withFacts(error, { creditsBefore, creditsCost });
	};

/** Whether requests for the same input have the same idempotency key. */
export const isPaidOnce = (parameters: ParameterReader): boolean => parameters.option(payOnce);
