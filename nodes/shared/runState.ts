import { Memo } from '../../client/http/memo.js';

/** What is known as long as an object lives, such as the context of a run. n8n saves none of it. */
const states = new WeakMap<object, Map<string, unknown>>();

/**
 * Returns a value that lives exactly as long as an object, and creates it when it's first asked for.
 * @param owner such as the context of a run, or the client that was created for it
 * @param name always asked for with the same type
 */
export function stateOf<T>(owner: object, name: string, create: () => T): T {
	const state = states.get(owner) ?? new Map<string, unknown>();
	states.set(owner, state);
	if (!state.has(name)) state.set(name, create());
	return state.get(name) as T;
}

/**
 * Returns the memo of a run, for work that is done once for all items. Items that ask for the same key share the work, even
 * while it's in progress. A failure is forgotten.
 */
export const memoOfRun = <T>(run: object): Memo<T> =>
	stateOf(run, 'memo', () => new Memo<unknown>()) as Memo<T>;

/** Returns one value for each item of a run, by item. */
export const itemValues = <T>(run: object, name: string): Map<number, T> =>
	stateOf(run, name, () => new Map<number, T>());
