import { chosen, clearOptions, type OverrideGroup } from './group';

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
