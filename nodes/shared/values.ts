import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { messageOf } from '../../client/http/errors.js';
import { quote, redact } from '../../client/http/redact.js';
import { inSentence, isBlank, listed, trimmed } from '../../client/http/text.js';
import { isObject, mapValues, ownValue, parseJson } from '../../client/http/json.js';
import { ParameterError } from './errors.js';

/** The keys under which objects of other tools have the name of a thing, such as the options of a select in Notion. */
const nameKeys = ['name', 'label', 'title'];

const isWritten = (value: unknown): value is number | string =>
	(typeof value === 'string' && !isBlank(value)) || typeof value === 'number';

const firstOf = (entry: IDataObject, keys: readonly string[]): string | undefined => {
	const found = keys.map((key) => entry[key]).find(isWritten);
	return found === undefined ? undefined : trimmed(String(found));
};

/** Stands between the ID and the name of a thing. No value has this character. */
const orName = '\0';

/**
 * Reads an object that stands for a channel, a board or a queue. Its ID can be one of another tool, which has its own ID for each
 * option of a select. So the text has the ID and the name, and {@link idAndName} splits them where the IDs of the service are known.
 */
function choiceText(entry: IDataObject): string | undefined {
	const value = firstOf(entry, ['value']);
	if (value !== undefined) return value;
	const parts = [firstOf(entry, ['accountId', 'id']), firstOf(entry, nameKeys)];
	return parts.some((part) => part !== undefined)
		? parts.filter((part) => part !== undefined).join(orName)
		: undefined;
}

/** The ID and the name in a text of an object. The name is undefined if the text is a name or an ID alone. */
export const idAndName = (text: string): [idOrName: string, name: string | undefined] => {
	const [first = '', name] = text.split(orName);
	return [first, name];
};

/** Reads a locator in a collection, which n8n passes as an object, or an object of another tool. Empty if it isn't set. */
export function locatorValue(value: unknown): string {
	const isLocator = isObject(value) && 'value' in value;
	const inner = isLocator ? value.value : isObject(value) ? choiceText(value as IDataObject) : value;
	return typeof inner === 'string' || typeof inner === 'number' ? trimmed(String(inner)) : '';
}

/** Reads the entries of a fixed collection with multiple values. */
export function readEntries(collection: unknown, group: string): IDataObject[] {
	const entries = (collection as IDataObject | undefined)?.[group];
	return Array.isArray(entries) ? (entries as IDataObject[]) : [];
}

/** What the entries of a list mean, for entries that are objects from an earlier node. */
export interface ListMeaning {
	/** The field's name on the screen. */
	field: string;
	/** The keys of an object whose values the field can use. The first one that the object has counts. */
	keys: readonly string[];
	/** Whether the entries are things with an ID and a name, such as channels. */
	isNamed?: boolean;
}

/** Converts an entry of a list to text. Of an object, takes the value that the field can use. */
function entryText(entry: unknown, meaning?: ListMeaning): string {
	if (typeof entry !== 'object' || entry === null) return trimmed(String(entry ?? ''));
	const keys = meaning?.keys ?? ['value', 'id'];
	const found = meaning?.isNamed ? choiceText(entry as IDataObject) : firstOf(entry as IDataObject, keys);
	if (found !== undefined) return found;
	// A menu says itself which values it has.
	if (meaning === undefined) return asJson(entry);
	throw new ParameterError(
		`An entry of '${meaning.field}' is an object with ${listed(Object.keys(entry).map(shown)) || 'no keys'}`,
		`Use a list of texts, or of objects with ${keys.map((key) => `'${key}'`).join(' or ')}`,
	);
}

/** Parses a list that is written as JSON text, which models and expressions can return. Undefined for other values. */
export function jsonList(value: unknown): unknown[] | undefined {
	const text = typeof value === 'string' ? trimmed(value) : '';
	const list = text.startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? list : undefined;
}

const listOf = (value: unknown, separator: RegExp, meaning?: ListMeaning): string[] =>
	(typeof value === 'string' ? (jsonList(value) ?? value.split(separator)) : [value].flat())
		.map((entry) => entryText(entry, meaning))
		.filter((entry) => entry !== '');

