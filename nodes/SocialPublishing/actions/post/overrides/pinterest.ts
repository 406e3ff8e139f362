import { boardLocator } from '../../../locators';
import { chosen, clearFields, type OverrideGroup } from './group';

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
