import type { IDataObject } from 'n8n-workflow';
import { recordOf } from '../../client/http/json.js';

/**
 * Combines values that the node adds with those of the service. The node's values come first, so that n8n's table shows them first.
 * They also win, so that a field that the service adds later can't replace them.
 */
export const withOwn = <Own extends IDataObject>(own: Own, given: object): IDataObject & Own => ({
	...own,
	...given,
	...own,
});

/**
 * Returns the JSON of an output item that isn't a failure. n8n takes an `error` in the first item for a failure of the node, and
 * Retry On Fail would run the node again. So a channel's error is called `failureReason`.
 */
export const itemJson = (json: IDataObject): IDataObject =>
	'error' in json
		? recordOf(
				Object.entries(json).map(
					([name, value]) => [name === 'error' ? 'failureReason' : name, value] as const,
				),
			)
		: json;

export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Creates a function that orders the fields of an output: first the named ones, then the others, then those that are empty. Leaves none
 * out, so that an expression finds the same fields in all items. n8n's table shows fields in this order.
 */
export const orderedBy =
	(first: readonly string[]) =>
	(json: IDataObject): IDataObject => {
		const rank = ([name, value]: [string, unknown]): number => {
			const place = first.indexOf(name);
			if (place >= 0) return place;
			return first.length + (isEmpty(value) ? 1 : 0);
		};
		return recordOf(Object.entries(json).sort((a, b) => rank(a) - rank(b)));
	};