/**
 * Reads a list from a field or an expression. It can be an array, an array as JSON text, a text separated by commas or line
 * breaks, or a single value.
 */
export const toList = (value: unknown, meaning?: ListMeaning): string[] => listOf(value, /[,\n]/, meaning);

/** Reads a list of names from a field or an expression. Only line breaks separate them, because names can have commas. */
export const toNames = (value: unknown, meaning: ListMeaning): string[] => listOf(value, /\n/, meaning);

/** How deep lists in lists are looked at. No field has deeper ones, and a text of 50,000 brackets must not exhaust the stack. */
const depthMax = 100;

/**
 * Whether nothing was entered: a field is empty or blank, or its expression returned nothing. Also true for a list of which this is
 * true for every entry.
 */
export const isUnset = (value: unknown, depth = 0): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && isBlank(value)) ||
	(Array.isArray(value) && depth < depthMax && value.every((entry) => isUnset(entry, depth + 1)));

/** Whether a text only has what a reader doesn't see. Other than an empty text, it never clears or replaces anything. */
export const isOnlySpace = (value: unknown): boolean =>
	typeof value === 'string' && value !== '' && isBlank(value);

/** Whether a stored value is an expression. */
export const isExpression = (stored: unknown): boolean =>
	typeof stored === 'string' && stored.startsWith('=');

/** Reads a list as {@link toList} does. Undefined if it's empty, so a field without a value isn't sent. */
export function toFilledList(value: unknown, meaning: ListMeaning): string[] | undefined {
	const list = toList(value, meaning);
	return list.length > 0 ? list : undefined;
}

/** Returns a value as JSON. An expression can return an object that contains itself, which JSON doesn't have. */
function asJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? 'empty';
	} catch {
		return 'an object';
	}
}

/**
 * Formats a value for a message. Text is in quotes, other values are JSON, long ones are shortened, and what can be secret in an
 * address is hidden.
 */
export function shown(value: unknown): string {
	return typeof value === 'string' ? quote(value) : quote(asJson(value)).slice(1, -1);
}

/** A text inside a sentence, without what can be secret in an address. */
export const withoutSecrets = (text: string): string => redact(text);

/** Reads a number from a field or an expression, which can also be text. NaN for everything else. */
export function toNumber(value: unknown): number {
	const isText = typeof value === 'string' && !isBlank(value);
	return isText ? Number(trimmed(value)) : typeof value === 'number' ? value : Number.NaN;
}

/** Reads a text and trims it. Empty for null and undefined. Throws a `ParameterError` for an object. */
export function toLine(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	const isList = Array.isArray(value);
	const text = isList ? value : toText(value, label);
	if (typeof text !== 'object') return trimmed(String(text));
	throw new ParameterError(
		`'${label}' must be text, but it is ${shown(value)}`,
		isList
			? 'To get an item for each entry, add a Split Out node before this one'
			: `Enter text in '${label}'`,
	);
}

const withoutCase = (text: string): string => trimmed(text).toLowerCase();

/**
 * Returns the value of a menu that an expression returned. Case and spaces around it don't count, because tables have both. Undefined
 * for anything else.
 */
export const choiceIn = <Value extends string>(
	values: readonly Value[],
	given: unknown,
): Value | undefined =>
	typeof given === 'string' ? values.find((value) => withoutCase(value) === withoutCase(given)) : undefined;

/** Lists the values that a field can have, with their names on the screen. */
export const listChoices = (values: readonly string[], options: INodeProperties['options'] = []): string =>
	[...values]
		.sort()
		.map((value) => {
			const found = (options as INodePropertyOptions[]).find((option) => option.value === value);
			return found ? `${value} (${found.name})` : value;
		})
		.join(', ');

/**
 * Picks the entry of a table that the user chose. Throws a `ParameterError` for any other value that an expression returns.
 * @param options the choices on the screen
 */
