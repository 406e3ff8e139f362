import { isObject } from '../../client/http/json.js';

/** Says whether a stored value has a certain form. What n8n stores can be edited, or belong to another version. */
export type Guard = (value: unknown) => boolean;

export const isText: Guard = (value) => typeof value === 'string';

export const isListOfTexts: Guard = (value) => Array.isArray(value) && value.every(isText);

/** Whether a value is missing or has a form. */
export const isOptional =
	(guard: Guard): Guard =>
	(value) =>
		value === undefined || guard(value);

/** Whether a value is an object whose named values have certain forms. */
export const isShape =
	(shape: Record<string, Guard>): Guard =>
	(value) =>
		isObject(value) && Object.entries(shape).every(([name, guard]) => guard(value[name]));

/** Whether a value is an object whose values all have a form, whatever their names. */
export const isTable =
	(guard: Guard): Guard =>
	(value) =>
		isObject(value) && Object.values(value).every(guard);
