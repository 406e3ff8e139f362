import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

type Entry = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** A field of a node's description. `path` says where it is, for messages. */
interface Field {
	path: string;
	property: INodeProperties;
	/** The fields of the same form or group, in their order. */
	siblings: INodeProperties[];
}

const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;
const isField = (entry: Entry): entry is INodeProperties => 'type' in entry;

/** Every field of a description, including those inside collections. */
function allFields(properties: INodeProperties[], parent = ''): Field[] {
	return properties.flatMap((property) => {
		const path = `${parent}${property.name}`;
		const inner = innerForms(property).flatMap(([name, form]) => allFields(form, `${path}.${name}`));
		return [{ path, property, siblings: properties }, ...inner];
	});
}

/** The forms inside a collection or a fixed collection, each with the start of its path. */
function innerForms({ options = [] }: INodeProperties): Array<[string, INodeProperties[]]> {
	const groups = options
		.filter(isGroup)
		.map(({ name, values }) => [`${name}.`, values] as [string, INodeProperties[]]);
	const fields = options.filter((entry) => isField(entry) && !isGroup(entry)) as INodeProperties[];
	return fields.length > 0 ? [...groups, ['', fields]] : groups;
}

/** Dropdown methods that the description names but the node lacks. */
export function missingMethods({ description, methods }: INodeType): string[] {
	return allFields(description.properties).flatMap(({ path, property }) =>
		methodsOf(property)
			.filter(({ kind, name }) => methods?.[kind]?.[name] === undefined)
			.map(({ kind, name }) => `${path} names ${kind}.${name}, which does not exist`),
	);
}

type MethodKind = 'loadOptions' | 'listSearch' | 'resourceMapping';

function methodsOf({ typeOptions, modes = [] }: INodeProperties): Array<{ kind: MethodKind; name: string }> {
	const found: Array<[MethodKind, string | undefined]> = [
		['loadOptions', typeOptions?.loadOptionsMethod],
		['resourceMapping', typeOptions?.resourceMapper?.resourceMapperMethod],
		...modes.map((mode): [MethodKind, string | undefined] => [
			'listSearch',
			mode.typeOptions?.searchListMethod,
		]),
	];
	return found.flatMap(([kind, name]) => (name === undefined ? [] : [{ kind, name }]));
}

/** Dropdown methods that no field names. */
export function unusedMethods({ description, methods = {} }: INodeType): string[] {
	const used = new Set(
		allFields(description.properties).flatMap(({ property }) =>
			methodsOf(property).map(({ kind, name }) => `${kind}.${name}`),
		),
	);
	const kinds: MethodKind[] = ['loadOptions', 'listSearch', 'resourceMapping'];
	const there = kinds.flatMap((kind) => Object.keys(methods[kind] ?? {}).map((name) => `${kind}.${name}`));
	return there.filter((name) => !used.has(name)).map((name) => `no field uses ${name}`);
}

/** Names used twice in one form under the same display options. */
export function duplicateNames({ properties }: INodeTypeDescription): string[] {
	return allFields(properties)
		.filter(({ property, siblings }) =>
			siblings.some((other) => other !== property && isSameField(other, property)),
		)
		.map(({ path }) => `${path} occurs twice in its form`);
}

function isSameField(a: INodeProperties, b: INodeProperties): boolean {
	return a.name === b.name && JSON.stringify(a.displayOptions) === JSON.stringify(b.displayOptions);
}

const SORTED_FROM = 5;
const SORTED_TYPES = new Set(['options', 'multiOptions', 'collection']);

/** Menus in the order of n8n's lists of actions and triggers, with the most common ones first. */
export const MENUS = ['resource', 'operation', 'events'];

/** Lists of five or more entries that are not sorted by the name the user reads, except for menus. */
export function unsortedLists({ properties }: INodeTypeDescription): string[] {
	return allFields(properties)
		.filter(({ property }) => SORTED_TYPES.has(property.type) && !MENUS.includes(property.name))
		.map(({ path, property }) => ({ path, names: (property.options ?? []).map(shownName) }))
		.filter(({ names }) => names.length >= SORTED_FROM && !isSorted(names))
		.map(({ path, names }) => `${path} is not sorted: ${names.join(', ')}`);
}

function shownName(entry: Entry): string {
	return 'displayName' in entry ? entry.displayName : entry.name;
}

function isSorted(names: string[]): boolean {
	return names.every((name, index) => index === 0 || (names[index - 1] ?? '').localeCompare(name) <= 0);
}

