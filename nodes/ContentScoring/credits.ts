import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import { ParameterError } from '../shared/errors';
import { contentIdempotencyKey } from '../shared/idempotency';
import type { DoneItem } from '../shared/operation';
import { readCollection, shown, toNumber } from '../shared/parameters';
import { oncePerRun } from './oncePerRun';

const keepCredits: INodeProperties = {
	displayName: 'Keep Credits',
	name: 'keepCredits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Spends nothing when the balance is below this number. The balance is read once per run, free of charge.',
};

const payOnce: INodeProperties = {
	displayName: 'Pay Once',
	name: 'payOnce',
	type: 'boolean',
	default: true,
	description:
		'Whether to pay only once within 24 hours for the same input, even if another execution asks again. Turn off to pay for a new answer each time.',
};

const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** Options of the operations that cost credits, for calls that a key keeps from being paid twice. */
export const creditOptions = optionsField([keepCredits, payOnce]);

/** The same for calls that take no key. */
export const keyLessCreditOptions = optionsField([keepCredits]);

const balanceNames = ['credits_remaining', 'credits_left', 'credits_balance', 'balance', 'available_credits'];

/** The balance in an answer about the account, under any of the names such services use. */
export function readBalance(answer: Answer): number | undefined {
	const [credits, account] = [answer.credits, answer.account].map((part) => (part ?? {}) as IDataObject);
	const candidates = [answer, account].flatMap((part) => balanceNames.map((name) => part?.[name]));
	return [...candidates, credits?.remaining].find((value): value is number => typeof value === 'number');
}

/** Both are free; not every server tells the balance in both. */
const askForBalance = async (client: ScoringClient): Promise<number | undefined> =>
	readBalance(await client.me()) ?? readBalance(await client.usage());

function readKeepCredits(context: IExecuteFunctions, itemIndex: number): number {
	const given = readCollection(context, 'options', itemIndex).keepCredits ?? 0;
	const keep = given === '' ? 0 : toNumber(given);
	if (!Number.isNaN(keep)) return keep;
	throw new ParameterError(
		`'Keep Credits' is ${shown(given)}, which is no number`,
		'Nothing was spent. Give a number of credits, or take the option out',
	);
}

/** Throws a `ParameterError` when the balance is below what the user wants to keep; without that wish nothing is asked. */
export async function guardBalance(
	context: IExecuteFunctions,
	itemIndex: number,
	client: ScoringClient,
): Promise<void> {
	const keepCredits = readKeepCredits(context, itemIndex);
	if (keepCredits <= 0) return;
	const { value: balance } = await oncePerRun(client, 'balance', async () => await askForBalance(client));
	if (balance === undefined) {
		throw new ParameterError(
			'The service does not tell the balance of the account',
			"Nothing was spent. Take 'Keep Credits' out of the options to go on without it",
		);
	}
	if (balance >= keepCredits) return;
	throw new ParameterError(
		`The account has ${balance} credits, less than the ${keepCredits} of 'Keep Credits'`,
		"Nothing was spent. Top up the account or lower 'Keep Credits'",
	);
}

/** Whether the same input is paid for only once within 24 hours. */
export const isPaidOnce = (context: IExecuteFunctions, itemIndex: number): boolean =>
	readCollection(context, 'options', itemIndex).payOnce !== false;

/** A key that is the same for the same operation and input, whichever execution asks. */
export function inputKey(context: IExecuteFunctions, itemIndex: number, input: unknown): string {
	const names = ['resource', 'operation'].map((name) => context.getNodeParameter(name, itemIndex));
	return contentIdempotencyKey([names, input]);
}

const paidItems = (done: DoneItem[]): string => {
	const count = done.filter(({ output }) => output.some(({ creditsCost }) => creditsCost !== 0)).length;
	return count === 1 ? '1 item was paid for before' : `${count} items were paid for before`;
};

/** Says in the error of a run that stopped what becomes of the answers that were paid for. */
export function describePaid(context: IExecuteFunctions, done: DoneItem[]): string {
	return isPaidOnce(context, 0)
		? `${paidItems(done)}. Run the node again within 24 hours: they cost nothing more`
		: `${paidItems(done)}. Running the node again pays for them again, as 'Pay Once' is off`;
}

/** The same for calls that take no key: only a retry of the execution knows their answers. */
export const describePaidLists = (_context: IExecuteFunctions, done: DoneItem[]): string =>
	`${paidItems(done)}. A retry of this execution gets their answers at no cost`;
