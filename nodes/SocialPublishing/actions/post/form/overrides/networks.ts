import type { IDataObject } from 'n8n-workflow';
import { boardLocator } from '../../../../locators';
import { chosen, clearFields, type OverrideGroup } from './group';

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
					description: 'Text for this channel',
				},
				{
					displayName: 'First Comment',
					name: 'firstComment',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					description: 'Leave empty for none',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					description: 'Title for this channel',
				},
			],
		},
	],
	clearable: { caption: 'Caption', firstComment: 'First Comment', title: 'Title' },
	read: ({ fields }) => ({ ...(fields as IDataObject | undefined) }),
	clear: clearFields,
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
