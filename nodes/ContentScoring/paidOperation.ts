import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PaidCall, ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import type { Operation } from '../shared/operation';
import { creditOptions, guardBalance, readPaidCall } from './credits';

/** What a paid call gave, and what it cost. */
export interface PaidAnswer {
	answer: Answer;
	cost: number;
	/** A field that is there in a usual answer: without it the user is told that the answer is unusual. */
	expected: string;
}

/** What differs between operations that cost credits. */
export interface PaidOperation extends Omit<Operation<ScoringClient>, 'execute'> {
	call(
		context: IExecuteFunctions,
		itemIndex: number,
		client: ScoringClient,
		paid: PaidCall,
	): Promise<PaidAnswer>;
}

function hintUnusual(context: IExecuteFunctions, expected: string): void {
	// n8n before 1.80 has no hints.
	context.addExecutionHints?.({
		message: `The service gave an answer without '${expected}': it is passed on as it came`,
		location: 'outputPane',
	});
}

/** Builds an operation that checks the balance, pays once, and says in its output what it cost. */
export function paidOperation({ call, fields, ...operation }: PaidOperation): Operation<ScoringClient> {
	return {
		...operation,
		fields: [...fields, creditOptions],
		async execute(context, itemIndex, client) {
			await guardBalance(context, itemIndex, client);
			const paid = readPaidCall(context, itemIndex);
			const { answer, cost, expected } = await call(context, itemIndex, client, paid);
			if (!(expected in answer)) hintUnusual(context, expected);
			return { ...answer, creditsCost: cost } as IDataObject;
		},
	};
}
