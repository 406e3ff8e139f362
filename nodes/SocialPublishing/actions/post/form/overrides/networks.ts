import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { limits } from '../../../../../../client/publishing/values';
import { ParameterError } from '../../../../../shared/errors';
import { toFilledList, withoutUndefined, toLine } from '../../../../../shared/parameters';
import { optionLabel, optionValueNames, toOptions } from '../../../../labels';
import { boardLocator, privacyLevelLocator, categoryLocator } from '../../../../locators';
import { clearFields, optionsOf, clearOptions, chosen, type OverrideGroup } from './group';

/** Texts that any channel can have for itself. An empty first comment is sent, too, because it turns the comment off on that channel. */
export const texts: OverrideGroup = {
	name: 'texts',
	displayName: 'Text',
	channelsMethod: 'getChannels',
	fields: [
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Caption',
					name: 'caption',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: "Text for this channel instead of the post's caption",
				},
				{
					displayName: 'First Comment',
					name: 'firstComment',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					description: 'First comment on this channel. Leave empty for none.',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					description: "Title for this channel instead of the post's title",
				},
			],
		},
	],
	clearable: { caption: 'Caption', firstComment: 'First Comment', title: 'Title' },
	read: ({ fields }) => ({ ...(fields as IDataObject | undefined) }),
	clear: clearFields,
};

/** Options of an article on dev.to. */
export const devto: OverrideGroup = {
	name: 'devto',
	displayName: 'Dev.to: Options',
	channelsMethod: 'getDevtoChannels',
	fields: [
		optionsOf([
			{
				displayName: 'Canonical URL',
				name: 'canonicalUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/article',
				description: 'Web address where the article was first published',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. webdev, javascript',
				description: `Up to ${limits.devtoTagsMax} tags, separated by commas`,
			},
		]),
	],
	clearable: { canonicalUrl: 'Canonical URL', tags: 'Tags' },
	read: ({ options }) => {
		const { tags, ...others } = { ...(options as IDataObject | undefined) };
		return { options: { devto: { ...others, ...withoutUndefined({ tags: toFilledList(tags) }) } } };
	},
	clear: clearOptions('devto'),
};

/** Options of a post on Facebook. */
export const facebook: OverrideGroup = {
	name: 'facebook',
	displayName: 'Facebook: Options',
	channelsMethod: 'getFacebookChannels',
	fields: [
		{
			displayName: 'Publish As',
			name: 'publishAs',
			type: 'options',
			options: [{ name: 'Not Set', value: '' }, ...toOptions(optionValueNames.publishAs)],
			default: '',
			description: 'How to publish a video',
		},
	],
	clearable: { publishAs: 'Publish As' },
	read: ({ publishAs }) => ({ options: { facebook: chosen({ publishAs }) } }),
	clear: clearOptions('facebook'),
};

/** The board that a Pinterest channel pins the post to. */
export const pinterest: OverrideGroup = {
	name: 'pinterest',
	displayName: 'Pinterest: Board',
	channelsMethod: 'getPinterestChannels',
	fields: [boardLocator],
	clearable: { boardId: 'Board' },
	read: ({ boardId }) => chosen({ boardId }),
	clear: clearFields,
};

const tikTokSwitch = (name: string, description: string): INodeProperties => ({
	displayName: optionLabel(name),
	name,
	type: 'boolean',
	default: false,
	description: `Whether ${description}`,
});

const tikTokOptions: INodeProperties[] = [
	tikTokSwitch('aiGenerated', 'to label the post as made with AI'),
	tikTokSwitch('allowComment', 'to allow comments'),
	tikTokSwitch('allowDuet', 'to allow duets with the video'),
	tikTokSwitch('allowStitch', 'to allow stitches of the video'),
	tikTokSwitch('autoAddMusic', 'to let TikTok add music to a photo post'),
	{
		displayName: 'Cover Position (Ms)',
		name: 'coverMs',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'Position of the cover frame, in milliseconds from the start of the video',
	},
	tikTokSwitch('disclose', 'to say that the post promotes something'),
	tikTokSwitch('brandContent', 'the post promotes another brand for payment'),
	tikTokSwitch('brandOrganic', "the post promotes the creator's own brand"),
];

/** Options of a post on TikTok: the ten that section 2 of the contract lists. */
export const tiktok: OverrideGroup = {
	name: 'tiktok',
	displayName: 'TikTok: Options',
	channelsMethod: 'getTikTokChannels',
	fields: [privacyLevelLocator, optionsOf(tikTokOptions)],
	clearable: {
		privacyLevel: 'Privacy Level',
		...Object.fromEntries(tikTokOptions.map(({ name, displayName }) => [name, displayName])),
	},
	read: ({ privacyLevel, options: values }) => ({
		options: { tiktok: { ...chosen({ privacyLevel }), ...(values as IDataObject | undefined) } },
	}),
	clear: clearOptions('tiktok'),
};

const youTubeOptions: INodeProperties[] = [
	{
		displayName: 'Made for Kids',
		name: 'madeForKids',
		type: 'boolean',
		default: false,
		description: 'Whether the video is made for kids',
	},
	{
		displayName: 'Privacy',
		name: 'privacyStatus',
		type: 'options',
		options: toOptions(optionValueNames.privacyStatus),
		default: 'public',
		description: 'Who can see the video',
	},
	{
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. travel, alps',
		description: 'Tags separated by commas',
	},
	{
		displayName: 'Thumbnail Asset ID',
		name: 'thumbnailAssetId',
		type: 'string',
		default: '',
		description: 'ID of an image asset to use as the thumbnail',
	},
	{
		displayName: 'Thumbnail From Cover Frame',
		name: 'thumbnailCoverFrame',
		type: 'boolean',
		default: true,
		description: 'Whether to use a frame of the video as the thumbnail',
	},
];

function readThumbnail({ thumbnailAssetId, thumbnailCoverFrame }: IDataObject) {
	if (thumbnailAssetId && thumbnailCoverFrame) {
		throw new ParameterError(
			"'Thumbnail Asset ID' and 'Thumbnail From Cover Frame' are both set",
			'Keep one of them. A video has one thumbnail',
		);
	}
	if (thumbnailAssetId) return { thumbnail: { assetId: toLine(thumbnailAssetId, 'Thumbnail Asset ID') } };
	return thumbnailCoverFrame ? { thumbnail: { coverFrame: true as const } } : {};
}

/** Options of a YouTube video. */
export const youtube: OverrideGroup = {
	name: 'youtube',
	displayName: 'YouTube: Options',
	channelsMethod: 'getYouTubeChannels',
	fields: [categoryLocator, optionsOf(youTubeOptions)],
	clearable: {
		categoryId: 'Category',
		madeForKids: 'Made for Kids',
		privacyStatus: 'Privacy',
		tags: 'Tags',
		thumbnail: 'Thumbnail',
	},
	read: ({ categoryId, options: values }) => {
		const { tags, thumbnailAssetId, thumbnailCoverFrame, ...others } = {
			...(values as IDataObject | undefined),
		};
		return {
			options: {
				youtube: {
					...chosen({ categoryId }),
					...others,
					...withoutUndefined({ tags: toFilledList(tags) }),
					...readThumbnail({ thumbnailAssetId, thumbnailCoverFrame }),
				},
			},
		};
	},
	clear: clearOptions('youtube'),
};
