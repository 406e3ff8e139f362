import type { IDataObject } from 'n8n-workflow';
import { clearFields, settingsField, type OverrideGroup } from './group';

/** Texts for any channel. An empty first comment is sent: it turns the comment off on that channel. */
export const texts: OverrideGroup = {
	name: 'texts',
	displayName: 'Any Channel: Texts',
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
