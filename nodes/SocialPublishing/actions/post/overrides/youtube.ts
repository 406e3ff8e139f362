import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ParameterError } from '../../../../shared/errors';
import { toFilledList, toLine, withoutUndefined } from '../../../../shared/parameters';
import { categoryLocator } from '../../../locators';
import { chosen, clearOptions, settingsField, type OverrideGroup } from './group';

const settings: INodeProperties[] = [
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
	fields: [categoryLocator, settingsField(settings)],
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
