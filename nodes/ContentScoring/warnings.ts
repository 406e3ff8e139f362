import type { IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../client/http/text.js';
import { sentences } from '../shared/errorTexts.js';
import type { Hint } from '../shared/operation.js';
import type { RunItem } from '../shared/parameters.js';
import { itemCell } from '../shared/runState.js';
import { hasAnswer } from './paidOperation.js';

/** What may be wrong with items that are paid for all the same. */
const warningsOf = itemCell<Set<string>>();

/** Keeps a warning for the output of an item. All items of a run can be read twice, so the same warning counts once. */
export function warn({ context, itemIndex }: RunItem, message: string): void {
	const warnings = warningsOf(context);
	warnings.set(itemIndex, (warnings.get(itemIndex) ?? new Set()).add(message));
}

/** Returns the warnings about an item. Undefined if there are none. */
export const warningOf = ({ context, itemIndex }: RunItem): string | undefined =>
	warningsOf(context).has(itemIndex) ? sentences(...(warningsOf(context).get(itemIndex) ?? [])) : undefined;

/** Names the first item with a warning, and counts the others. Items that failed have no warning in their output. */
export function warningHints(context: IExecuteFunctions): Hint[] {
	const items = [...warningsOf(context).keys()]
		.filter((itemIndex) => hasAnswer({ context, itemIndex }))
		.sort((one, other) => one - other);
	const [itemIndex] = items;
	if (itemIndex === undefined) return [];
	const where = context.getInputData().length > 1 ? `Item ${itemIndex}: ` : '';
	const all = items.length === 1 ? '' : `${counted(items.length, 'item')} have a 'warning'`;
	const message = sentences(`${where}${warningOf({ context, itemIndex })}`, all);
	return [{ message, type: 'warning' }];
}
