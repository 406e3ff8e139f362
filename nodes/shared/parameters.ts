import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { firstCharacters, isLongerThan } from '../../client/http/text';
import { ownValue, parseJson, recordOf } from '../../client/http/json';
import { ParameterError } from './errors';

/** The value of a locator in a collection, which n8n passes as an object there. Empty when unset. */
export function locatorValue(value: unknown): string {
	const inner = typeof value === 'object' && value !== null ? (value as IDataObject).value : value;
	return typeof inner === 'string' || typeof inner === 'number' ? String(inner).trim() : '';
}

/** Reads the entries of a fixed collection that can have several. */
export function readEntries(collection: unknown, group: string): IDataObject[] {
	const entries = (collection as IDataObject | undefined)?.[group];
	return Array.isArray(entries) ? (entries as IDataObject[]) : [];
}

/** An entry of a list as text. For an object, such as a channel that an earlier node has listed, its value or ID. */
function entryText(entry: unknown): string {
	if (typeof entry !== 'object' || entry === null) return String(entry ?? '').trim();
	const { value, id } = entry as IDataObject;
	const text = [value, id].find((part) => typeof part === 'string' || typeof part === 'number');
	return text === undefined ? JSON.stringify(entry) : String(text).trim();
}

/** A list that is written as JSON text, as models and expressions do. */
function jsonList(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? list : undefined;
}

const listOf = (value: unknown, separator: RegExp): string[] =>
	(typeof value === 'string' ? (jsonList(value) ?? value.split(separator)) : [value].flat())
		.map(entryText)
		.filter((entry) => entry !== '');

/** Reads a list from a field or an expression: an array, one as JSON text, a text separated by commas or line breaks, or one value. */
export const toList = (value: unknown): string[] => listOf(value, /[,\n]/);

/** Reads a list of names from a field or an expression. Only line breaks separate them, because names can have commas. */
export const toNames = (value: unknown): string[] => listOf(value, /\n/);

/** A text of at most `max` characters, the sign for what was left out included. */
export const shortened = (text: string, max: number): string =>
	isLongerThan(text, max) ? `${firstCharacters(text, max - 1)}…` : text;

/**
 * Whether a field of a form says nothing: it is empty, or its expression returned nothing, for the field or for every
 * entry of its list.
 */
export const isUnset = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isUnset));

/** A list as {@link toList} reads it; undefined where it has no entry, so that a field nobody filled in is not sent. */
export function toFilledList(value: unknown): string[] | undefined {
	const list = toList(value);
	return list.length > 0 ? list : undefined;
}

const shownLength = 61;

/** A value as a message shows it: as JSON, cut where it is long. */
export function shown(value: unknown): string {
	const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? 'empty');
	return shortened(text, shownLength);
}

/** Reads a number from a field or an expression, also if it's written as text. NaN for everything else. */
export function toNumber(value: unknown): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	return isText || typeof value === 'number' ? Number(value) : Number.NaN;
}

/** Reads a text without the spaces around it. Empty for null and undefined, a `ParameterError` for what isn't text. */
export function toLine(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value).trim();
	throw new ParameterError(`'${label}' must be text, but it is ${shown(value)}`, `Enter text in '${label}'`);
}

/** Picks the entry of a table that the user chose. Throws a `ParameterError` for a value that isn't in it, which an expression can return. */
export function pick<T>(table: Record<string, T>, choice: unknown, label: string): T {
	const found = typeof choice === 'string' ? ownValue(table, choice) : undefined;
	if (found !== undefined) return found;
	const names = Object.keys(table).sort().join(', ');
	throw new ParameterError(`'${label}' can't be ${shown(choice)}`, `Use one of these values: ${names}`);
}

/** What a field must have so that its switch can be read. */
export type SwitchField = Pick<INodeProperties, 'name' | 'displayName' | 'default'>;

/** How expressions and tables write a switch, besides true and false. */
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
	return isText ? ownValue(switchTexts, String(value).trim().toLowerCase()) : undefined;
}

/**
 * Reads the switch of a field. A value that says nothing is the field's default. Throws a `ParameterError` for anything that
 * isn't a switch, because a guess could delete or publish something.
 */
export function toSwitch(value: unknown, { displayName, default: fallback }: SwitchField): boolean {
	if (isUnset(typeof value === 'string' ? value.trim() : value)) return fallback === true;
	const read = switchIn(value);
	if (read !== undefined) return read;
	throw new ParameterError(
		`'${displayName}' can't be ${shown(value)}`,
		'Turn it on or off, or use an expression that returns true or false',
	);
}

