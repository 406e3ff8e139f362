import type { PublishingClient } from '../../../client/publishing';
import type { Resource } from '../../shared/operation';
import { agent } from './agent';
import { analytics } from './analytics';
import { channel } from './channel';
import { media } from './media';
import { post } from './post';
import { workspace } from './workspace';

/** What the node can do; the first is chosen at first. */
export const resources: Array<Resource<PublishingClient>> = [
	post,
	agent,
	analytics,
	channel,
	media,
	workspace,
];
