import { isObject } from '../../client/http/json.js';
import { inSentence } from '../../client/http/text.js';
import { ParameterError } from './errors.js';
import { jsonList } from './parameters.js';

/** The keys under which models, websites and tools have their text. The first one that leads to a text counts. */
const textKeys = [
	'rendered',
	'plain_text',
	'text',
	'content',
	'output',
	'rich_text',
	'title',
	'parts',
	'message',
	'value',
	'caption',
];

/** The keys of the parts of a text. Joined, they are the text. */
const partKeys = ['plain_text', 'text', 'content'];

/** No tool nests its text deeper. */
const depthMax = 4;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns what to add to an expression so that it returns the text in a value. Undefined if there is no text. */
function pathToText(value: unknown, depth = 0): string | undefined {
	if (isText(value)) return '';
	if (depth === depthMax) return undefined;
	if (Array.isArray(value)) {
		if (value.length === 0) return undefined;
		if (value.every(isText)) return ".join('\\n\\n')";
		const key = partKeys.find((name) => value.every((part) => isObject(part) && isText(part[name])));
		if (key !== undefined) return `.map((part) => part.${key}).join('')`;
		const first = value.length === 1 ? pathToText(value[0], depth + 1) : undefined;
		return first === undefined ? undefined : `[0]${first}`;
	}
	if (!isObject(value)) return undefined;
	const found = textKeys.map((key) => [key, pathToText(value[key], depth + 1)] as const);
	const [key, rest] = found.find(([, path]) => path !== undefined) ?? [];
	return key === undefined || rest === undefined ? undefined : `.${key}${rest}`;
}

const quoted = (key: string): string => `'${key}'`;

/** Names what an expression returned in place of a text. */
function kindOf(value: unknown): string {
	if (!Array.isArray(value))
		return `an object with ${inSentence(
			Object.keys(value as object)
				.slice(0, 5)
				.map(quoted),
		)}`;
	return value.every(isText) ? 'a list of texts' : 'a list of the parts of a text';
}

/**
 * Converts a number or a boolean from an expression to text. Throws a `ParameterError` for an object or a list that has a text, as
 * models, websites and tools return it, with the expression for the text. Leaves other values to the check of the request.
 */
export function toText(value: unknown, label: string): unknown {
	const parts = jsonList(value);
	const isOfParts =
		parts !== undefined && parts.length > 0 && parts.every((part) => isObject(part) && 'text' in part);
	const given = isOfParts ? parts : value;
	if (typeof given === 'number' || typeof given === 'boolean') return String(given);
	const path = typeof given === 'object' ? pathToText(given) : undefined;
	if (path === undefined) return value;
	throw new ParameterError(
		`'${label}' must be text, but it is ${kindOf(given)}`,
		isOfParts
			? `Use the text of the parts, such as {{ JSON.parse($json.text)${path} }}, with your field instead of text`
			: `Use the text in it, such as {{ $json.text${path} }}, with your field instead of text`,
	);
}
