import { orderedBy } from '../../shared/items.js';

/** Puts what people use first in an output about a post, and its empty fields last. */
export const ordered = orderedBy(['message', 'id', 'status', 'urls', 'channels', 'routed']);

/** The same for a channel of a post. */
export const orderedChannel = orderedBy(['network', 'handle', 'status', 'url']);
