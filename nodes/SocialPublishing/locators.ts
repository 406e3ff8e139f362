import type { INodeProperties } from 'n8n-workflow';
import { dynamicDescription, locator } from '../shared/fields';

/** The post an operation works on, shown by caption and status. */
export const postLocator = locator({
	displayName: 'Post',
	name: 'postId',
	description: 'The post to work on',
	searchListMethod: 'searchPosts',
	placeholder: 'Select a post…',
});

const channelLocatorFor = (searchListMethod: string, description: string): INodeProperties =>
	locator({
		displayName: 'Channel',
		name: 'channelId',
		description,
		searchListMethod,
		placeholder: 'Select a channel…',
	});

/** Any channel of the key. */
export const channelLocator = channelLocatorFor('searchChannels', 'The channel to work on');
/** A channel on Pinterest. */
export const pinterestChannelLocator = channelLocatorFor(
	'searchPinterestChannels',
	'The Pinterest channel whose boards to list',
);
/** A channel on TikTok. */
export const tikTokChannelLocator = channelLocatorFor(
	'searchTikTokChannels',
	'The TikTok channel whose allowances to read',
);
/** A channel on YouTube. */
export const youTubeChannelLocator = channelLocatorFor(
	'searchYouTubeChannels',
	'The YouTube channel whose categories to list',
);

/** A dropdown inside a collection, where a locator cannot depend on its neighbour. */
export interface DropdownOptions {
	/** Without the prescribed ending, e.g. `Board`. */
	label: string;
	name: string;
	loadOptionsMethod: string;
	/** Neighbouring fields it depends on, such as `&channelId`. */
	dependsOn?: string[];
	required?: boolean;
	/** Shown below the field; the description is prescribed. */
	hint?: string;
}

/** A field whose options the service gives. */
export function dropdown(options: DropdownOptions): INodeProperties {
	const { label, name, loadOptionsMethod, dependsOn, required, hint } = options;
	return {
		displayName: `${label} Name or ID`,
		name,
		type: 'options',
		typeOptions: { loadOptionsMethod, ...(dependsOn ? { loadOptionsDependsOn: dependsOn } : {}) },
		default: '',
		...(required ? { required } : {}),
		...(hint ? { hint } : {}),
		description: dynamicDescription,
	};
}
