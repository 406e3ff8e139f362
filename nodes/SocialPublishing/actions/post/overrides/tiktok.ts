import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { privacyLevelLocator } from '../../../locators';
import { chosen, clearOptions, settingsField, type OverrideGroup } from './group';

const choice = (name: string, displayName: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: false,
	description: `Whether ${description}`,
});

const settings: INodeProperties[] = [
	choice('aiGenerated', 'AI Generated', 'to label the post as made with AI'),
	choice('allowComment', 'Allow Comments', 'people may comment'),
	choice('allowDuet', 'Allow Duets', 'people may make duets with the video'),
	choice('allowStitch', 'Allow Stitches', 'people may stitch the video'),
	choice('autoAddMusic', 'Auto Add Music', 'TikTok adds music to a photo post'),
	{
		displayName: 'Cover Position (Ms)',
		name: 'coverMs',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: 'Where in the video the cover frame is, in milliseconds from its start',
	},
	choice('disclose', 'Disclose Commercial Content', 'to say that the post promotes something'),
	choice('brandContent', 'Paid Partnership', 'the post promotes a third party'),
	choice('brandOrganic', 'Your Brand', "the post promotes the creator's own brand"),
];

/** Options of a TikTok post: the ten keys of the contract's section 2. */
export const tiktok: OverrideGroup = {
	name: 'tiktok',
	displayName: 'TikTok: Options',
	channelsMethod: 'getTikTokChannels',
	fields: [privacyLevelLocator, settingsField(settings)],
	clearable: {
		privacyLevel: 'Privacy Level',
		...Object.fromEntries(settings.map(({ name, displayName }) => [name, displayName])),
	},
	read: ({ privacyLevel, settings: values }) => ({
		options: { tiktok: { ...chosen({ privacyLevel }), ...(values as IDataObject | undefined) } },
	}),
	clear: clearOptions('tiktok'),
};
