import type {
	IDataObject,
	ILoadOptionsFunctions,
	NodeApiError,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel } from '../../../client/publishing/schemas';
import { locatorValue, toList } from '../../shared/parameters';
import { channelOptionId } from '../channelOptions';
import { channelName, choose, noChannels } from './choices';
import { toForm } from './schemaForm';

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
	{ posts }: PublishingClient,
): Promise<string[] | ResourceMapperFields> {
	const chosen = chosenInNode(context);
	if (isExpression(chosen)) return channelsByExpression;
	const ids = toList(chosen);
	if (ids.length > 0) return ids;
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
