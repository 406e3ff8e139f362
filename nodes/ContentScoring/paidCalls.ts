import { CancelledError, factsOf, isAnswerLost } from '../../client/http/errors.js';
import type { PaidCall, ScoringClient } from '../../client/scoring/index.js';
import { ParameterError, withFacts } from '../shared/errors.js';
import { explain, type ErrorText } from '../shared/errorTexts.js';
import { keyOfInput, pieceOfWork } from '../shared/idempotency.js';
import { entryOf } from '../shared/journal/execution.js';
import type { ParameterReader } from '../shared/parameters.js';
import { cell, memoCell } from '../shared/runState.js';
import { credits, isPaidOnce, withinBalance, type Priced } from './credits.js';
import { scoringErrorTexts } from './errorTexts.js';

/**
 * What an execution has paid for. Nothing rests on the service knowing an idempotency key. A retry of the execution finds here what was
 * paid for, and makes no call that an earlier try has made, unless nothing was sent or the service answered with an error.
 */

/** What is known of a paid call. Its answer is a large value. */
interface Payment {
	/** The run of the node that made the call. All tries of Retry On Fail are one run. */
	run: string;
	/** The credits that the requests of the call may have cost. */
	creditsCost: number;
	/** Why the call isn't made again: its answer got lost. */
	error?: ErrorText;
}

const runOf = ({ context }: ParameterReader): string =>
	pieceOfWork({ context, itemIndex: 0 }, 'paid calls').slice(0, 16);

/** Returns a key that depends only on the operation and its input, so it's the same in every execution. */
function inputKey(parameters: ParameterReader, input: unknown): string {
	const names = ['resource', 'operation'].map((name) => parameters.value(name));
	return keyOfInput(names, input);
}

const tooLong = (price: string): ParameterError =>
	new ParameterError(
		'The paid answer was too long to keep for a retry',
		`An earlier try of this execution paid ${price} for it. A retry doesn't pay again. To get the answer, run the workflow in a new execution, which costs ${price} again`,
	);

/** The credits of each call that the items of a run have in their outputs, by the key of its input. */
const shownCredits = cell(() => new Map<string, number>());

/** Returns the credits of a call that no item of the run has in its output yet. Each try of a run has its own client. */
function takeCredits(client: ScoringClient, key: string, creditsCost: number): number {
	const shown = shownCredits(client);
	const before = shown.get(key) ?? 0;
	shown.set(key, creditsCost);
	return creditsCost - before;
}

/** What the calls of a run can have cost, whether some of it can be free because the service knows their keys, and whether an earlier try made some. */
export const spentInRun = cell(() => ({ credits: 0, canBeFree: false, hasEarlierTries: false }));

/** A call that costs credits. */
interface Purchase<Answer> extends Priced {
	client: ScoringClient;
	/** The call is the same for the same operation and input, unless 'Pay Once' is off. */
	input: unknown;
	/** Whether the service can return the result of an earlier execution instead of charging again. Default false. */
	canBeFree?: boolean;
	/** Returns plain JSON. */
	call(paid: PaidCall): Promise<Answer>;
}

/** The answers of a run by the key of their input, which says what they are. */
const answersOf = memoCell<unknown>();

/**
 * Makes a paid call once for all items of a run and all tries of the execution. Returns its answer, and the credits that this run may
 * have paid for it, which only the first item with the same call has in its output.
 */
export async function pay<Answer>(
	parameters: ParameterReader,
	{ client, input, cost, nextCost, canBeFree = false, call }: Purchase<Answer>,
): Promise<{ answer: Answer; creditsCost: number }> {
	const { context } = parameters;
	const run = runOf(parameters);
	const idempotencyKey = inputKey(parameters, input);
	const isOnce = isPaidOnce(parameters);
	const key = isOnce ? idempotencyKey : pieceOfWork(parameters, idempotencyKey);
	const charge = entryOf<Payment>(context, 'charges', key);
	const paidInRun = (): number => (charge.facts.run === run ? (charge.facts.creditsCost ?? 0) : 0);
	const work = async (): Promise<Answer> => {
		const kept = charge.large<Answer>('answer');
		spentInRun(context).hasEarlierTries ||= charge.facts.creditsCost !== undefined;
		if (kept.is === 'kept') return kept.value;
		if (kept.is === 'dropped') throw tooLong(credits(cost));
		const { error: lost } = charge.facts;
		if (lost) throw new ParameterError(lost.message, lost.description);
		charge.requireRoom();
		const before = paidInRun();
		let charged = 0;
		const made = withinBalance(parameters, { client, cost, nextCost }, async (reserve) => {
			const beforeRetry = async (chargedSoFar: number): Promise<void> => {
				charged = chargedSoFar;
				await reserve();
			};
			return await call({ ...(isOnce ? { idempotencyKey } : {}), beforeRetry });
		});
		const answer = await made.catch((error: unknown) => {
			// Without a possible charge, the balance couldn't be read, or it is too low for another request.
			const { possibleCharge } = factsOf(error);
			const isLost = possibleCharge !== undefined && (isAnswerLost(error) || error instanceof CancelledError);
			const creditsCost = before + (possibleCharge ?? charged);
			const lost = isLost ? { error: explain(error, scoringErrorTexts) } : {};
			if (creditsCost > 0) charge.note({ run, creditsCost, ...lost });
			throw error;
		});
		charge.note({ run, creditsCost: before + charged + cost });
		charge.keep('answer', answer);
		return answer;
	};
	let creditsCost = 0;
	const workFirst = async (): Promise<Answer> =>
		await work().finally(() => {
			creditsCost = takeCredits(client, key, paidInRun());
			const spent = spentInRun(context);
			spent.credits += creditsCost;
			spent.canBeFree ||= canBeFree;
		});
	const answer = await answersOf(client)
		.get(key, workFirst)
		.catch((error: unknown) => {
			throw creditsCost === 0 ? error : withFacts(error, { creditsCost });
		});
	return { answer: answer as Answer, creditsCost };
}
