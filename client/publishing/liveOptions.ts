import { ownValue, recordOf } from '../http/json';

/**
 * Options of channels by the schema that the service has for each (contract section 2, `optionsSchema`): by channel id,
 * by the network's entry, by name. They are not held against the options this client knows: the service may have newer ones.
 */
export type LiveOptions = Record<string, Record<string, Record<string, unknown>>>;

interface WithOverrides {
	perAccount?: Record<string, { options?: object | null } | null>;
}

/** Adds options to the overrides of a post; what an override sets itself holds. */
export function withLiveOptions<Body extends object>(body: Body, live: LiveOptions = {}): Body {
	const { perAccount = {} } = body as WithOverrides;
	const added = Object.entries(live).map(([channelId, networks]): [string, object] => {
		const own = ownValue(perAccount, channelId) ?? {};
		const ownOptions = (own.options ?? {}) as Record<string, object | null>;
		const options = Object.entries(networks).map(([key, values]): [string, object] => [
			key,
			{ ...values, ...ownValue(ownOptions, key) },
		]);
		return [channelId, { ...own, options: recordOf([...Object.entries(ownOptions), ...options]) }];
	});
	if (added.length === 0) return body;
	return { ...body, perAccount: recordOf([...Object.entries(perAccount), ...added]) };
}
