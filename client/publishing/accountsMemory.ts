import type { Accounts } from './accounts';

/** Keeps answers by what was asked; a failure is forgotten, so that the next one asks again. */
function remembering<T>(read: (channelId: string) => Promise<T>): (channelId: string) => Promise<T> {
	const answers = new Map<string, Promise<T>>();
	return async (channelId) => {
		const answer = answers.get(channelId) ?? read(channelId);
		answers.set(channelId, answer);
		answer.catch(() => answers.delete(channelId));
		// Whoever asked may change what it got.
		return structuredClone(await answer);
	};
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
