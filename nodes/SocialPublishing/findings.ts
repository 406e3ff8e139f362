import type { Finding } from '../../client/publishing/validation/types';
import { fieldName } from './fieldNames';
import { channelLabel } from './names';

/** One finding as a sentence: the channel, the field as the screen names it, and what is wrong. */
export function describeFinding({ channelId, platform, handle, field, problem }: Finding): string {
	if (channelId === undefined || platform === undefined) return `${fieldName(field)} ${problem}`;
	const channel = channelLabel(platform, handle, channelId);
	// The channel itself is what is wrong.
	if (field === 'accounts') return `${channel} ${problem}`;
	return `${channel}: ${fieldName(field).replace(` of channel '${channelId}'`, '')} ${problem}`;
}
