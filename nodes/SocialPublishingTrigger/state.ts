import type { Identity } from './identity';
import { isLine, pack, type Outlook, type StoredMemory } from './storedMemory';
import { isTime } from './times';
import type { Place, Watch } from './watch';

/** What the trigger keeps in the node's static data between polls: under half a megabyte, whatever the workspace holds. */
export interface PollState extends Identity, StoredMemory, Place {
	version: 1;
	/** Counts the hand-overs: of two polls that overlap, both see the same number and the slower one gives way. */
	revision: number;
	/** The key's own id, where the user wants only its posts. */
	credentialId?: string;
}

type Guard = (value: unknown) => boolean;

const isText: Guard = (value) => typeof value === 'string';
const isListOfTexts: Guard = (value) => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isOptional =
	(guard: Guard): Guard =>
	(value) =>
		value === undefined || guard(value);
const isShape =
	(shape: Record<string, Guard>): Guard =>
	(value) =>
		isObject(value) && Object.entries(shape).every(([name, guard]) => guard(value[name]));

const isState = isShape({
	version: (value) => value === 1,
	revision: (value) => Number.isSafeInteger(value),
	watch: isText,
	key: isText,
	startFrom: isText,
	credentialId: isOptional(isText),
	startedAt: isTime,
	since: isTime,
	tag: isOptional(isShape({ query: isText, value: isText })),
	listing: isOptional(isShape({ cursor: isText, serverTime: isTime })),
	names: isListOfTexts,
	posts: (value) => isObject(value) && Object.values(value).every(isLine),
	marks: isText,
});

/** The number of a stored state, whatever else it holds; 0 when there is none. */
export function revisionOf(stored: unknown): number {
	const revision = isObject(stored) ? stored.revision : undefined;
	return Number.isSafeInteger(revision) ? (revision as number) : 0;
}

/** A stored state; undefined when there is none, or it is of another shape. */
export const readState = (stored: unknown): PollState | undefined =>
	isState(stored) ? (stored as PollState) : undefined;

const withoutUndefined = <T extends object>(object: T): T =>
	Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;

/** What a state is made of, apart from the watch. */
export type StateHead = Identity & Pick<PollState, 'revision' | 'credentialId'>;

/** Writes a watch down: a plain object of its own, because n8n's wrapped objects cannot be copied. */
export function writeState(
	{ watch, key, startFrom, revision, credentialId }: StateHead,
	{ startedAt, since, tag, listing, memory }: Watch,
	{ keepsMarks }: Pick<Outlook, 'keepsMarks'>,
): PollState {
	return withoutUndefined({
		version: 1 as const,
		revision,
		watch,
		key,
		startFrom,
		credentialId,
		startedAt,
		since,
		tag: tag && { ...tag },
		listing: listing && { ...listing },
		...pack(memory, { since, keepsMarks }),
	});
}
