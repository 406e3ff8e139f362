import { laterEntries } from '../shared/journal/later.js';

/** When a credential was used, and whether a run has said that the posts under it stay. */
interface UsedKey {
	startedAt: number;
	isToldOf?: boolean;
}

/** A note a day is enough. */
const noteMs = 24 * 3_600_000;

/**
 * The credentials that this node has used with the service, by ID. An API key ends and is replaced, and the posts under the former one are
 * still those of this node. They're found, but never removed.
 */
export function usedKeys(context: Parameters<typeof laterEntries>[0]) {
	const keys = laterEntries<UsedKey>(context, 'usedKeys', Date.now);
	return {
		has: (id: string): boolean => keys.get(id) !== undefined,
		add: (id: string): void => {
			const before = keys.get(id);
			if (Date.now() - (before?.startedAt ?? 0) > noteMs) keys.set(id, { ...before, startedAt: Date.now() });
		},
		/** Whether there are former keys of whose posts no run has said yet that they stay. Asked once. */
		takeUntold: (idInUse: string): boolean => {
			const untold = keys.names().filter((id) => id !== idInUse && keys.get(id)?.isToldOf !== true);
			for (const id of untold) keys.set(id, { startedAt: Date.now(), isToldOf: true });
			return untold.length > 0;
		},
	};
}
