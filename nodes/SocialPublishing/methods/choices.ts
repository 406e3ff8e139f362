import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel } from '../../../client/publishing/schemas';
import type { Platform } from '../../../client/publishing/values';
import { toNodeError } from '../../shared/nodeErrors';
import { publishingForDropdowns } from '../client';
import { publishingErrorTexts } from '../errorTexts';
import { channelLabel, nameOf, platformNames } from '../labels';

/** Runs a dropdown's request; what fails is put into words, because the user reads them in the dropdown. */
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

/** A channel in a dropdown: network, handle, and whether it needs a person. */
export function channelName({ id, platform, handle, needsReconnect }: Channel): string {
	const health = needsReconnect ? ' (needs reconnect)' : '';
	return `${channelLabel(platform, handle, id)}${health}`;
}

/** What stands in place of an empty list of channels; n8n cuts an entry off after some sixty letters. */
export const noChannels = (platform?: Platform): string =>
	`No ${platform ? `${nameOf(platformNames, platform)} channel` : 'channels'} for this API key. Connect one first.`;

/** An entry of a list that only says something; choosing it chooses nothing. */
export const note = (name: string): INodeListSearchResult => ({ results: [{ name, value: '' }] });

/** Whether a name holds what the user typed into the search field. */
export const contains = (text: string, filter = ''): boolean =>
	text.toLowerCase().includes(filter.toLowerCase());
