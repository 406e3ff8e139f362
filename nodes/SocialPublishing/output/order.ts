import type { IDataObject } from 'n8n-workflow';
import { recordOf } from '../../../client/http/json.js';
import { isEmpty, orderedBy } from '../../shared/items.js';

/**
 * Puts what people use first in an output, and its empty fields last. An output about one channel also begins with the channel, so that
 * the rows of a post differ at a glance.
 */
export const ordered = orderedBy([
	'message',
	'event',
	'network',
	'handle',
	'id',
	'status',
	'url',
	'urls',
	'channels',
	'routed',
]);

const firstOfChannel = ['network', 'handle', 'status', 'url'];

/** The same for a channel of a post. */
export const orderedChannel = orderedBy(firstOfChannel);

/** What a channel inside its post has even if it's empty. */
const keptInPost = [...firstOfChannel, 'textChanges'];

/** A channel inside its post, without its other empty fields, because n8n's table has a line for each field. */
export const withinPost = (channel: IDataObject): IDataObject =>
	recordOf(Object.entries(channel).filter(([name, value]) => keptInPost.includes(name) || !isEmpty(value)));
