import { dropdown } from '../../../locators';
import { chosen, clearFields, type OverrideGroup } from './group';

/** The board a pin goes to. */
export const pinterest: OverrideGroup = {
	name: 'pinterest',
	displayName: 'Pinterest: Board',
	channelsMethod: 'getPinterestChannels',
	fields: [
		dropdown({
			label: 'Board',
			name: 'boardId',
			loadOptionsMethod: 'getBoards',
			dependsOn: ['&channelId'],
		}),
	],
	clearable: { boardId: 'Board' },
	read: ({ boardId }) => chosen({ boardId }),
	clear: clearFields,
};
