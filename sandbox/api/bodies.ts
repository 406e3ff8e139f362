import { omit } from '../world/omit';
import type { Delivery } from '../world/records';
import {
	dateTime,
	isRecord,
	list,
	mapOf,
	nullable,
	object,
	oneOf,
	optional,
	text,
	uuid,
	type Check,
	type Checked,
} from './check';
import { malformed } from './failure';
import { givenOptions, optionChanges } from './optionBodies';

const accounts = list(uuid, { min: 1, max: 20 });
const mediaAssetIds = list(uuid, { max: 35 });

/** An address that people can open (N46); what has no scheme at all is the network's to judge. */
const linkUrl: Check<string> = (value, path) => {
	const address = text({ max: 2048 })(value, path);
	const isOther = URL.canParse(address) && !/^https?:$/.test(new URL(address).protocol);
	if (isOther) throw malformed(path, 'must be an http or https address');
	return address;
};

const idempotencyKey = optional(text({ min: 1, max: 128 }));

const isTimeZone = (name: string): boolean => {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
};

const timeZone: Check<string> = (value, path) => {
	const name = text()(value, path);
	if (!isTimeZone(name)) throw malformed(path, 'must be the name of a time zone');
	return name;
};

const timezone = optional(timeZone);
const queueIds = optional(mapOf(uuid, nullable(uuid)));

const queueDelivery = (mode: 'queue' | 'prioritise') => ({ mode: oneOf([mode]), queueIds, timezone });

/** One shape for each mode, so that a field of another mode is an unknown property. */
const deliveryShapes = {
	queue: queueDelivery('queue'),
	prioritise: queueDelivery('prioritise'),
	now: { mode: oneOf(['now']), timezone },
	at: { mode: oneOf(['at']), at: dateTime, timezone },
};

const modeName = (modes: readonly (keyof typeof deliveryShapes)[]) => oneOf(modes);
const everyMode = modeName(['queue', 'prioritise', 'now', 'at']);
const scheduleMode = modeName(['at', 'queue', 'prioritise']);

const delivery: Check<Delivery> = (value, path) => {
	if (!isRecord(value)) throw malformed(path, 'must be an object');
	const shape = deliveryShapes[everyMode(value['mode'], `${path}.mode`)];
	return object(shape)(value, path) as Delivery;
};

const givenOverrides = object({
	caption: optional(text()),
	title: optional(text()),
	firstComment: optional(text()),
	boardId: optional(text({ max: 128 })),
	options: optional(givenOptions),
});

const overrideChanges = object({
	caption: optional(nullable(text())),
	title: optional(nullable(text())),
	firstComment: optional(nullable(text())),
	boardId: optional(nullable(text({ max: 128 }))),
	options: optional(nullable(optionChanges)),
});

/** Changes of one channel's own words: null clears, what is left out stays. */
export type OverrideChanges = Checked<{
	caption: { optional: Check<string | null> };
	title: { optional: Check<string | null> };
	firstComment: { optional: Check<string | null> };
	boardId: { optional: Check<string | null> };
	options: { optional: Check<Record<string, Record<string, unknown> | null> | null> };
}>;

/** `POST /posts/`. A post's own fields take no null here; only `proposedPublishAt` and a `perAccount` value do. */
export const createBody = object({
	accounts,
	caption: text(),
	title: optional(text()),
	firstComment: optional(text()),
	linkUrl: optional(linkUrl),
	perAccount: optional(mapOf(uuid, nullable(givenOverrides))),
	mediaAssetIds: optional(mediaAssetIds),
	proposedPublishAt: optional(nullable(dateTime)),
	delivery: optional(delivery),
	idempotencyKey,
});
export type CreateBody = ReturnType<typeof createBody>;

/**
 * `PATCH /posts/{id}`. `perAccount` itself takes no null: section 2 makes its values nullable, not the whole, and
 * refusing it proves that no caller relies on it.
 */
export const editBody = object({
	accounts: optional(accounts),
	caption: optional(text()),
	title: optional(nullable(text())),
	firstComment: optional(nullable(text())),
	linkUrl: optional(nullable(linkUrl)),
	perAccount: optional(mapOf(uuid, nullable(overrideChanges))),
	mediaAssetIds: optional(mediaAssetIds),
	proposedPublishAt: optional(nullable(dateTime)),
});
export type EditBody = ReturnType<typeof editBody>;

/** `POST /posts/{id}/submit`. */
export const submitBody = object({ delivery, idempotencyKey });

/** Duplicate, publish and cancel; withdraw, which ignores the key (N20, N39). */
export const keyOnlyBody = object({ idempotencyKey });

/** `POST /posts/{id}/schedule` (N9): a flat delivery whose mode is `at` unless given; `now` is none of them. */
export const scheduleBody: Check<Delivery> = (value, path) => {
	if (!isRecord(value)) throw malformed('body', 'must be an object');
	const mode = scheduleMode(value['mode'] ?? 'at', 'mode');
	const read = object({ ...deliveryShapes[mode], idempotencyKey })({ ...value, mode }, path);
	return omit(read, 'idempotencyKey') as Delivery;
};
