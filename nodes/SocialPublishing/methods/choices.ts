import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
} from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import type { Platform } from '../../../client/publishing/values.js';
import { toNodeError } from '../../shared/nodeErrors.js';
import { isExpression, toNames } from '../../shared/values.js';
import { publishingForDropdowns } from '../client.js';
import { publishingErrorTexts } from '../words/errorTexts.js';
import { channelLabel, nameOf, platformNames } from '../words/labels.js';
import { ofChannels, toChannelIds } from '../words/names.js';

/**
 * Throws immediately if no credential is chosen. In a new workflow, the editor loads the list before it has chosen one. It loads
 * the list again only if this error arrives before that choice.
 */
function requireCredential(node: INode): void {
	if (Object.keys(node.credentials ?? {}).length > 0) return;
	throw new NodeOperationError(node, 'No credential is chosen', {
		description: 'Choose one above. If the list stays empty after that, close the node and open it again.',
	});
}

/** Runs the request of a dropdown. Converts errors to the node's errors, because the editor shows them in the dropdown. */
export async function choose<T>(
	context: ILoadOptionsFunctions,
	read: (client: PublishingClient) => Promise<T>,
): Promise<T> {
	requireCredential(context.getNode());
	return await publishingForDropdowns(context)
		.then(read)
		.catch((error: unknown) => {
			throw toNodeError(context.getNode(), error, publishingErrorTexts);
		});
}

/** The name of a channel in a dropdown: network, handle, and whether it needs to be reconnected now or soon. */
export function channelName({ id, platform, handle, needsReconnect, status }: Channel): string {
	const isExpiring = status === 'token_expiring';
	const health = needsReconnect ? ' (needs reconnecting)' : isExpiring ? ' (token expiring)' : '';
	return `${channelLabel(platform, handle, id)}${health}`;
}

/** The text to show instead of an empty list of channels. n8n cuts off an entry after about 60 letters. */
export const noChannels = (platform?: Platform): string =>
	`No ${platform ? `${nameOf(platformNames, platform)} channel` : 'channels'} for this API key. Connect one first.`;

/** A list whose only entry is a text for the user. Choosing it leaves the field empty. */
export const note = (name: string): INodeListSearchResult => ({ results: [{ name, value: '' }] });

/** Whether a name matches what the user typed into the search field. */
export const contains = (text: string, filter = ''): boolean =>
	text.toLowerCase().includes(filter.toLowerCase());

/** The channels of the post as the form stores them. */
export const storedChannels = (context: ILoadOptionsFunctions): string[] =>
	['channels', 'updateFields.channels'].flatMap((name) =>
		toNames(context.getCurrentNodeParameter(name), ofChannels),
	);

/** The channels of the post, as IDs. Undefined if the form doesn't name them, such as with an expression. */
export async function chosenChannels(
	context: ILoadOptionsFunctions,
	accounts: PublishingClient['accounts'],
): Promise<string[] | undefined> {
	const chosen = storedChannels(context);
	if (chosen.length === 0 || chosen.some(isExpression)) return undefined;
	return await toChannelIds(accounts, chosen, 'channels').catch(() => undefined);
}