export function pick<T>(
	table: Record<string, T>,
	choice: unknown,
	label: string,
	options?: INodeProperties['options'],
): T {
	const names = Object.keys(table);
	const name = choiceIn(names, choice);
	if (name !== undefined) return table[name] as T;
	throw new ParameterError(
		`'${label}' can't be ${shown(choice)}`,
		`Use one of these values: ${listChoices(names, options)}`,
	);
}

/** The parts of a field that are needed to read its choices. */
type ChoiceField = Pick<INodeProperties, 'displayName' | 'options'>;

/** Reads the choices of a list. Throws a `ParameterError` for one that it lacks, because it would find nothing. */
export function toChoices(value: unknown, { displayName, options = [] }: ChoiceField): string[] {
	const values = (options as INodePropertyOptions[]).map((option) => String(option.value));
	return toList(value).map((given) => {
		const choice = choiceIn(values, given);
		if (choice !== undefined) return choice;
		throw new ParameterError(
			`'${displayName}' can't be ${shown(given)}`,
			`Use one or more of these values: ${listChoices(values, options)}`,
		);
	});
}

/** The parts of a field that are needed to read its switch. */
export type SwitchField = Pick<INodeProperties, 'name' | 'displayName' | 'default'>;

/** Texts that expressions and tables use for a switch. */
const switchTexts: Record<string, boolean> = {
	'1': true,
	on: true,
	true: true,
	yes: true,
	'0': false,
	off: false,
	false: false,
	no: false,
};

/** Reads a switch, which an expression can also return as a text or a number. Undefined for anything else. */
export function switchIn(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText ? ownValue(switchTexts, withoutCase(String(value))) : undefined;
}

/**
 * Reads the switch of a field. An empty value means the field's default. Throws a `ParameterError` for anything that isn't a
 * switch, because a guess could delete or publish something.
 */
export function toSwitch(value: unknown, { displayName, default: fallback }: SwitchField): boolean {
	if (isUnset(value)) return fallback === true;
	const read = switchIn(value);
	if (read !== undefined) return read;
	throw new ParameterError(
		`'${displayName}' can't be ${shown(value)}`,
		'Turn it on or off, or use an expression that returns true or false',
	);
}

/** Reads each value of a group with the reader that has its name. */
export const readEach = <Readers extends Record<string, (value: unknown) => unknown>>(
	readers: Readers,
	values: IDataObject,
): { [Name in keyof Readers]: ReturnType<Readers[Name]> } =>
	mapValues(readers, (read, name) => read(values[name])) as {
		[Name in keyof Readers]: ReturnType<Readers[Name]>;
	};

/**
 * Reads a JSON field, which is an object or its JSON text. Undefined if it's empty. Throws a `ParameterError` for anything but a
 * JSON object.
 */
export function toJsonObject(value: unknown, label: string): IDataObject | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string' && isBlank(value)) return undefined;
	const parsed = typeof value === 'string' ? parse(value, label) : value;
	if (isObject(parsed)) return Object.keys(parsed).length > 0 ? (parsed as IDataObject) : undefined;
	throw new ParameterError(`'${label}' isn't a JSON object`, `Write '${label}' as { "name": value }`);
}

function parse(text: string, label: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		throw toParameterError(error, label);
	}
}

/** Where the parser begins to quote the text. That can be a part of something secret. */
const quotedJson = /, (?=\.{0,3}")/;

const toParameterError = (error: unknown, label: string) =>
	new ParameterError(
		`'${label}' isn't valid JSON`,
		`Check quotes, commas and brackets. If an expression adds a text, write {{ JSON.stringify($json.caption) }} without quotes around it. The parser says: ${messageOf(error).split(quotedJson, 1).join('')}`,
	);

/** Copies the named entries that an object has. */
export const pickFields = (object: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

/** Converts a text to a literal for an expression. Escapes its braces, because they would end the expression. */
export const inExpression = (text: string): string =>
	JSON.stringify(text).replace(/[{}]/g, (brace) => `\\u00${brace.charCodeAt(0).toString(16)}`);

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
const textDepthMax = 4;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns what to add to an expression so that it returns the text in a value. Undefined if there is no text. */
function pathToText(value: unknown, depth = 0): string | undefined {
	if (isText(value)) return '';
	if (depth === textDepthMax) return undefined;
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
