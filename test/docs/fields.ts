import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { anchor, compactTable, sentence, toMarkdown } from './markdown';

const typeNames: Record<string, string> = {
	boolean: 'Toggle',
	collection: 'Group',
	dateTime: 'Date and time',
	fixedCollection: 'Group',
	json: 'JSON',
	multiOptions: 'Multiple choice',
	number: 'Number',
	options: 'Single choice',
	resourceLocator: 'List or ID',
	resourceMapper: 'Form',
	string: 'Text',
};

const typeName = ({ type, modes = [] }: INodeProperties): string =>
	modes.some(({ name }) => name === 'name') ? 'List, name or ID' : (typeNames[type] ?? '');

/** Whether a field takes input. Menus have their own headings, and notices and hidden values aren't input. */
export const isInput = ({ name, type }: INodeProperties): boolean =>
	!['resource', 'operation'].includes(name) && type in typeNames;

/** Where a field is shown: only in tools of AI agents, only outside of them, or everywhere. */
export type FieldPlace = 'tools' | 'nodes' | 'everywhere';

/** Returns where a field of a form is shown. */
export function placeOf({ displayOptions }: INodeProperties): FieldPlace {
	const isTool = displayOptions?.show?.['@tool'];
	if (isTool === undefined) return 'everywhere';
	return isTool.includes(true) ? 'tools' : 'nodes';
}

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	['options', 'multiOptions'].includes(type) ? (options as INodePropertyOptions[]) : [];

/** A value as shown on the screen. */
function shownValue(property: INodeProperties, value: unknown): string {
	if (Array.isArray(value)) return value.map((entry) => shownValue(property, entry)).join(', ');
	const choice = choicesOf(property).find((one) => one.value === value);
	if (choice) return choice.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return 'mode' in value ? String((value as { value?: unknown }).value ?? '') : JSON.stringify(value);
}

const isGroup = ({ type }: INodeProperties): boolean =>
	['collection', 'fixedCollection', 'resourceMapper'].includes(type);

function defaultOf(property: INodeProperties): string {
	const text = isGroup(property) ? '' : shownValue(property, property.default as NodeParameterValueType);
	return text === '{}' ? '' : text;
}

const menus = ['resource', 'operation'];

/** The choices that show a field, apart from the menus. A name with a slash is a top-level field of the form. */
function choicesThatShow(
	{ displayOptions }: INodeProperties,
	siblings: INodeProperties[],
	form: INodeProperties[],
): string[] {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !menus.includes(name) && name !== '@tool',
	);
	return conditions.map(([name, values = []]) => {
		const all = name.startsWith('/') ? form : [...siblings, ...form];
		const other = all.find((one) => one.name === name.replace('/', '') && isInput(one));
		// A field for some networks. Its description names them.
		if (values.some((value) => typeof value === 'object')) return 'channels that can have it';
		const shown = values.map((value) => (other ? shownValue(other, value) : String(value)));
		const state = ['on', 'off'].includes(shown.join())
			? `turned ${shown}`
			: `set to **${shown.join('** or **')}**`;
		return `**${other?.displayName ?? name}** ${state}`;
	});
}

function choiceTexts(property: INodeProperties): string[] {
	const choices = choicesOf(property).map(({ name, description }) =>
		description ? `${name} (${description})` : name,
	);
	return choices.length > 0 ? [`One of: ${choices.join('; ')}.`] : [];
}

function textOf(property: INodeProperties): string {
	const { description = '', hint = '', type } = property;
	const saysPriceTwice = [description, hint].every((text) => text.includes('credit'));
	const own = (saysPriceTwice ? [hint] : [description, hint]).filter((text) => text !== '').map(sentence);
	const texts = [...own, ...choiceTexts(property)];
	return toMarkdown(texts.join(' ')) || (type === 'collection' ? 'Add the fields you need.' : '');
}

/** The forms inside a group, each with the prefix of its fields. */
function innerForms({ displayName, options = [] }: INodeProperties): Array<[string, INodeProperties[]]> {
	const parts = options as Part[];
	const groups = parts.filter((part): part is INodePropertyCollection => 'values' in part);
	const fields = parts.filter((part): part is INodeProperties => 'type' in part && !('values' in part));
	const named = groups.map((group): [string, INodeProperties[]] => [
		group.displayName === displayName ? displayName : `${displayName} > ${group.displayName}`,
		group.values,
	]);
	return fields.length > 0 ? [...named, [displayName, fields]] : named;
}

/** A field in a table. */
interface FieldRow {
	cells: string[];
	/** The choices that show the field. Empty for one that is always there. */
	shownWith: string[];
}

const headings = ['Field', 'Type', 'Required', 'Default', 'Description'];

/** A table of the fields that are always there, and one under each choice that shows others. */
export function fieldTables(rows: readonly FieldRow[]): string {
	const choices = [...new Set(rows.map(({ shownWith }) => shownWith.join(' and ')))];
	return choices
		.sort((a, b) => Number(a !== '') - Number(b !== ''))
		.map((choice) => {
			const shown = rows.filter(({ shownWith }) => shownWith.join(' and ') === choice);
			const table = compactTable(
				headings,
				shown.map(({ cells }) => cells),
			);
			return choice === '' ? table : `With ${choice}:\n\n${table}`;
		})
		.join('\n\n');
}

/** A group of fields shared by several operations, described once per page. */
export interface SharedGroup {
	name: string;
	/** Rows of {@link fieldRows} for the fields in the group, named without the group. */
	rows: FieldRow[];
	/** The page with its description, from the pages of the operations. */
	page: string;
}

const noGroups: readonly SharedGroup[] = [];

