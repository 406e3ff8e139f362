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
import { locatorValue, toNames } from '../../shared/parameters';
import { channelOptionId } from '../actions/post/form/channelOptions';
import { fieldLabel } from '../labels';
import { toChannelIds } from '../names';
import { channelName, choose, noChannels } from './choices';

const asList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

type JsonSchema = Record<string, unknown>;

/** A schema that allows one thing or null is a schema of that thing. */
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

/** How an argument is typed in. What has several types is left to the service, as text. */
function typeOf({ type, format, anyOf, oneOf, enum: values }: JsonSchema): FieldType {
	if (Array.isArray(values)) return 'options';
	if (format === 'date-time') return 'dateTime';
	const variants = asList(anyOf ?? oneOf);
	if (variants.length > 0 && variants.every((variant) => isObject(variant) && variant.type === 'object')) {
		return 'object';
	}
	return ownValue(fieldTypes, String(type)) ?? 'string';
}

const toOptions = (values: unknown): ResourceMapperField['options'] =>
	asList(values).map((value) => ({ name: String(value), value: value as string }));

const acronyms = /\b(ai|id|ids|url)\b/gi;

/** The words of an argument's name: `proposedPublishAt` becomes `Proposed Publish At`, and `aiGenerated` `AI Generated`. */
function label(name: string): string {
	const words = name.replace(/[_-]+/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	const titled = words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return titled.replace(acronyms, (word) => word.toUpperCase().replace(/S$/, 's'));
}

/** How the fields of a form are called. */
interface Naming {
	/** Makes a field's id of the property's name; unique in the form. */
	id: (name: string) => string;
	/** Stands behind the label: the editor cuts what is long at its end. */
	suffix: string;
}

const plainNaming: Naming = { id: (name) => name, suffix: '' };

function toField(
	name: string,
	given: unknown,
	isRequired: boolean,
	{ id, suffix }: Naming,
): ResourceMapperField {
	const schema = withoutNull(isObject(given) ? given : {});
	const type = typeOf(schema);
	return {
		id: id(name),
		displayName: `${label(name)}${suffix}`,
		required: isRequired,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !isRequired,
		type,
		...(type === 'options' ? { options: toOptions(schema.enum) } : {}),
	};
}

/** The form of what a JSON Schema of an object describes; required properties stand first and cannot be taken out of it. */
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
 * Loads the form of a field. The editor shows nothing of a form that fails to load: what went wrong stands in its place. A
 * form that was loaded before stays as it is, because the editor forgets the values of fields that are gone.
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

/** The form of the tool that is chosen beside it, from the schema that the service has for it. */
async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = locatorValue(this.getCurrentNodeParameter('toolName'));
	if (name === '') return note('Choose a tool first: its arguments then stand here');
	if (isExpression(name)) return note('The tool is an expression: give its arguments as JSON');
	return await loadForm(this, 'toolArguments', async ({ agent }) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		if (!tool) return note(`The service has no tool '${name}' for this credential`);
		return { fields: toForm(tool.inputSchema), emptyFieldsNotice: 'This tool takes no arguments' };
	});
}

/** The channels an update sends its post to, where it changes them. */
function chosenInNode(context: ILoadOptionsFunctions): unknown {
	const { channels } = (context.getCurrentNodeParameter('updateFields') ?? {}) as IDataObject;
	return context.getCurrentNodeParameter('channels') ?? channels;
}

const channelsByExpression = note(
	'Channel Options: the channels are an expression, so give their options in Channel Overrides (JSON)',
);

/** The channels a post goes to: those chosen in the node, or those that the post has; else what to do first. */
async function channelsOfPost(
	context: ILoadOptionsFunctions,
	{ accounts, posts }: PublishingClient,
): Promise<string[] | ResourceMapperFields> {
	const chosen = chosenInNode(context);
	if (isExpression(chosen)) return channelsByExpression;
	const names = toNames(chosen);
	if (names.length > 0) return await toChannelIds(accounts, names, fieldLabel('accounts'));
	const postId = context.getCurrentNodeParameter('postId');
	if (postId === undefined)
		return note('Channel Options: choose channels, and what the service lets you set for them stands here');
	const id = locatorValue(postId);
	if (id === '')
		return note(
			'Channel Options: choose a post, and what the service lets you set for its channels stands here',
		);
	if (isExpression(id)) return channelsByExpression;
	return (await posts.get(id)).channels.map(({ accountId }) => accountId);
}

const optionsForm = (channel: Channel): ResourceMapperField[] =>
	channel.capabilities.optionsKey
		? toForm(channel.optionsSchema, {
				id: (name) => channelOptionId(channel.id, channel.capabilities.optionsKey ?? '', name),
				suffix: ` (${channelName(channel)})`,
			})
		: [];

const nothingFor = (channels: Channel[]): string =>
	`Channel Options: the service describes none for ${channels.map(channelName).join(', ') || 'these channels'}. Use Channel Overrides`;

/** The options of the chosen channels, from the schema that the service has for each. */
async function getChannelOptions(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await loadForm(this, 'channelOptions', async (client) => {
		const all = await client.accounts.list();
		if (all.length === 0) return note(`Channel Options: ${noChannels()}`);
		const ids = await channelsOfPost(this, client);
		if (!Array.isArray(ids)) return ids;
		const channels = all.filter(({ id }) => ids.includes(id));
		return { fields: channels.flatMap(optionsForm), emptyFieldsNotice: nothingFor(channels) };
	});
}

/** Forms behind the resource mappers. */
export const resourceMapping = { getChannelOptions, getToolArguments };
