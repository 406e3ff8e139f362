import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import { ParameterError } from '../shared/errors';
import { defaultIdempotencyKey } from '../shared/idempotency';
import { readCollection } from '../shared/parameters';

/** Options of every operation that costs credits. */
export const creditOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Keep Credits',
			name: 'keepCredits',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Spends nothing when the balance is below this number. The balance is read once per run, free of charge.',
		},
		{
			displayName: 'Pay Once on Retry',
			name: 'payOnce',
			type: 'boolean',
			default: true,
			description:
				'Whether n8n running the node again after a failure gets the paid answer instead of paying again',
		},
	],
};

const balanceNames = ['credits_remaining', 'credits_left', 'credits_balance', 'balance', 'available_credits'];

/** The balance in an answer about the account, under any of the names such services use. */
export function readBalance(answer: Answer): number | undefined {
	const credits = answer.credits as IDataObject | undefined;
	const candidates = [...balanceNames.map((name) => answer[name]), credits?.remaining];
	return candidates.find((value): value is number => typeof value === 'number');
}

const checkedRuns = new WeakMap<ScoringClient, Promise<number | undefined>>();

/** The balance, read once for each client; a client lives for one run. */
async function balanceOf(client: ScoringClient): Promise<number | undefined> {
	const known = checkedRuns.get(client) ?? client.me().then(readBalance);
	checkedRuns.set(client, known);
	return await known;
}

/** Throws a `ParameterError` when the balance is below what the user wants to keep; without that wish nothing is asked. */
export async function guardBalance(
	context: IExecuteFunctions,
	itemIndex: number,
	client: ScoringClient,
): Promise<void> {
	const keepCredits = Number(readCollection(context, 'options', itemIndex).keepCredits ?? 0);
	if (keepCredits <= 0) return;
	const balance = await balanceOf(client);
	if (balance === undefined || balance >= keepCredits) return;
	throw new ParameterError(
		`The account has ${balance} credits, less than the ${keepCredits} of 'Keep Credits'`,
		"Nothing was spent. Top up the account or lower 'Keep Credits'",
	);
}

/** The key that keeps Retry On Fail from paying twice; none when the user switched it off. */
export function readPaidCall(context: IExecuteFunctions, itemIndex: number): { idempotencyKey?: string } {
	const { payOnce = true } = readCollection(context, 'options', itemIndex);
	return payOnce ? { idempotencyKey: defaultIdempotencyKey(context, itemIndex) } : {};
}
