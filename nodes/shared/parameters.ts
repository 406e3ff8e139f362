import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { isObject, recordOf } from '../../client/http/json.js';
import { firstLine, trimmed } from '../../client/http/text.js';
import { ParameterError } from './errors.js';
import { sentences } from './errorTexts.js';
import { cell, itemCell } from './runState.js';
import {
	isExpression,
	isUnset,
	pick,
	shown,
	toJsonObject,
	toLine,
	toList,
	toSwitch,
	withoutSecrets,
	type SwitchField,
} from './values.js';

/** How deep the values of a model are looked at. No field has deeper ones, and a text of 50,000 brackets must not exhaust the stack. */
const depthMax = 100;

/** The part of n8n's context that says whether a model calls the node. */
export type ToolContext = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/** Whether n8n runs the node as a tool of a model. Asked once for each run, because n8n copies the whole node to name its type. */
export const isTool = cell(
	(context: ToolContext): boolean =>
		context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool'),
);

const wordForNothing = /^\s*(?:nil|none|null|undefined)\s*$/i;

/**
 * Removes texts such as "null" and "None", which models write into fields that they want to leave empty.
 * @param ignored gets each removed text under the name of its field
 */
function withoutWordsForNothing(value: unknown, name: string, ignored: IDataObject, depth = 0): unknown {
	if (depth > depthMax) return value;
	if (typeof value === 'string' && wordForNothing.test(value)) {
		ignored[name] = value;
		return undefined;
	}
	// A date of an expression is an object, too.
	const isPlain = isObject(value) && !('toISO' in value) && !(value instanceof Date);
	if (!isPlain)
		return Array.isArray(value) && value.length === 1 ? withoutOnlyWord(value, name, ignored, depth) : value;
	const kept = Object.entries(value).map(
		([key, inner]) => [key, withoutWordsForNothing(inner, key, ignored, depth + 1)] as const,
	);
	return recordOf(kept.filter(([, inner]) => inner !== undefined));
}

const withoutOnlyWord = (list: unknown[], name: string, ignored: IDataObject, depth: number): unknown[] => {
	const kept = withoutWordsForNothing(list[0], name, ignored, depth + 1);
	return kept === undefined ? [] : [kept];
};

const ignoredValues = itemCell<IDataObject>();

/** The texts of a model that count as no value for an item, by the names of their fields. */
export function ignoredValuesOf({ context, itemIndex }: RunItem): IDataObject {
	const ofItems = ignoredValues(context);
	const ignored = ofItems.get(itemIndex) ?? {};
	ofItems.set(itemIndex, ignored);
	return ignored;
}

export interface RunItem {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
}

/** Returns which run of the node this is, from 0. Keys depend on it, so it must not be missing in silence. */
export function runIndexOf({ context, itemIndex }: RunItem): number {
	const run: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	if (typeof run === 'number') return run;
	throw new Error("n8n doesn't say which run of the node this is");
}

const failedBefore = 'The item failed before this node: ';
const skippedBefore = 'The item was skipped before this node: ';

const inputOf = ({ context, itemIndex }: RunItem): INodeExecutionData =>
	context.getInputData()[itemIndex] ?? { json: {} };

/** Whether an item is the error of one of these nodes: its message repeats the error. A table can have a column `error` for other reasons. */
export const isOwnError = ({ error, message }: Record<string, unknown>): boolean =>
	typeof error === 'string' && error !== '' && typeof message === 'string' && message.includes(error);

/**
 * What the message of a node of this package has besides its error: the name of its post before it, unless the item has the caption anyway,
 * and what to do after it. Both are empty for other items.
 */
function toldBefore({ json }: INodeExecutionData): { name: string; advice: string } {
	const [error, message] = [String(json.error), withoutSecrets(String(json.message))];
	// An item that failed in two nodes has the advice of both.
	if (error.startsWith(failedBefore) || !isOwnError({ ...json, message })) return { name: '', advice: '' };
	const [before = '', ...after] = message.split(error);
	return { name: json.caption ? '' : before, advice: after.join(error).replace(/^\.\s*/, '') };
}

