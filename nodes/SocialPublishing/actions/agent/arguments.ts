import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { toIsoWithOffset } from '../../../shared/dates';
import { isUnset, recordOf, toJsonObject } from '../../../shared/parameters';

/** Name of the field that takes all arguments at once. */
export const jsonArguments = 'Arguments (JSON)';

/** n8n hands the values of a date field over as dates of its own. */
const isDate = (value: unknown): boolean =>
	value instanceof Date || typeof (value as { toISO?: unknown }).toISO === 'function';

function readForm(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const values = context.getNodeParameter('toolArguments.value', itemIndex, {}) as IDataObject | null;
	const given = Object.entries(values ?? {}).filter(([, value]) => !isUnset(value));
	return recordOf(
		given.map(([name, value]): [string, IDataObject[string]] => [
			name,
			isDate(value) ? toIsoWithOffset(value, context.getTimezone(), name) : value,
		]),
	);
}

/** Reads what a tool is given, from the form or as JSON; a field that was left empty is not given. */
export function readArguments(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const isJson = context.getNodeParameter('argumentsMode', itemIndex, 'fields') === 'json';
	if (!isJson) return readForm(context, itemIndex);
	return toJsonObject(context.getNodeParameter('toolArgumentsJson', itemIndex, ''), jsonArguments) ?? {};
}
