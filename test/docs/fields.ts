import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { toMarkdown } from './markdown';

const typeNames: Record<string, string> = {
	boolean: 'Switch',
	collection: 'Group',
	dateTime: 'Date and time',
	fixedCollection: 'Group',
	json: 'JSON',
	multiOptions: 'Choices',
	number: 'Number',
	options: 'Choice',
	resourceLocator: 'List or ID',
	resourceMapper: 'Form',
	string: 'Text',
};

/** Fields that nobody fills in: the menus have headings of their own, notices and hidden values are no input. */
const isInput = ({ name, type }: INodeProperties): boolean =>
	!['resource', 'operation'].includes(name) && type in typeNames;

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	['options', 'multiOptions'].includes(type) ? (options as INodePropertyOptions[]) : [];

/** A value as the screen shows it. */
export function shownValue(property: INodeProperties, value: unknown): string {
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

/** When a field is shown, besides the menus. */
function conditionOf({ displayOptions }: INodeProperties, all: INodeProperties[]): string[] {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(([name]) => !menus.includes(name));
	return conditions.map(([name, values = []]) => {
		const other = all.find((one) => one.name === name && isInput(one));
		const shown = values.map((value) => (other ? shownValue(other, value) : String(value)));
		return `Shown where ${other?.displayName ?? name} is ${shown.join(' or ')}.`;
	});
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function choiceTexts(property: INodeProperties): string[] {
	const choices = choicesOf(property).map(({ name, description }) =>
		description ? `${name} (${description})` : name,
	);
	return choices.length > 0 ? [`One of: ${choices.join('; ')}.`] : [];
}

function textOf(property: INodeProperties, siblings: INodeProperties[]): string {
	const { description = '', hint = '', type } = property;
	const own = [description, hint].filter((text) => text !== '').map(sentence);
	const texts = [...own, ...choiceTexts(property), ...conditionOf(property, siblings)];
	return toMarkdown(texts.join(' ')) || (type === 'collection' ? 'Added one by one.' : '');
}

/** The forms inside a group, each with the words that stand before its fields. */
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

/** Headings of the tables that {@link fieldRows} fills. */
export const fieldHeadings = ['Field', 'Type', 'Required', 'Default', 'What it is'];

/** A row for each field of a form and of the groups in it, in the order of the screen. */
export function fieldRows(form: INodeProperties[], before = ''): string[][] {
	return form.filter(isInput).flatMap((property) => {
		const name = `${before}${property.displayName}`;
		const type = typeNames[property.type] ?? '';
		const row = [name, type, property.required ? 'yes' : '', defaultOf(property), textOf(property, form)];
		const inner = innerForms({ ...property, displayName: name }).flatMap(([path, fields]) =>
			fieldRows(fields, `${path} > `),
		);
		return [row, ...inner];
	});
}

/** The fields of a form that are shown for an operation. */
export const formOf = (all: INodeProperties[], resource: string, operation: string): INodeProperties[] =>
	all.filter(({ displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const fits = (name: string, value: string): boolean =>
			show[name] === undefined || (show[name] as unknown[]).includes(value);
		return fits('resource', resource) && fits('operation', operation);
	});

/** Parameters as a person would tell them: **label**: value, in the order of the screen. */
export function tellParameters(form: INodeProperties[], values: Record<string, unknown>): string[] {
	return form.filter(isInput).flatMap((property) => {
		const value = values[property.name];
		if (value === undefined) return [];
		if (!isGroup(property) || property.type === 'resourceMapper')
			return [`**${property.displayName}**: ${shownValue(property, value)}`];
		return innerForms(property).flatMap(([path, fields]) =>
			tellParameters(fields, value as Record<string, unknown>).map((text) => `${path} > ${text}`),
		);
	});
}
