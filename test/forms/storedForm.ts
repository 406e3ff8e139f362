import {
	NodeHelpers,
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { mapValues, ownValue, without, withoutUndefined } from '../../client/http/json';
import { channelOptionId, networkOptions } from '../../nodes/SocialPublishing/options/channelOptions';

type Conditions = NonNullable<IDisplayOptions['show']>;

/** A field as workflows store it. n8n drops a stored value in silence if the node has no such field. */
export interface StoredField {
	/** Its name, after the names of its groups, such as `additionalFields.firstComment`. */
	field: string;
	type: string;
	default: unknown;
	/** The values of a menu, or the modes of a list from which one is chosen. */
	values?: unknown[];
	/** Whether a group can have several entries. */
	multiple?: boolean;
	/** Which other fields show it. A hidden field isn't stored. */
	displayOptions?: IDisplayOptions;
	/** The resources and operations that have it. Missing if all have it. */
	in?: string[];
}

const filled = (conditions: Conditions): Conditions | undefined =>
	Object.keys(conditions).length > 0 ? conditions : undefined;

/** The conditions of a field, apart from the version, resource and operation. */
function conditionsOf({ show = {}, hide = {} }: IDisplayOptions = {}): IDisplayOptions | undefined {
	const conditions = withoutUndefined({
		show: filled(without(show, '@version', 'resource', 'operation') as Conditions),
		hide: filled(without(hide, '@version') as Conditions),
	});
	return conditions.show || conditions.hide ? conditions : undefined;
}

/** Whether a version of the node has a field, as n8n decides it. */
function isIn(version: number, field: INodeProperties, description: INodeTypeDescription): boolean {
	const displayOptions = mapValues(
		(field.displayOptions ?? {}) as Record<string, Conditions>,
		({ '@version': versions }) => (versions ? { '@version': versions } : undefined),
	);
	return NodeHelpers.displayParameter(
		{},
		{ ...field, displayOptions },
		{ typeVersion: version },
		description,
	);
}

function storedPart(field: INodeProperties, path: string): StoredField {
	const { type, options = [], modes, typeOptions, displayOptions } = field;
	const isMenu = type === 'options' || type === 'multiOptions';
	const values = isMenu
		? options.map((option) => (option as INodePropertyOptions).value)
		: modes?.map(({ name }) => name);
	return withoutUndefined({
		field: path,
		type,
		default: field.default,
		values: values?.length === 0 ? undefined : values,
		multiple: typeOptions?.multipleValues,
		displayOptions: conditionsOf(displayOptions),
	});
}

/** The options of channels, for a whole network and for a single channel. */
const channelOptions: INodeProperties[] = [undefined, '<channel ID>'].flatMap((channelId) =>
	Object.entries(networkOptions).flatMap(([optionsKey, options]) =>
		options.map(({ name, displayName, type, choices = {} }) => ({
			displayName,
			name: channelOptionId(optionsKey, name, channelId),
			type,
			default: undefined,
			options: Object.keys(choices).map((value) => ({ name: value, value })),
		})),
	),
);

/** What the node stores of a form that it loads, by the method that loads it. The names of a tool's arguments are the service's. */
const loadedFields: Record<string, INodeProperties[]> = {
	getChannelOptions: channelOptions,
	getToolArguments: [],
};

function fieldsLoadedBy(method = ''): INodeProperties[] {
	const fields = ownValue(loadedFields, method);
	if (!fields) throw new Error(`Add what ${method} loads to loadedFields in test/forms/storedForm.ts`);
	return fields;
}

/** The fields of a group, each with the path of its group. */
function fieldsIn(
	{ type, options = [], typeOptions }: INodeProperties,
	path: string,
): Array<[INodeProperties, string]> {
	const under = (fields: INodeProperties[], group: string) =>
		fields.map((each): [INodeProperties, string] => [each, `${group}.${each.name}`]);
	if (type === 'resourceMapper')
		return under(fieldsLoadedBy(typeOptions?.resourceMapper?.resourceMapperMethod), `${path}.value`);
	if (type === 'collection') return under(options as INodeProperties[], path);
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		under(values, `${path}.${name}`),
	);
}

