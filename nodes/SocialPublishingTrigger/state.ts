import type { Memory } from './known';

/** What the trigger keeps in the node's static data between polls. */
export interface PollState extends Memory {
	version: 1;
	/** Counts the hand-overs: two polls that overlap both see the same number, and the slower one gives way. */
	revision: number;
	/** The settings the state belongs to; with others the watch begins anew. */
	watch: string;
	/** The service's time when the watch began. */
	startedAt: string;
	/** `updatedSince` of the next listing. */
	since: string;
	/** The ETag of an answer, and the exact query it belongs to. */
	etag?: { query: string; value: string };
	/** A listing that was not read to its end. */
	listing?: { cursor: string; serverTime: string };
	/** The key's own id, where the user wants only its posts. */
	credentialId?: string;
}

type Guard = (value: unknown) => boolean;

const isText: Guard = (value) => typeof value === 'string';
const isNumber: Guard = (value) => typeof value === 'number';
const isTime: Guard = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isOptional =
	(guard: Guard): Guard =>
	(value) =>
		value === undefined || guard(value);
const isRecordOf =
	(guard: Guard): Guard =>
	(value) =>
		typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(guard);
const isShape =
	(shape: Record<string, Guard>): Guard =>
	(value) =>
		typeof value === 'object' &&
		value !== null &&
		Object.entries(shape).every(([name, guard]) => guard((value as Record<string, unknown>)[name]));

const isKnownChannel: Guard = (value) =>
	Array.isArray(value) && value.length === 2 && isText(value[0]) && isNumber(value[1]);

const isState = isShape({
	version: (value) => value === 1,
	revision: isNumber,
	watch: isText,
	startedAt: isTime,
	since: isTime,
	etag: isOptional(isShape({ query: isText, value: isText })),
	listing: isOptional(isShape({ cursor: isText, serverTime: isTime })),
	credentialId: isOptional(isText),
	recent: (value) => Array.isArray(value) && value.every(isText),
	posts: isRecordOf(isShape({ status: isText, updatedAt: isTime, channels: isRecordOf(isKnownChannel) })),
});

/** Reads a stored state; undefined when there is none, it is of another shape, or it belongs to other settings. */
export function readState(stored: unknown, watch: string): PollState | undefined {
	const state = isState(stored) ? (stored as PollState) : undefined;
	return state?.watch === watch ? state : undefined;
}

/**
 * Covers the minute a change may take to show in the list. The service sets its time 30 seconds early, which comes on
 * top; what is seen twice is recognised.
 */
const overlapMs = 60_000;

/** A time as the contract writes it: with an offset, not with a letter. */
export const toTime = (epochMs: number): string => new Date(epochMs).toISOString().replace('Z', '+00:00');

/** Where the next listing begins: never before where the last one did. */
export function nextSince(since: string, serverTime: string): string {
	const next = Date.parse(serverTime) - overlapMs;
	return next > Date.parse(since) ? toTime(next) : since;
}