/** Operations whose text in the list of actions is missing or has an article, and menu entries without a description. */
export function menuGaps({ properties }: INodeTypeDescription): string[] {
	return properties
		.filter(isMenu)
		.flatMap(({ name: menu, options = [] }) =>
			(options as INodePropertyOptions[]).flatMap(({ name, action, description }) => [
				...(menu === 'operation' && !action ? [`operation ${name} has no action`] : []),
				...(/\b(an?|the)\b/i.test(action ?? '') ? [`the action of ${name} has an article`] : []),
				...(description ? [] : [`${menu} ${name} has no description`]),
			]),
		);
}

const isMenu = ({ name }: INodeProperties): boolean => name === 'resource' || name === 'operation';

/** Elements without their own description: menus, and the "Add field" button of a collection. */
const NEEDS_NO_TEXT = new Set(['notice', 'hidden', 'collection']);

/** A list whose choices all explain themselves needs no description. */
const explainsEachChoice = ({ options = [] }: INodeProperties): boolean =>
	options.length > 0 && options.every((option) => Boolean((option as INodePropertyOptions).description));

/** Fields without a description, or booleans whose description doesn't start with "Whether". */
export function textGaps({ properties }: INodeTypeDescription): string[] {
	return allFields(properties)
		.filter(({ property }) => !isMenu(property) && !NEEDS_NO_TEXT.has(property.type))
		.flatMap(({ path, property }) => [
			...(!property.description && !explainsEachChoice(property) ? [`${path} has no description`] : []),
			...(property.type === 'boolean' && !property.description?.startsWith('Whether ')
				? [`${path} does not begin with Whether`]
				: []),
		]);
}

/** Required fields that come after an optional one, where the menus alone decide whether they are shown. */
export function lateRequiredFields({ properties }: INodeTypeDescription): string[] {
	return operationsOf(properties).flatMap(({ resource, operation }) => {
		const form = properties.filter(({ displayOptions }) =>
			isFormOf(displayOptions?.show ?? {}, resource, operation),
		);
		const firstOptional = form.findIndex(({ required, type }) => required !== true && type !== 'notice');
		return form
			.filter(({ required }, index) => required === true && firstOptional !== -1 && index > firstOptional)
			.map(({ name }) => `${resource}: ${operation} has the required field ${name} after an optional one`);
	});
}

function isFormOf(show: Record<string, unknown>, resource: string, operation: string): boolean {
	const names = Object.keys(show).filter((name) => name !== '@version');
	const shown = (name: string, value: string) =>
		(show[name] as unknown[] | undefined)?.includes(value) === true;
	return names.length === 2 && shown('resource', resource) && shown('operation', operation);
}

/** All operations of a node with their resource. */
export function operationsOf(properties: INodeProperties[]): Array<{ resource: string; operation: string }> {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const resource = String(displayOptions?.show?.resource?.[0] ?? '');
			return (options as INodePropertyOptions[]).map(({ value }) => ({ resource, operation: String(value) }));
		});
}

const textsIn = ({ description = '', hint = '', options = [] }: INodeProperties): string[] => [
	description,
	hint,
	...options.map((option) => ('description' in option && option.description) || ''),
];

/** Options that a text mentions, although the operation with this text lacks them. */
export function missingOptions({ properties }: INodeTypeDescription): string[] {
	const nameOf = ({ property }: Field): string => property.displayName;
	const optionNames = new Set(
		allFields(properties)
			.filter(({ path }) => path.startsWith('options.'))
			.map(nameOf),
	);
	return operationsOf(properties).flatMap(({ resource, operation }) => {
		const form = properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(operation),
		);
		const fields = allFields(form);
		const own = new Set(fields.map(nameOf));
		const mentioned = fields
			.flatMap(({ property }) => textsIn(property))
			.flatMap((text) => text.match(/(?<=')[^']+(?=')/g) ?? []);
		const missing = mentioned.filter((name) => optionNames.has(name) && !own.has(name));
		return missing.map((name) => `${resource}:${operation} has no '${name}'`);
	});
}

/** Fields that an operation shows for choices that it doesn't offer. Such a choice stays when a user changes the operation. */
export function fieldsOfOtherChoices({ properties }: INodeTypeDescription): string[] {
	return operationsOf(properties).flatMap(({ resource, operation }) => {
		const form = properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(operation),
		);
		const isOffered = (name: string, shownFor: unknown[]): boolean => {
			const field = form.find((one) => one.name === name && one.type === 'options');
			const choices = (field?.options ?? []) as INodePropertyOptions[];
			return choices.length === 0 || choices.some(({ value }) => shownFor.includes(value));
		};
		const isLost = ({ displayOptions: { show = {} } = {} }: INodeProperties): boolean =>
			Object.entries(show).some(([name, shownFor = []]) => !isOffered(name, shownFor));
		return form.filter(isLost).map(({ name }) => `${resource}:${operation} shows '${name}'`);
	});
}
