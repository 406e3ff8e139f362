import { Memo, once } from '../http/memo.js';
import { channelIn, type Accounts } from './accounts.js';

/** Caches the answer of a call for each channel. */
function remembering<T>(read: (channelId: string) => Promise<T>): (channelId: string) => Promise<T> {
	const answers = new Memo<T>();
	// Return a copy, because the caller may change it.
	return async (channelId) => structuredClone(await answers.get(channelId, read));
}

/** Caches the answers of all calls about channels, for a run in which many items need the same data. */
export function rememberingAccounts(accounts: Accounts): Accounts {
	const listOnce = once(accounts.list);
	return {
		list: async () => structuredClone(await listOnce()),
		get: async (channelId) => structuredClone(channelIn(await listOnce(), channelId)),
		boards: remembering(accounts.boards),
		tikTokCreatorInfo: remembering(accounts.tikTokCreatorInfo),
		youTubeCategories: remembering(accounts.youTubeCategories),
	};
}
