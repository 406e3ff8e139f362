import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { limits } from '../../../../../../client/publishing/values';
import { ParameterError } from '../../../../../shared/errors';
import { toFilledList, withoutUndefined, toLine } from '../../../../../shared/parameters';
import { boardLocator, privacyLevelLocator, categoryLocator } from '../../../../locators';
import { clearFields, settingsField, clearOptions, chosen, type OverrideGroup } from './group';

/** Texts for any channel. An empty first comment is sent: it turns the comment off on that channel. */
export const texts: OverrideGroup = {
	name: 'texts',
	displayName: 'Text',
	channelsMethod: 'getChannels',
	fields: [
		settingsField(
			[
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
					description: 'First comment on this channel; empty turns it off here',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					description: "Title for this channel instead of the post's title",
				},
			],
			'fields',
		),
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
		settingsField([
			{
				displayName: 'Canonical URL',
				name: 'canonicalUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/article',
				description: 'Where the article was published first',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. webdev, javascript',
				description: `Tags separated by commas, ${limits.devtoTagsMax} at most`,
			},
		]),
	],
	clearable: { canonicalUrl: 'Canonical URL', tags: 'Tags' },
	read: ({ settings }) => {
		const { tags, ...others } = { ...(settings as IDataObject | undefined) };
		return { options: { devto: { ...others, ...withoutUndefined({ tags: toFilledList(tags) }) } } };
	},
	clear: clearOptions('devto'),
};

/** How Facebook shows a video. */
export const facebook: OverrideGroup = {
	name: 'facebook',
	displayName: 'Facebook: Options',
	channelsMethod: 'getFacebookChannels',
	fields: [
		{
			displayName: 'Publish As',
			name: 'publishAs',
			type: 'options',
			options: [
				{ name: 'Not Set', value: '' },
				{ name: 'Reel', value: 'reel' },
				{ name: 'Video', value: 'video' },
			],
			default: '',
			description: 'What a video is published as',
		},
	],
	clearable: { publishAs: 'Publish As' },
	read: ({ publishAs }) => ({ options: { facebook: chosen({ publishAs }) } }),
	clear: clearOptions('facebook'),
};

/** The board a pin goes to. */
export const pinterest: OverrideGroup = {
	name: 'pinterest',
	displayName: 'Pinterest: Board',
	channelsMethod: 'getPinterestChannels',
	fields: [boardLocator],
	clearable: { boardId: 'Board' },
	read: ({ boardId }) => chosen({ boardId }),
	clear: clearFields,
};

const tikTokSwitch = (name: string, displayName: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: false,
	description: `Whether ${description}`,
});

const tikTokSettings: INodeProperties[] = [
	tikTokSwitch('aiGenerated', 'AI Generated', 'to label the post as made with AI'),
	tikTokSwitch('allowComment', 'Allow Comments', 'people may comment'),
	tikTokSwitch('allowDuet', 'Allow Duets', 'people may make duets with the video'),
	tikTokSwitch('allowStitch', 'Allow Stitches', 'people may stitch the video'),
	tikTokSwitch('autoAddMusic', 'Auto Add Music', 'TikTok adds music to a photo post'),
	{
		displayName: 'Cover Position (Ms)',
		name: 'coverMs',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'Where in the video the cover frame is, in milliseconds from its start',
	},
	tikTokSwitch('disclose', 'Disclose Commercial Content', 'to say that the post promotes something'),
	tikTokSwitch('brandContent', 'Paid Partnership', 'the post promotes a third party'),
	tikTokSwitch('brandOrganic', 'Your Brand', "the post promotes the creator's own brand"),
];

/** Options of a TikTok post: the ten keys of the contract's section 2. */
export const tiktok: OverrideGroup = {
	name: 'tiktok',
	displayName: 'TikTok: Options',
	channelsMethod: 'getTikTokChannels',
	fields: [privacyLevelLocator, settingsField(tikTokSettings)],
	clearable: {
		privacyLevel: 'Privacy Level',
		...Object.fromEntries(tikTokSettings.map(({ name, displayName }) => [name, displayName])),
	},
	read: ({ privacyLevel, settings: values }) => ({
		options: { tiktok: { ...chosen({ privacyLevel }), ...(values as IDataObject | undefined) } },
	}),
	clear: clearOptions('tiktok'),
};

const youTubeSettings: INodeProperties[] = [
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
		options: [
			{ name: 'Private', value: 'private' },
			{ name: 'Public', value: 'public' },
			{ name: 'Unlisted', value: 'unlisted' },
		],
		default: 'public',
		description: 'Who may see the video',
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
		description: 'Image asset to show as the thumbnail',
	},
	{
		displayName: 'Thumbnail From Cover Frame',
		name: 'thumbnailCoverFrame',
		type: 'boolean',
		default: true,
		description: 'Whether to take the thumbnail from the video itself',
	},
];

function readThumbnail({ thumbnailAssetId, thumbnailCoverFrame }: IDataObject) {
	if (thumbnailAssetId && thumbnailCoverFrame) {
		throw new ParameterError(
			"'Thumbnail Asset ID' and 'Thumbnail From Cover Frame' are both set",
			'Choose one of them: a video has one thumbnail',
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
	fields: [categoryLocator, settingsField(youTubeSettings)],
	clearable: {
		categoryId: 'Category',
		madeForKids: 'Made for Kids',
		privacyStatus: 'Privacy',
		tags: 'Tags',
		thumbnail: 'Thumbnail',
	},
	read: ({ categoryId, settings: values }) => {
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
