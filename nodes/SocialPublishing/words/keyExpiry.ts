import type { Identity } from '../../../client/publishing/schemas.js';
import { isTimestamp, momentIn } from '../../shared/dates.js';
import { sentences } from '../../shared/errorTexts.js';

/** A day in milliseconds. */
export const dayMs = 24 * 3_600_000;

/** So that a key that is read a moment after a whole number of days before its end has that number left, and not one more. */
const toleranceMs = 60_000;

/** Returns when an API key expires. Undefined if it doesn't, or if the credential is a grant, which is renewed by itself. */
export const expiryOf = ({
	credential: { kind, expiresAt },
}: Pick<Identity, 'credential'>): string | undefined =>
	kind === 'key' && isTimestamp(expiresAt) ? (expiresAt as string) : undefined;

/** How many days are left until a time. A day that has begun counts, so 0 means that the time has passed. */
export const daysUntil = (time: string, now: number): number =>
	Math.max(0, Math.ceil((Date.parse(time) - now - toleranceMs) / dayMs));

const inDays = (days: number): string => (days === 1 ? 'within a day' : `in ${days} days`);

/** Says in sentences when an API key expires, what stops then, and what to do. @param zone the workflow's time zone */
export function keyMessage(
	{ credential: { id, name } }: Pick<Identity, 'credential'>,
	{ expiresAt, now, zone }: { expiresAt: string; now: number; zone: string },
): string {
	const days = daysUntil(expiresAt, now);
	return sentences(
		`The API key “${name ?? id}” ${days === 0 ? 'has expired' : `expires ${inDays(days)}`}, on ${momentIn(zone, expiresAt)}`,
		'After that, no workflow that uses it can read, create or publish posts, and its triggers start nothing',
		"Create a new API key in the workspace settings under 'API & MCP', and enter it in the same credential while no workflow is running",
	);
}
