import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel } from '../../../client/publishing/schemas';
import { locatorValue, toList } from '../../shared/parameters';
import { channelOptionId } from '../channelOptions';
import { channelName, choose } from './choices';
import { toForm } from './schemaForm';

/** The form of the tool that is chosen beside it, from the schema that the service has for it. */
async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = locatorValue(this.getCurrentNodeParameter('toolName'));
	if (name === '') return { fields: [], emptyFieldsNotice: 'Choose a tool first' };
	if (name.startsWith('=')) {
		return { fields: [], emptyFieldsNotice: 'The tool is an expression: give its arguments as JSON' };
	}
	const tools = await choose(this, async ({ agent }) => await agent.listTools());
	const tool = tools.find((each) => each.name === name);
	if (!tool)
		return { fields: [], emptyFieldsNotice: `The service has no tool '${name}' for this credential` };
	return { fields: toForm(tool.inputSchema), emptyFieldsNotice: 'This tool takes no arguments' };
}

const note = (emptyFieldsNotice: string): ResourceMapperFields => ({ fields: [], emptyFieldsNotice });

/** The channels a post goes to: those chosen in the node, or those that the post has. */
async function chosenChannels(
	context: ILoadOptionsFunctions,
	{ posts }: PublishingClient,
): Promise<string[] | undefined> {
	const chosen = context.getCurrentNodeParameter('channels');
	if (typeof chosen === 'string' && chosen.startsWith('=')) return undefined;
	if (chosen !== undefined) return toList(chosen);
	const postId = locatorValue(context.getCurrentNodeParameter('postId'));
	if (postId === '') return [];
	if (postId.startsWith('=')) return undefined;
	return (await posts.get(postId)).channels.map(({ accountId }) => accountId);
}

const optionsForm = (channel: Channel): ResourceMapperField[] =>
	toForm(channel.optionsSchema, {
		id: (name) => channelOptionId(channel.id, channel.capabilities.optionsKey ?? '', name),
		heading: `${channelName(channel)}: `,
	});

/** The options of the chosen channels, from the schema that the service has for each. */
async function getChannelOptions(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await choose(this, async (client) => {
		const ids = await chosenChannels(this, client);
		if (!ids) return note('The channels are an expression: give their options as JSON');
		const channels = (await client.accounts.list()).filter(({ id }) => ids.includes(id));
		const fields = channels.filter(({ capabilities }) => capabilities.optionsKey).flatMap(optionsForm);
		// Nothing to fill in is nothing to warn of: most channels have no options.
		return { fields };
	});
}

/** Forms behind the resource mappers. */
export const resourceMapping = { getChannelOptions, getToolArguments };
