import { z } from 'zod/v4';
import { NotFoundError } from '../http/errors';
import { Memo, once } from '../http/memo';
import type { Requester } from '../http/request';
import { decode } from '../http/schemaCheck';
import { paths } from './paths';
import {
	boardSchema,
	channelSchema,
	tikTokCreatorInfoSchema,
	youTubeCategoriesSchema,
	type Board,
	type Channel,
	type TikTokCreatorInfo,
	type YouTubeCategories,
} from './schemas';

/** Calls that read the channels of the API key (contract section 4). All of them need the permission `read`. */
export interface Accounts {
	/** Lists all channels of the key. */
	list(): Promise<Channel[]>;
	/**
	 * Finds one channel in the list, or in the result of `list` if it's there. Throws a `NotFoundError` if the key has no such
	 * channel.
	 */
	get(channelId: string, list?: () => Promise<Channel[]>): Promise<Channel>;
	/** Lists the boards of a Pinterest channel. Boards with the most pins come first. */
	boards(channelId: string): Promise<Board[]>;
	/** Reads what a TikTok creator can do now. */
	tikTokCreatorInfo(channelId: string): Promise<TikTokCreatorInfo>;
	/** Lists the YouTube categories that an upload can have. */
	youTubeCategories(channelId: string): Promise<YouTubeCategories>;
}

/** Creates the calls that read channels. */
export function createAccounts(request: Requester): Accounts {
	const read = async <S extends z.ZodType>(path: string, schema: S) =>
		decode(await request({ method: 'GET', path }), schema);
	const listAll = async () =>
		(await read(paths.accounts(), z.looseObject({ data: z.array(channelSchema) }))).data;
	return {
		list: listAll,
		get: async (channelId, list = listAll) => {
			const channel = (await list()).find(({ id }) => id === channelId);
			if (channel) return channel;
			throw new NotFoundError(404, { code: 'not_found', detail: `This API key has no channel ${channelId}` });
		},
		boards: async (channelId) =>
			(await read(paths.account(channelId, 'boards'), z.looseObject({ data: z.array(boardSchema) }))).data,
		tikTokCreatorInfo: async (channelId) =>
			await read(paths.account(channelId, 'tiktok-creator-info'), tikTokCreatorInfoSchema),
		youTubeCategories: async (channelId) =>
			await read(paths.account(channelId, 'youtube-categories'), youTubeCategoriesSchema),
	};
}

/** Caches the answer of a call for each channel. */
function remembering<T>(read: (channelId: string) => Promise<T>): (channelId: string) => Promise<T> {
	const answers = new Memo<T>();
	// Return a copy, because the caller may change it.
	return async (channelId) =>
		structuredClone(await answers.get(channelId, async () => await read(channelId)));
}

/** Caches the answers of all calls about channels, for a run in which many items need the same data. */
export function rememberingAccounts(accounts: Accounts): Accounts {
	const listOnce = once(accounts.list);
	return {
		list: async () => structuredClone(await listOnce()),
		get: async (channelId) => structuredClone(await accounts.get(channelId, listOnce)),
		boards: remembering(accounts.boards),
		tikTokCreatorInfo: remembering(accounts.tikTokCreatorInfo),
		youTubeCategories: remembering(accounts.youTubeCategories),
	};
}
