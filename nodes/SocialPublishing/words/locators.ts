import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../shared/fields.js';

const postTexts = {
	displayName: 'Post',
	name: 'postId',
	searchListMethod: 'searchPosts',
	placeholder: 'Select a post…',
};

/** The post that an operation works on. The list shows its caption and status. */
export const postLocator = locator({ ...postTexts, description: 'The post to use' });

/** The post of an item, for operations that create it if the item has none. Rows of a list have IDs, so it's asked for by ID first. */
export const optionalPostLocator: INodeProperties = {
	...locator({
		...postTexts,
		isOptional: true,
		description: 'The post to update. Leave empty to create one.',
		hint: 'For a list, enter an expression such as {{ $json.postId }}. An item without an ID creates a post.',
	}),
	default: { mode: 'id', value: '' },
};

/** The post that a review of a tool call shows, if there is one. */
export const reviewedPostLocator = locator({
	...postTexts,
	isOptional: true,
	description: 'The post to show on the page. Leave From List empty to show only the tool call.',
	hint: 'To show the post that the agent names, choose By ID and enter an expression such as {{ $json.toolParameters.post }}',
});

const channelLocatorFor = (searchListMethod: string, description: string): INodeProperties =>
	locator({
		displayName: 'Channel',
		name: 'channelId',
		description,
		searchListMethod,
		placeholder: 'Select a channel…',
		nameExample: 'LinkedIn, @acme or LinkedIn: Acme Studio',
	});

/** Any channel of the key. */
export const channelLocator = channelLocatorFor('searchChannels', 'The channel to work on');
export const pinterestChannelLocator = channelLocatorFor(
	'searchPinterestChannels',
	'The Pinterest channel to list boards for',
);
export const tikTokChannelLocator = channelLocatorFor(
	'searchTikTokChannels',
	'The TikTok channel to read creator info for',
);
/** A channel on YouTube. */
export const youTubeChannelLocator = channelLocatorFor(
	'searchYouTubeChannels',
	'The YouTube channel to list categories for',
);

/** The ID of a channel's Main queue in this package. The service writes that queue as null, and its lists don't include it. */
export const mainQueue = 'main';

/** A queue of the channel chosen in the same entry. */
export const queueLocator = locator({
	isOptional: true,
	displayName: 'Queue',
	name: 'queueId',
	description: 'The queue of this channel. The ID of the Main queue is main.',
	searchListMethod: 'searchQueues',
	placeholder: 'Select a queue…',
	nameExample: 'Mornings',
	idExample: mainQueue,
});

const boardLocatorFor = (searchListMethod: string, description: string): INodeProperties =>
	locator({
		isOptional: true,
		displayName: 'Board',
		name: 'boardId',
		description,
		searchListMethod,
		placeholder: 'Select a board…',
		nameExample: 'Recipes',
		idExample: '549755885175',
	});

/** A board of the Pinterest channel chosen in the same entry. */
export const boardLocator = boardLocatorFor('searchBoards', 'The board the pin goes to');
/** The board of a post's Pinterest channels. */
export const postBoardLocator: INodeProperties = {
	...boardLocatorFor('searchPostBoards', 'The Pinterest board the post goes to'),
	hint: 'Pinterest publishes nothing without a board',
};

/** One of the service's MCP tools. */
export const toolLocator = locator({
	displayName: 'Tool',
	name: 'toolName',
	description: 'The tool to call',
	searchListMethod: 'searchTools',
	placeholder: 'Select a tool…',
	idExample: 'social_list_accounts',
});

/** A dropdown of channels. */
export const channelDropdown: INodeProperties = {
	displayName: 'Channel Name or ID',
	name: 'channelId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getChannels' },
	allowArbitraryValues: true,
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** A dropdown of the post's channels. */
export const postChannelDropdown: INodeProperties = {
	...channelDropdown,
	typeOptions: {
		loadOptionsMethod: 'getPostChannels',
		loadOptionsDependsOn: ['channels', 'updateFields.channels'],
	},
};
