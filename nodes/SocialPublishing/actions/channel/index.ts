import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getBoards } from './getBoards.operation';
import { getTikTokCreatorInfo } from './getTikTokCreatorInfo.operation';
import { getYouTubeCategories } from './getYouTubeCategories.operation';

/** Channels, which are the accounts on social networks that an API key can publish to. */
export const channel: Resource<PublishingClient> = {
	name: 'Channel',
	value: 'channel',
	description: 'Connected accounts on social networks',
	operations: [getAll, get, getBoards, getTikTokCreatorInfo, getYouTubeCategories],
};
