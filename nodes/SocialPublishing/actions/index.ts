import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Resource } from '../../shared/operation.js';
import { agent } from './agent/index.js';
import { analytics } from './analytics.js';
import { channel } from './channel.js';
import { media } from './media.js';
import { post } from './post/index.js';
import { workspace } from './workspace.js';

/** The resources of the node, most used first. The first one is the default of the menu. */
export const resources: Array<Resource<PublishingClient>> = [
	post,
	media,
	channel,
	analytics,
	workspace,
	agent,
];
