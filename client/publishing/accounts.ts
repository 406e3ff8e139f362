import { z } from 'zod/v4';
import { NotFoundError } from '../http/errors.js';
import type { Requester } from '../http/request.js';
import { decode } from '../http/schemaCheck.js';
import { paths } from './paths.js';
import {
	boardSchema,
	channelSchema,
	tikTokCreatorInfoSchema,
	youTubeCategoriesSchema,
	type Board,
	type Channel,
	type TikTokCreatorInfo,
	type YouTubeCategories,
} from './schemas.js';

/** Calls that read the channels of the API key (contract section 4). All of them need the permission `read`. */
export interface Accounts {
	list(): Promise<Channel[]>;
	/** Finds one channel in the list. Throws a `NotFoundError` if the key has no such channel. */
	get(channelId: string): Promise<Channel>;
	/** Lists the boards of a Pinterest channel. Boards with the most pins come first. */
	boards(channelId: string): Promise<Board[]>;
	/** Reads what a TikTok creator can do now. */
	tikTokCreatorInfo(channelId: string): Promise<TikTokCreatorInfo>;
	/** Lists the YouTube categories that an upload can have. */
	youTubeCategories(channelId: string): Promise<YouTubeCategories>;
}

/** Finds a channel in the list of the key's channels. Throws a `NotFoundError` if it isn't there. */
export function channelIn(channels: readonly Channel[], channelId: string): Channel {
	const channel = channels.find(({ id }) => id === channelId);
	if (channel) return channel;
	throw new NotFoundError(404, { code: 'not_found', detail: `This API key has no channel ${channelId}` });
}

/** Creates the calls that read channels. */
export function createAccounts(request: Requester): Accounts {
	const read = async <S extends z.ZodType>(path: string, schema: S) =>
		decode(await request({ method: 'GET', path }), schema);
	const listAll = async () =>
		(await read(paths.accounts(), z.looseObject({ data: z.array(channelSchema) }))).data;
	return {
		list: listAll,
		get: async (channelId) => channelIn(await listAll(), channelId),
		boards: async (channelId) =>
			(await read(paths.account(channelId, 'boards'), z.looseObject({ data: z.array(boardSchema) }))).data,
		tikTokCreatorInfo: async (channelId) =>
			await read(paths.account(channelId, 'tiktok-creator-info'), tikTokCreatorInfoSchema),
		youTubeCategories: async (channelId) =>
			await read(paths.account(channelId, 'youtube-categories'), youTubeCategoriesSchema),
	};
}
