import type { IDataObject } from 'n8n-workflow';
import { toIsoWithOffset } from '../../../shared/dates';
import { isUnset, recordOf, type ParameterReader } from '../../../shared/parameters';

/** Name of the field that takes all arguments at once. */
export const jsonArguments = 'Arguments (JSON)';

/** n8n hands the values of a date field over as dates of its own. */
const isDate = (value: unknown): boolean =>
	value instanceof Date || typeof (value as { toISO?: unknown }).toISO === 'function';

function readForm(parameters: ParameterReader): IDataObject {
	const values = parameters.value('toolArguments.value', {}) as IDataObject | null;
	const given = Object.entries(values ?? {}).filter(([, value]) => !isUnset(value));
	return recordOf(
		given.map(([name, value]): [string, IDataObject[string]] => [
			name,
			isDate(value) ? toIsoWithOffset(value, parameters.context.getTimezone(), name) : value,
		]),
	);
}

/** Reads what a tool is given, from the form or as JSON; a field that was left empty is not given. */
export function readArguments(parameters: ParameterReader): IDataObject {
	const isJson = parameters.value('argumentsMode', 'fields') === 'json';
	if (!isJson) return readForm(parameters);
	return parameters.json('toolArgumentsJson', jsonArguments) ?? {};
}
