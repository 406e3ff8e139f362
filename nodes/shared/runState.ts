import { Memo } from '../../client/http/memo.js';

/**
 * Creates a place for a value that lives exactly as long as its owner, such as the context of a run or the client that was created for
 * it. n8n saves none of it. Each place is one constant of the module that uses it.
 * @param create makes the value when it's first asked for
 */
export function cell<T, Owner extends object = object>(create: (owner: Owner) => T): (owner: Owner) => T {
	const values = new WeakMap<Owner, { value: T }>();
	return (owner) => {
		const kept = values.get(owner) ?? { value: create(owner) };
		values.set(owner, kept);
		return kept.value;
	};
}

/**
 * Creates a place for work that is done once for all items of a run. Items that ask for the same key share the work, even while it's in
 * progress. A failure is forgotten.
 */
export const memoCell = <T>() => cell(() => new Memo<T>());

/** Creates a place for one value for each item of a run, by item. */
export const itemCell = <T>() => cell(() => new Map<number, T>());
