import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PaidCall, ScoringClient } from '../../client/scoring';
import type { Answer, List } from '../../client/scoring/schemas';
import { notice, simplifyField } from '../shared/fields';
import { showHint, type Hint } from '../shared/hints';
import type { Operation } from '../shared/operation';
import { creditOptions, guardBalance, keyLessCreditOptions, readPaidCall } from './credits';
import { oncePerRun } from './oncePerRun';

/** What differs between operations that cost credits. */
interface Paid<Input, Output> extends Omit<Operation<ScoringClient>, 'execute'> {
	/** Reads and checks the parameters; nothing is spent before. */
	read(context: IExecuteFunctions, itemIndex: number): Promise<Input> | Input;
	call(client: ScoringClient, input: Input, paid: PaidCall): Promise<Output>;
	/** What the user reads about the cost, such as `5 credits`; ends the description and stands above the fields. */
	price: string;
	/** Credits of the call. */
	cost(input: Input): number;
	/** Leaves out what most workflows do not need; adds the field Simplify. */
	simplify?: (answer: Answer) => IDataObject;
}

/** An operation that gives one answer. */
export interface PaidOperation<Input> extends Paid<Input, Answer> {
	/** A field that is there in a usual answer: without it the answer is passed on as it came, with a hint. */
	expected: string;
}

/** An operation that gives a list; the call is a GET, which no key keeps from being paid twice. */
export interface PaidListOperation<Input> extends Paid<Input, List> {
	/** What is paid for once in a run, however many items ask for it. */
	paidPer: string;
	/** What the list is about, added to each entry. */
	common?: (list: List, input: Input) => IDataObject;
}

const unusual = (what: string): Hint => ({
	message: `The service gave an answer without ${what}: it is passed on as it came`,
});

const isSimple = (context: IExecuteFunctions, itemIndex: number): boolean =>
	context.getNodeParameter('simplify', itemIndex, true) as boolean;

const withPrice = <Input, Output>(
	{ description, fields, simplify, price }: Paid<Input, Output>,
	paidPer: string,
	options: INodeProperties,
): Pick<Operation<ScoringClient>, 'description' | 'fields'> => ({
	description: `${description}: ${price}`,
	fields: [
		notice('costNotice', `Each ${paidPer} costs ${price}. A failure costs nothing.`),
		...fields,
		...(simplify ? [simplifyField] : []),
		options,
	],
});

/** Builds an operation that checks the balance, pays once, and says in its output what it cost. */
export function paidOperation<Input>(paid: PaidOperation<Input>): Operation<ScoringClient> {
	const { read, call, cost, price: _, simplify, expected, ...operation } = paid;
	return {
		...operation,
		...withPrice(paid, 'item', creditOptions),
		async execute(context, itemIndex, client) {
			const input = await read(context, itemIndex);
			await guardBalance(context, itemIndex, client);
			const answer = await call(client, input, readPaidCall(context, itemIndex, input));
			const isUsual = expected in answer;
			if (!isUsual) showHint(context, unusual(`'${expected}'`));
			const output = simplify && isUsual && isSimple(context, itemIndex) ? simplify(answer) : answer;
			return { ...output, creditsCost: cost(input) } as IDataObject;
		},
	};
}

/** The same for a list: an item for each entry, paid once for a run, however many items ask for it. */
export function paidListOperation<Input>(paid: PaidListOperation<Input>): Operation<ScoringClient> {
	const { read, call, cost, price: _, paidPer, simplify, common, ...operation } = paid;
	return {
		...operation,
		...withPrice(paid, paidPer, keyLessCreditOptions),
		async execute(context, itemIndex, client) {
			const input = await read(context, itemIndex);
			await guardBalance(context, itemIndex, client);
			const { value: list, isFirst } = await oncePerRun(client, [operation.value, input], async () =>
				call(client, input, {}),
			);
			const creditsCost = isFirst ? cost(input) : 0;
			if (list.items === undefined) {
				showHint(context, unusual('a list'));
				return { ...list.answer, creditsCost } as IDataObject;
			}
			if (list.items.length === 0)
				showHint(context, { message: `The list is empty. The call cost ${creditsCost} credits` });
			const shape = simplify && isSimple(context, itemIndex) ? simplify : (entry: Answer) => entry;
			return list.items.map(
				(entry, index) =>
					({
						...shape(entry),
						...common?.(list, input),
						creditsCost: index === 0 ? creditsCost : 0,
					}) as IDataObject,
			);
		},
	};
}
