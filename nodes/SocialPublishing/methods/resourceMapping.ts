import type {
	FieldType,
	IDataObject,
	ResourceMapperField,
	ILoadOptionsFunctions,
	NodeApiError,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isObject, ownValue } from '../../../client/http/json';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel } from '../../../client/publishing/schemas';
import { titleOf } from '../../shared/fields';
import { locatorValue } from '../../shared/parameters';
import { channelOptionId } from '../actions/post/form/channelOptions';
import { optionLabel, optionValueLabel } from '../labels';
import { channelName, choose, noChannels } from './choices';

const asList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

type JsonSchema = Record<string, unknown>;

/** Reduces a schema that allows one type or null to the schema of that type, because a form can leave any field empty. */
function withoutNull(schema: JsonSchema): JsonSchema {
	const types = asList(schema.type).filter((type) => type !== 'null');
	const variants = asList(schema.anyOf ?? schema.oneOf).filter(isObject);
	const [only, ...more] = variants.filter(({ type }) => type !== 'null');
	if (types.length === 0 && only !== undefined && more.length === 0) return { ...schema, ...only };
	return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

const fieldTypes: Record<string, FieldType> = {
	array: 'array',
	boolean: 'boolean',
	integer: 'number',
	number: 'number',
	object: 'object',
	string: 'string',
};

/** The kind of field in which a value is entered. A value that can have several types is entered as text, and the service checks it. */
function typeOf({ type, format, anyOf, oneOf, enum: values }: JsonSchema): FieldType {
	if (Array.isArray(values)) return 'options';
	if (format === 'date-time') return 'dateTime';
	const variants = asList(anyOf ?? oneOf);
	if (variants.length > 0 && variants.every((variant) => isObject(variant) && variant.type === 'object')) {
		return 'object';
	}
	return ownValue(fieldTypes, String(type)) ?? 'string';
}

/** How a form names the properties of a schema and their values. */
interface Naming {
	/** Makes the ID of a field, which must be unique in the form, from the name of the property. */
	id: (name: string) => string;
	/** What tells fields with the same name apart comes last, because the editor cuts a long label off at its end. */
	label: (name: string) => string;
	/** The label of one of the values that a property can have. */
	valueLabel: (value: string, name: string) => string;
}

const plainNaming: Naming = { id: (name) => name, label: titleOf, valueLabel: (value) => value };

function toField(
	name: string,
	given: unknown,
	isRequired: boolean,
	{ id, label, valueLabel }: Naming,
): ResourceMapperField {
	const schema = withoutNull(isObject(given) ? given : {});
	const type = typeOf(schema);
	const toOption = (value: unknown) => ({ name: valueLabel(String(value), name), value: value as string });
	return {
		id: id(name),
		displayName: label(name),
		required: isRequired,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !isRequired,
		type,
		...(type === 'options' ? { options: asList(schema.enum).map(toOption) } : {}),
	};
}

/** Makes a form from the JSON Schema of an object. Required properties come first, and the user can't remove them. */
export function toForm(schema: unknown, naming: Naming = plainNaming): ResourceMapperField[] {
	const { required: names, properties: described }: JsonSchema = isObject(schema) ? schema : {};
	const required = asList(names);
	const properties = isObject(described) ? described : {};
	return Object.entries(properties)
		.map(([name, property]) => toField(name, property, required.includes(name), naming))
		.sort((a, b) => Number(b.required) - Number(a.required));
}

const note = (emptyFieldsNotice: string): ResourceMapperFields => ({ fields: [], emptyFieldsNotice });

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

/**
 * Loads the form of a field. The editor doesn't show why a form couldn't be loaded, so the error becomes the form's notice.
 * A form that was loaded before stays as it is, because the editor forgets the values of fields that are gone.
 */
async function loadForm(
	context: ILoadOptionsFunctions,
	field: string,
	read: (client: PublishingClient) => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	return await choose(context, read).catch((error: NodeApiError) => {
		const { schema } = (context.getCurrentNodeParameter(field) ?? {}) as IDataObject;
		const fields = Array.isArray(schema) ? (schema as unknown as ResourceMapperField[]) : [];
		return { fields, emptyFieldsNotice: `${error.message}. ${error.description ?? ''}` };
	});
}

/** The form for the arguments of the tool that is chosen in the field Tool, from the tool's own schema. */
async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = locatorValue(this.getCurrentNodeParameter('toolName'));
	if (name === '') return note('Choose a tool to see its arguments');
	if (isExpression(name))
		return note("The tool is an expression. Choose 'Using JSON' in 'Specify Arguments'");
	return await loadForm(this, 'toolArguments', async ({ agent }) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		if (!tool) return note(`The service has no tool '${name}' for this credential`);
		return { fields: toForm(tool.inputSchema), emptyFieldsNotice: 'This tool has no arguments' };
	});
}

/** Fields for the options of one channel. None is required, because the post might not go to this channel. */
function optionsForm(channel: Channel): ResourceMapperField[] {
	const { optionsKey } = channel.capabilities;
	if (!optionsKey) return [];
	const naming: Naming = {
		id: (name) => channelOptionId(channel.id, optionsKey, name),
		label: (name) => `${optionLabel(name)} (${channelName(channel)})`,
		valueLabel: (value, name) => optionValueLabel(name, value),
	};
	return toForm(channel.optionsSchema, naming).map((field) => ({ ...field, required: false, removed: true }));
}

/**
 * The form for the options of all channels of the API key, from the schema that the service has for each. It doesn't depend
 * on the channels of the post: those can be an expression, and the editor drops what was filled in for a field that is gone.
 */
async function getChannelOptions(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await loadForm(this, 'channelOptions', async ({ accounts }) => {
		const channels = await accounts.list();
		if (channels.length === 0) return note(noChannels());
		const emptyFieldsNotice = "The service describes no options for your channels. Use 'Overrides' instead";
		return { fields: channels.flatMap(optionsForm), emptyFieldsNotice };
	});
}

/** Forms behind the resource mappers. */
export const resourceMapping = { getChannelOptions, getToolArguments };
