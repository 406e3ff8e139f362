import { asObject, isObject } from '../../../client/http/json.js';
import { memoCell } from '../../shared/runState.js';
import { showHint } from '../../shared/operation.js';
import { isExpression, isUnset, ParameterReader } from '../../shared/parameters.js';

/** Fields that a row can fill in. A post needs at least one of them. */
const rowFields = [
	'additionalFields',
	'caption',
	'channels',
	'mediaAssetIds',
	'mediaUrl',
	'postId',
	'publishAt',
	'title',
] as const;

/** Whether an expression in a stored value returned something. What is fixed in the form doesn't come from the row. */
function isFilledIn(stored: unknown, value: unknown): boolean {
	if (isExpression(stored)) return !isUnset(typeof value === 'string' ? value.trim() : value);
	if (!isObject(stored)) return false;
	const values = asObject(value);
	return Object.entries(stored).some(([name, inner]) => isFilledIn(inner, values[name]));
}

/**
 * Whether an item comes from a row of a spreadsheet in which nothing is filled in: no ID, text, media, time or channel. If the caption
 * has no expression, the form isn't about rows.
 */
function isBlankRow(parameters: ParameterReader): boolean {
	const { context, itemIndex } = parameters;
	const stored = context.getNode().parameters;
	const hasFiles = Object.keys(context.getInputData()[itemIndex]?.binary ?? {}).length > 0;
	if (!isExpression(stored.caption) || hasFiles) return false;
	return rowFields.every((name) => !isFilledIn(stored[name], parameters.value(name, '')));
}

const blankRowsOf = memoCell<ReadonlySet<number>>();

/** The indexes of the blank rows in the input of a run. Shows their number above the output. Reads the rows once per run. */
export const blankRows = async ({ context }: ParameterReader): Promise<ReadonlySet<number>> =>
	await blankRowsOf(context).get('', async () => {
		const indexes = [...context.getInputData().keys()];
		const blank = new Set(indexes.filter((index) => isBlankRow(new ParameterReader(context, index))));
		const [rows, have] = blank.size === 1 ? ['row', 'has'] : ['rows', 'have'];
		if (blank.size > 0) {
			showHint(context, {
				message: `Skipped ${blank.size} blank ${rows}, which ${have} no post ID, text, media or time.`,
			});
		}
		return blank;
	});
