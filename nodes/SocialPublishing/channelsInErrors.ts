import type { ApiError } from '../../client/http/errors';
import type { PublishingClient } from '../../client/publishing';
import { channelLabel } from './names';

/** How the service names a channel: its network, and its id in brackets. */
const channelPattern = /\b[a-z_]+ \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;

/**
 * Names the channels in the service's words as the lists of the node do. Reads the channels, once for a run, where a
 * refusal names one by its id; where they cannot be read, the id stays.
 */
export async function nameChannels(error: unknown, { accounts }: PublishingClient): Promise<unknown> {
	const { detail = '', statusCode } = error as Partial<ApiError>;
	if (statusCode !== 422 || detail.search(channelPattern) === -1) return error;
	const channels = await accounts.list().catch(() => []);
	const named = detail.replace(channelPattern, (words, channelId: string) => {
		const channel = channels.find(({ id }) => id === channelId);
		return channel ? channelLabel(channel.platform, channel.handle, channel.id) : words;
	});
	return Object.assign(error as Error, { detail: named });
}
