import { ownValue, recordOf } from '../http/json.js';
import type { ChannelOverride, Overrides } from './requests.js';

/** What an override of null does in an update: it clears every value of the channel. */
export const clearedOverride: ChannelOverride = {
	caption: null,
	title: null,
	firstComment: null,
	boardId: null,
	options: null,
};

/** Adds values to the override of a channel. If the override is null, it still clears what isn't added. */
export function addToOverride(overrides: Overrides, channelId: string, values: ChannelOverride): Overrides {
	const own = ownValue(overrides, channelId);
	return recordOf<ChannelOverride | null>([
		...Object.entries(overrides),
		[channelId, { ...(own === null ? clearedOverride : own), ...values }],
	]);
}
