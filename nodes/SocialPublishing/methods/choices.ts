import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel } from '../../../client/publishing/schemas';
import type { Platform } from '../../../client/publishing/values';
import { toNodeError } from '../../shared/nodeErrors';
import { publishingForDropdowns } from '../client';
import { publishingErrorTexts } from '../errorTexts';
import { channelLabel, nameOf, platformNames } from '../labels';

/** Runs the request of a dropdown. The editor shows an error in the dropdown, so it gets the words of the node's errors. */
export async function choose<T>(
	context: ILoadOptionsFunctions,
	read: (client: PublishingClient) => Promise<T>,
): Promise<T> {
	return await publishingForDropdowns(context)
		.then(read)
		.catch((error: unknown) => {
			throw toNodeError(context.getNode(), error, publishingErrorTexts);
		});
}

/** The name of a channel in a dropdown: network, handle, and whether somebody must reconnect it. */
export function channelName({ id, platform, handle, needsReconnect }: Channel): string {
	const health = needsReconnect ? ' (needs reconnect)' : '';
	return `${channelLabel(platform, handle, id)}${health}`;
}

/** The text in place of an empty list of channels. n8n cuts an entry off after about sixty letters. */
export const noChannels = (platform?: Platform): string =>
	`No ${platform ? `${nameOf(platformNames, platform)} channel` : 'channels'} for this API key. Connect one first.`;

/** A list whose only entry is a text for the user. Choosing it leaves the field empty. */
export const note = (name: string): INodeListSearchResult => ({ results: [{ name, value: '' }] });

/** Whether a name matches what the user typed into the search field. */
export const contains = (text: string, filter = ''): boolean =>
	text.toLowerCase().includes(filter.toLowerCase());