/** Turns a number or a boolean from an expression into text. Other values stay as they are, for the request's check to judge. */
export function toText(value: unknown): unknown {
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Reads a JSON field: an object, or one written as JSON text. Undefined if it's empty. */
export function toJsonObject(value: unknown, label: string): IDataObject | undefined {
	const isEmpty = typeof value === 'string' && value.trim() === '';
	if (value === undefined || value === null || isEmpty) return undefined;
	const parsed = typeof value === 'string' ? parse(value, label) : value;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return Object.keys(parsed).length > 0 ? (parsed as IDataObject) : undefined;
	}
	throw new ParameterError(`'${label}' isn't a JSON object`, `Write '${label}' as { "name": value }`);
}

function parse(text: string, label: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		throw toParameterError(error as Error, label);
	}
}

const toParameterError = ({ message }: Error, label: string) =>
	new ParameterError(
		`'${label}' isn't valid JSON`,
		`Check quotes, commas and brackets. The parser says: ${message}`,
	);

/** Copies an object without null and undefined, which expressions return for missing values. */
export function withoutEmpty(values: IDataObject): IDataObject {
	return recordOf(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

/** Copies an object without the entries that are undefined. */
export function withoutUndefined<T extends object>(object: T): T {
	return recordOf(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Copies the named entries of an object, where they are there. */
export const pickFields = (object: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

/** A text literal for use in an expression. Its braces are escaped, because they would end the expression. */
export const inExpression = (text: string): string =>
	JSON.stringify(text).replace(/[{}]/g, (brace) => `\\u00${brace.charCodeAt(0).toString(16)}`);

/** One input item of a run. */
export interface RunItem {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
}

/** Reads the node's parameters for one input item; the router makes one for each item. */
export class ParameterReader implements RunItem {
	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
	) {}

	/** The value as n8n has it. A parameter that isn't there is an error of n8n where there is no `fallback`. */
	value(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, fallback);
	}

	/** The id in a resource locator, whichever way the user gave it; a `ParameterError` when there is none. */
	id(name: string, label: string): string {
		const value: unknown = this.context.getNodeParameter(name, this.itemIndex, '', { extractValue: true });
		if (typeof value !== 'string' && !isUnset(value)) {
			throw new ParameterError(`'${label}' can't be ${shown(value)}`, `Enter an ID in '${label}'`);
		}
		const id = typeof value === 'string' ? value.trim() : '';
		if (id !== '') return id;
		throw new ParameterError(
			`'${label}' is empty`,
			`Choose an entry from the list, or enter an ID in '${label}'`,
		);
	}

	/** How a resource locator was filled in, such as `list`, `name` or `id`. */
	mode(name: string): unknown {
		return (this.value(name, {}) as IDataObject | null)?.mode;
	}

	/** A text without blanks around it; empty for nothing, a `ParameterError` for what isn't text. */
	text(name: string, label: string): string {
		return toLine(this.value(name, ''), label);
	}

	/** A switch of the form. */
	flag(field: SwitchField): boolean {
		return toSwitch(this.value(field.name, field.default), field);
	}

	/** A switch in the collection 'Options'. It has its default unless the user adds it. */
	option(field: SwitchField): boolean {
		return toSwitch(this.options[field.name], field);
	}

	/**
	 * Refuses an option that was added and says nothing, such as because its expression returns null. For options that must not be
	 * ignored unseen.
	 */
	requireFilledOption(
		{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
		advice: string,
	): void {
		const value = this.options[name];
		const isEmpty = isUnset(typeof value === 'string' ? value.trim() : value);
		if (name in this.options && isEmpty) throw new ParameterError(`'${displayName}' is empty`, advice);
	}

	/** The entries of a list; empty when the user chose nothing. */
	list(name: string): string[] {
		return toList(this.value(name, []));
	}

	/** A JSON field; undefined when it is empty, a `ParameterError` for what isn't an object. */
	json(name: string, label: string): IDataObject | undefined {
		return toJsonObject(this.value(name, ''), label);
	}

	/** A collection; empty when the user added nothing. */
	collection(name: string): IDataObject {
		return this.value(name, {}) as IDataObject;
	}

	/** The collection 'Options', which most operations have. */
	get options(): IDataObject {
		return this.collection('options');
	}
}