/**
 * A row for each field of a form that is shown at one of the places, and of the groups in it, in the order of the screen. The
 * fields of a shared group are left out: its row links to the group's own table.
 */
export function fieldRows(
	form: INodeProperties[],
	shared = noGroups,
	places: FieldPlace[] = ['everywhere', 'nodes'],
): FieldRow[] {
	return rowsOf(
		form.filter((field) => places.includes(placeOf(field))),
		{ name: '', shownWith: [] },
		form,
		shared,
	);
}

/** The group that fields are in: its name, and the choices that show it. */
interface Place {
	name: string;
	shownWith: string[];
}

function rowsOf(
	fields: INodeProperties[],
	place: Place,
	form: INodeProperties[],
	shared = noGroups,
): FieldRow[] {
	return fields.filter(isInput).flatMap((property) => {
		const { displayName, required } = property;
		// Two fields with the same name: one is only in tools of AI agents.
		const isSecond = fields.some((one) => one !== property && one.displayName === displayName);
		const called = isSecond && placeOf(property) === 'tools' ? `${displayName} (in a tool)` : displayName;
		const name = place.name === '' ? called : `${place.name} > ${called}`;
		const text = textOf(property);
		const shownWith = [...new Set([...place.shownWith, ...choicesThatShow(property, fields, form)])];
		const row = [name, typeName(property), required ? 'yes' : '', defaultOf(property)];
		const group = shared.find((one) => isGroup(property) && one.name === displayName);
		if (group) {
			const link = `[${displayName}](${group.page}#${anchor(displayName)})`;
			return [{ cells: [...row, `${text} See ${link}.`.trim()], shownWith }];
		}
		return [{ cells: [...row, text], shownWith }, ...innerRows(property, { name, shownWith }, form, shared)];
	});
}

/** The rows of the fields in a group, whose name begins theirs. */
const innerRows = (
	property: INodeProperties,
	{ name, shownWith }: Place,
	form: INodeProperties[],
	shared = noGroups,
): FieldRow[] =>
	innerForms({ ...property, displayName: name }).flatMap(([path, fields]) =>
		rowsOf(fields, { name: path, shownWith }, form, shared),
	);

/** A group with fewer fields is repeated in every operation that has it. */
const sharedGroupMin = 6;
/** The share of a group's fields that each operation must have for a shared description. */
const sharedPartMin = 0.75;

interface GroupOfOperation {
	operation: string;
	name: string;
	rows: FieldRow[];
}

/** The groups of a form and the groups in them. */
const allGroups = (form: INodeProperties[]): INodeProperties[] =>
	form
		.filter(isGroup)
		.flatMap((group) => [group, ...innerForms(group).flatMap(([, fields]) => allGroups(fields))]);

function groupsOf(operation: string, form: INodeProperties[]): GroupOfOperation[] {
	return allGroups(form).map((property) => {
		const name = property.displayName;
		const rows = innerRows(property, { name, shownWith: [] }, form).map(
			({ cells: [field = '', ...cells], shownWith }) => ({
				cells: [field.slice(`${name} > `.length), ...cells],
				shownWith,
			}),
		);
		return { operation, name, rows };
	});
}

/** The common fields of a group, or `undefined` if an operation has its own fields or lacks too many. */
function mergedGroup(groups: GroupOfOperation[], page: string): SharedGroup | undefined {
	const [longest, ...others] = groups.sort((a, b) => b.rows.length - a.rows.length);
	if (!longest || others.length === 0 || longest.rows.length < sharedGroupMin) return undefined;
	const has = ({ rows }: GroupOfOperation, row: FieldRow): boolean =>
		rows.some((one) => JSON.stringify(one) === JSON.stringify(row));
	const fits = others.every(
		(group) =>
			group.rows.length >= sharedPartMin * longest.rows.length &&
			group.rows.every((row) => has(longest, row)),
	);
	if (!fits) return undefined;
	const rows = longest.rows.map((row) => {
		const owners = groups.filter((group) => has(group, row)).map(({ operation }) => operation);
		const note = owners.length < groups.length ? ` Only in ${owners.join(' and ')}.` : '';
		return { ...row, cells: [...row.cells.slice(0, -1), `${row.cells.at(-1) ?? ''}${note}`] };
	});
	return { name: longest.name, rows, page };
}

/** The groups with the same fields in several operations. `page`: where they are described, from the operations' pages. */
export function sharedGroups(
	operations: Array<{ name: string; form: INodeProperties[] }>,
	page: string,
): SharedGroup[] {
	const groups = operations.flatMap(({ name, form }) => groupsOf(name, form));
	return [...new Set(groups.map(({ name }) => name))].flatMap((name) => {
		const merged = mergedGroup(
			groups.filter((group) => group.name === name),
			page,
		);
		return merged ? [merged] : [];
	});
}

/** The fields of a form shown for an operation. */
export const formOf = (all: INodeProperties[], resource: string, operation: string): INodeProperties[] =>
	all.filter(({ displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const fits = (name: string, value: string): boolean =>
			show[name] === undefined || (show[name] as unknown[]).includes(value);
		return fits('resource', resource) && fits('operation', operation);
	});

/** Each parameter as **label**: value, in the order of the screen. */
export function describeParameters(form: INodeProperties[], values: Record<string, unknown>): string[] {
	return form.filter(isInput).flatMap((property) => {
		const value = values[property.name];
		if (value === undefined) return [];
		if (!isGroup(property) || property.type === 'resourceMapper')
			return [`**${property.displayName}**: ${shownValue(property, value)}`];
		return innerForms(property).flatMap(([path, fields]) =>
			describeParameters(fields, value as Record<string, unknown>).map((text) => `${path} > ${text}`),
		);
	});
}
