import { isObject, ownValue, recordOf } from '../http/json';
import { withLiveOptions, type LiveOptions } from './liveOptions';

/** Options of a write whose body the user may extend. */
export interface BodyOptions {
	/** Properties beyond the known ones, sent as they are: the service judges them. */
	additionalBody?: Record<string, unknown>;
	/** Options by the channels' own schemas. */
	liveOptions?: LiveOptions;
}

interface Targeted {
	accounts?: unknown;
	perAccount?: Record<string, unknown>;
}

/** An override, its options, and those of a network: what is in them is a value, which may be empty. */
const levels = 3;

/** Leaves out what says nothing at one of the levels, such as an override in which nothing is set. */
function withoutIdle(overrides: Record<string, unknown>, level = levels): Record<string, unknown> {
	if (level === 0) return overrides;
	const entries = Object.entries(overrides).map(([name, value]): [string, unknown] => [
		name,
		isObject(value) ? withoutIdle(value, level - 1) : value,
	]);
	return recordOf(entries.filter(([, value]) => !isObject(value) || Object.keys(value).length > 0));
}

/** Overrides of channels that the post doesn't go to are left out; which those are is known where it names its channels. */
function ofChannels(overrides: Record<string, unknown>, accounts: unknown): Record<string, unknown> {
	if (!Array.isArray(accounts)) return overrides;
	const chosen = new Set(accounts.map((channelId) => String(channelId).toLowerCase()));
	return recordOf(Object.entries(overrides).filter(([channelId]) => chosen.has(channelId.toLowerCase())));
}

/**
 * The body of a create or an update as it is sent: what was checked, with the options of the channels' own schemas, and
 * what the service alone judges.
 */
export function toPostBody(body: object, { additionalBody = {}, liveOptions }: BodyOptions): object {
	const { perAccount, ...others } = withLiveOptions<Targeted>(body, liveOptions);
	const accounts = ownValue(additionalBody, 'accounts') ?? others.accounts;
	const kept = withoutIdle(ofChannels(perAccount ?? {}, accounts));
	return { ...others, ...(Object.keys(kept).length > 0 ? { perAccount: kept } : {}), ...additionalBody };
}