/** Says why an item failed or was skipped in a node before this one. Undefined for other items. */
function whyFailedBefore(given: RunItem): string | undefined {
	const item = inputOf(given);
	const { error, action, message } = item.json;
	if (action === 'skipped' && typeof message === 'string')
		return `${skippedBefore}${withoutSecrets(firstLine(message))}`;
	if (!error) return undefined;
	const text = isObject(error) ? (error.message ?? error) : error;
	const reason = withoutSecrets(firstLine(typeof text === 'string' ? text : shown(text)));
	const isKnown = [failedBefore, skippedBefore].some((beginning) => reason.startsWith(beginning));
	return isKnown ? reason : `${failedBefore}${toldBefore(item).name}${reason}`;
}

/**
 * The error for an item that failed or was skipped before this node. Undefined for other items.
 * @param more what is wrong with it here. After a failure in a node of this package, that is only a consequence and isn't told
 */
export function failedBeforeError(item: RunItem, more = ''): ParameterError | undefined {
	const before = whyFailedBefore(item);
	if (before === undefined) return undefined;
	const { json } = inputOf(item);
	const column = json.action === 'skipped' ? 'action' : 'error';
	const advice = `To leave such items out, add a Filter on '${column}' before this node`;
	if (!isOwnError(json)) return new ParameterError(before, sentences(more, advice));
	const details = isObject(json.details) ? json.details : {};
	// What the earlier node has paid isn't paid again.
	const facts = { ...details, creditsCost: undefined };
	return new ParameterError(before, sentences(toldBefore({ json }).advice, advice), facts);
}

/** The error for a value that is missing. If the item failed or was skipped before this node, that is the reason, and comes first. */
export function missingValue(item: RunItem, message: string, advice: string): ParameterError {
	return failedBeforeError(item, message) ?? new ParameterError(message, advice);
}

/**
 * Reads an option whose fields are in a group named `settings`. Undefined if the user doesn't use it. Throws a `ParameterError` for
 * anything that isn't such a group.
 */
export function readSettings(
	{ options }: Pick<ParameterReader, 'options'>,
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
): IDataObject | undefined {
	const given = options[name];
	const settings = isObject(given) ? given.settings : given;
	if (isUnset(settings)) return undefined;
	if (isObject(settings)) return settings as IDataObject;
	throw new ParameterError(
		`'${displayName}' can't be ${shown(settings)}`,
		'Set it up in the form, or remove the option',
	);
}

