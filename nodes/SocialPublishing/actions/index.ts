import type { PublishingClient } from '../../../client/publishing';
import type { Resource } from '../../shared/operation';
import { agent } from './agent';
import { analytics } from './analytics';
import { channel } from './channel';
import { media } from './media';
import { post } from './post';
import { workspace } from './workspace';

/** The resources of the node, most used first. The first one is the default of the menu. */
export const resources: Array<Resource<PublishingClient>> = [
	post,
	media,
	channel,
	analytics,
	workspace,
	agent,
];
