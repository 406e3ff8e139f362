import type { Identity } from '../../../client/publishing/schemas.js';
import { dayMs, expiryOf } from '../../SocialPublishing/words/keyExpiry.js';
import type { EventAbout } from '../events.js';

export const keyEventName = 'apiKeyExpiring' satisfies EventAbout<'apiKey'>;

/** What is remembered about the API key. All times are the service's. */
export interface KeyState {
	/** When to read the key again. */
	nextReading: string;
	credentialId: string;
	/** How many days before its end the key was at the last reading, as the nearest of the chosen numbers. Undefined if none was reached. */
	step?: number;
}

/** An API key that expires soon. */
export interface KeyIncident {
	kind: 'key';
	event: EventAbout<'apiKey'>;
	identity: Identity;
	/** With a UTC offset. */
	expiresAt: string;
	/** The service's time of the reading, in milliseconds since 1970. */
	now: number;
}

/** A reading can be this much early, because n8n doesn't start polls to the second. */
export const toleranceMs = 5_000;

/**
 * How long to wait for the next reading: a day, or less so that all later readings are a whole number of days before the key expires, which is
 * when it's reported.
 */
function pauseBeforeReading(leftMs: number): number {
	const untilWholeDays = leftMs % dayMs;
	return untilWholeDays > toleranceMs ? untilWholeDays : dayMs;
}

/**
 * Compares the API key with what is remembered. It's reported once for each number of days, and if several are reached at once, only for the
 * nearest. A key with another ID begins again.
 * @param days how many days before its end to report a key
 */
export function compareKey(
	before: KeyState | undefined,
	identity: Identity,
	{ days, now }: { days: readonly number[]; now: number },
): { incident?: KeyIncident; state: Omit<KeyState, 'nextReading'>; pauseMs: number } {
	const { id: credentialId } = identity.credential;
	const expiresAt = expiryOf(identity);
	if (expiresAt === undefined) return { state: { credentialId }, pauseMs: dayMs };
	const leftMs = Date.parse(expiresAt) - now;
	const reached = days.filter((day) => leftMs <= day * dayMs + toleranceMs);
	const step = reached.length > 0 ? Math.min(...reached) : undefined;
	const known = before?.credentialId === credentialId ? before.step : undefined;
	const isDue = step !== undefined && (known === undefined || step < known);
	return {
		...(isDue ? { incident: { kind: 'key', event: keyEventName, identity, expiresAt, now } } : {}),
		state: { credentialId, ...(step === undefined ? {} : { step }) },
		pauseMs: pauseBeforeReading(leftMs),
	};
}