/** The operations that have a field at the top of the form. Undefined if all have it. */
function operationsWith({ displayOptions }: INodeProperties): string[] | undefined {
	const { resource, operation = [''] } = displayOptions?.show ?? {};
	return resource?.flatMap((of) => operation.map((name) => [of, name].filter(Boolean).join(':')));
}

/** What a version of a node stores, each field once with all operations that have it. Notices store nothing. */
export function storedForm(description: INodeTypeDescription, version: number): StoredField[] {
	const fields = new Map<string, StoredField>();
	const add = (field: INodeProperties, path: string, operations: string[] | undefined): void => {
		if (field.type === 'notice' || !isIn(version, field, description)) return;
		const part = storedPart(field, path);
		const key = JSON.stringify(part);
		const all = [...new Set([...(fields.get(key)?.in ?? []), ...(operations ?? [])])];
		fields.set(key, { ...part, ...(all.length > 0 ? { in: all } : {}) });
		for (const [inner, innerPath] of fieldsIn(field, path)) add(inner, innerPath, operations);
	};
	for (const field of description.properties) add(field, field.name, operationsWith(field));
	return [...fields.values()];
}

/** The form of each version of a node, by the name of the file that keeps it. */
export const formsOf = (description: INodeTypeDescription): Array<[file: string, form: StoredField[]]> =>
	[description.version]
		.flat()
		.map((version) => [`${description.name}.v${version}.json`, storedForm(description, version)]);

/** Writes a form with one field on each line, so that a diff shows single fields. */
export const toText = (form: StoredField[]): string =>
	`[\n${form.map((field) => JSON.stringify(field)).join(',\n')}\n]\n`;

/** What a form says about its fields, each with the operations in which it holds. */
function statementsOf(form: StoredField[]): Map<string, string[]> {
	const statements = new Map<string, string[]>();
	for (const { field, in: operations = [''], values = [], ...facts } of form) {
		const texts = [JSON.stringify(facts), ...values.map((value) => `value ${JSON.stringify(value)}`)];
		for (const text of texts) {
			const statement = `${field}: ${text}`;
			statements.set(statement, [...(statements.get(statement) ?? []), ...operations]);
		}
	}
	return statements;
}

/** The statements of one form that another one doesn't make, for people. */
function onlyIn(one: StoredField[], other: StoredField[]): string[] {
	const others = statementsOf(other);
	return [...statementsOf(one)].flatMap(([statement, operations]) => {
		const missing = operations.filter((operation) => !others.get(statement)?.includes(operation));
		const where = missing.filter(Boolean).join(', ');
		return missing.length === 0 ? [] : [where === '' ? statement : `${statement} (${where})`];
	});
}

/** How the form of a version differs from the kept one. */
interface FormChanges {
	/** What workflows can have stored and the node no longer reads as before. */
	lost: string[];
	added: string[];
}

/** Compares the form of a version with the kept one. */
export const changesOf = (kept: StoredField[], form: StoredField[]): FormChanges => ({
	lost: onlyIn(kept, form),
	added: onlyIn(form, kept),
});

/** Whether the kept form can be written again. Nobody has workflows with it before the first release. */
export const mayRewrite = ({ lost }: FormChanges, isReleased: boolean): boolean =>
	!isReleased || lost.length === 0;

/** Says what changed in a form, and what to do about it. Empty if nothing changed. */
export function complaintAbout(file: string, changes: FormChanges, isReleased: boolean): string {
	const lines = [...changes.lost.map((text) => `- ${text}`), ...changes.added.map((text) => `+ ${text}`)];
	if (lines.length === 0) return '';
	const advice = mayRewrite(changes, isReleased)
		? `Run "npm run docs -- forms" and commit test/forms/${file}.`
		: 'Workflows can have stored what the lines with - say, and n8n drops it in silence. Keep this version as it was, and put the change into a new version of the node (docs/versions.md).';
	return [`What workflows store is not what test/forms/${file} says:`, ...lines, advice].join('\n');
}
