import { z } from 'zod/v4';
import { NotFoundError } from '../http/errors';
import { Memo } from '../http/memo';
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

/** Channels a key may use (contract section 4, read endpoints). All calls need the permission `read`. */
export interface Accounts {
	/** Every channel of the key. */
	list(): Promise<Channel[]>;
	/** One channel out of the list, or out of `list` where that is there; a `NotFoundError` when the key has none with this id. */
	get(channelId: string, list?: () => Promise<Channel[]>): Promise<Channel>;
	/** Boards of a Pinterest channel, most pins first. */
	boards(channelId: string): Promise<Board[]>;
	/** What a TikTok creator may do now. */
	tikTokCreatorInfo(channelId: string): Promise<TikTokCreatorInfo>;
	/** Categories a YouTube channel may file an upload under. */
	youTubeCategories(channelId: string): Promise<YouTubeCategories>;
}

/** Creates the channel calls over a requester. */
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

/** Asks once for each channel. */
function remembering<T>(read: (channelId: string) => Promise<T>): (channelId: string) => Promise<T> {
	const answers = new Memo<T>();
	// Whoever asked may change what it got.
	return async (channelId) =>
		structuredClone(await answers.get(channelId, async () => await read(channelId)));
}

/** The calls about channels, each asked once: for a run, in which many items have the same questions. */
export function rememberingAccounts(accounts: Accounts): Accounts {
	const list = remembering(async () => await accounts.list());
	const listOnce = async () => await list('');
	return {
		list: listOnce,
		get: async (channelId) => await accounts.get(channelId, listOnce),
		boards: remembering(accounts.boards),
		tikTokCreatorInfo: remembering(accounts.tikTokCreatorInfo),
		youTubeCategories: remembering(accounts.youTubeCategories),
	};
}