/** Reads the node's parameters for one input item. The router creates one for each item. */
export class ParameterReader implements RunItem {
	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
	) {}

	private readonly values = new Map<string, unknown>();

	/** The IDs that were read, because reading them after a write would be too late. */
	private readonly ids = new Map<string, string>();

	/**
	 * Returns n8n's value unchanged, which n8n works out once. For a missing parameter, returns `fallback`, or n8n throws if there is
	 * none. In a tool, a word for nothing counts as missing.
	 */
	value(name: string, fallback?: unknown): unknown {
		const value = this.values.has(name) ? this.values.get(name) : this.read(name, fallback);
		if (value !== fallback) this.values.set(name, value);
		return value;
	}

	private read(name: string, fallback: unknown): unknown {
		const value: unknown = this.context.getNodeParameter(name, this.itemIndex, fallback);
		if (value === fallback || !isTool(this.context)) return value;
		const given = withoutWordsForNothing(value, name, ignoredValuesOf(this));
		return given === undefined ? fallback : given;
	}

	/**
	 * The error for an empty field. Says that the field's expression returned nothing, if it has one, or gives the advice. In a tool, a model
	 * fills it in.
	 */
	emptyField(name: string, label: string, advice: string, message = `'${label}' is empty`): ParameterError {
		const onExpression = `The expression in '${label}' returned nothing for this item. Check it, and the node before this one`;
		return missingValue(this, message, this.isWorkedOut(name) ? onExpression : advice);
	}

	/** Whether an expression works out a field. In a tool, a model fills it in. */
	isWorkedOut(name: string): boolean {
		const stored: unknown = this.context.getNode().parameters[name];
		return isExpression(isObject(stored) ? stored.value : stored) && !isTool(this.context);
	}

	/** Returns the value of a resource locator in any mode. Throws a `ParameterError` if it's empty or isn't text. */
	id(name: string, label: string): string {
		const value: unknown = this.context.getNodeParameter(name, this.itemIndex, '', { extractValue: true });
		if (typeof value !== 'string' && !isUnset(value)) {
			throw new ParameterError(`'${label}' can't be ${shown(value)}`, `Enter an ID in '${label}'`);
		}
		const id = typeof value === 'string' ? trimmed(value) : '';
		this.ids.set(name, id);
		if (id !== '') return id;
		throw this.emptyField(name, label, `Choose an entry from the list, or enter an ID in '${label}'`);
	}

	/** The mode of a resource locator, such as `list`, `name` or `id`. */
	mode(name: string): unknown {
		return (this.value(name, {}) as IDataObject | null)?.mode;
	}

	/** Reads a text field and trims it. Throws a `ParameterError` if the value is an object. */
	text(name: string, label: string): string {
		return toLine(this.value(name, ''), label);
	}

	/** Returns the text in a field of an item that failed, by the field's name. Empty if it isn't text or can't be read. */
	textOfFailed<Name extends string>(name: Name): { [field in Name]?: string } {
		try {
			const read: unknown = this.ids.get(name) ?? this.value(name, '');
			const value = isObject(read) && 'value' in read ? read.value : read;
			return typeof value === 'string' ? ({ [name]: value } as { [field in Name]?: string }) : {};
		} catch {
			return {};
		}
	}

	/** Returns what is in the fields of an item that failed, by their names, without secrets. Leaves out empty fields. */
	textsOfFailed(names: readonly string[]): Record<string, string> {
		const entries = names.map((name): [string, string] => {
			const { [name]: text = '' } = this.textOfFailed(name);
			return [name, withoutSecrets(text)];
		});
		return recordOf(entries.filter(([, text]) => text !== ''));
	}

	/** Reads a switch of the form. Throws a `ParameterError` for any other value. */
	flag(field: SwitchField): boolean {
		return toSwitch(this.value(field.name, field.default), field);
	}

	/** Reads a switch in the collection 'Options'. Returns its default unless the user adds it. */
	option(field: SwitchField): boolean {
		return toSwitch(this.options[field.name], field);
	}

	/**
	 * Throws a `ParameterError` if an option was added but is empty, for example because its expression returned null. For
	 * options that must not be ignored silently.
	 */
	requireFilledOption(
		{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
		advice: string,
	): void {
		if (name in this.options && isUnset(this.options[name]))
			throw new ParameterError(`'${displayName}' is empty`, advice);
	}

	/**
	 * Throws a `ParameterError` if the expression of an option returned nothing. For options that can be empty, but protect the user
	 * if they aren't. In a tool, the model can leave out a value.
	 */
	requireResult(field: Pick<INodeProperties, 'name' | 'displayName'>): void {
		const stored = (this.context.getNode().parameters.options ?? {}) as IDataObject;
		if (!isExpression(stored[field.name]) || isTool(this.context)) return;
		this.requireFilledOption(
			field,
			`The expression in '${field.displayName}' returned nothing for this item. Correct it, or remove the option`,
		);
	}

	/**
	 * Returns a field of a group that {@link readSettings} has read. If its expression returned nothing, it has no default, because that could turn off what
	 * protects the user. In a tool, the model can leave out a value.
	 */
	setting(
		settings: IDataObject,
		{ name, default: fallback }: Pick<INodeProperties, 'name' | 'default'>,
	): unknown {
		const isLeftOut = isUnset(settings[name]) && isTool(this.context);
		return name in settings && !isLeftOut ? settings[name] : fallback;
	}

	/** Reads a menu in the collection 'Options'. Returns its default unless the user sets it. Throws for a value that it lacks. */
	choice({ name, displayName, default: fallback, options = [] }: INodeProperties): string {
		const given = this.options[name];
		const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
		return pick(
			recordOf(values.map((value) => [value, value] as const)),
			isUnset(given) ? fallback : given,
			displayName,
			options,
		);
	}

	/** Reads a list as {@link toList} does. Empty if the user chose nothing. */
	list(name: string): string[] {
		return toList(this.value(name, []));
	}

	/** Reads a JSON field. Undefined if it's empty. Throws a `ParameterError` for anything but a JSON object. */
	json(name: string, label: string): IDataObject | undefined {
		return toJsonObject(this.value(name, ''), label);
	}

	/** Returns a collection. Empty if the user added nothing. */
	collection(name: string): IDataObject {
		return this.value(name, {}) as IDataObject;
	}

	/** The collection 'Options', which most operations have. */
	get options(): IDataObject {
		return this.collection('options');
	}
}
