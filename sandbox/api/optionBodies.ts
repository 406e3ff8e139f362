import type { OptionsKey } from '../world/records';
import {
	integer,
	isRecord,
	list,
	nullable,
	object,
	oneOf,
	optional,
	pattern,
	text,
	truth,
	uuid,
	type Check,
} from './check';
import { malformed } from './failure';

/** TikTok's privacy levels (contract, section 2). */
export const privacyLevels = [
	'PUBLIC_TO_EVERYONE',
	'MUTUAL_FOLLOW_FRIENDS',
	'FOLLOWER_OF_CREATOR',
	'SELF_ONLY',
] as const;

const onlyTrue: Check<true> = (value, path) => {
	if (value !== true) throw malformed(path, 'must be true');
	return value;
};

const assetThumbnail = object({ assetId: uuid });
const frameThumbnail = object({ coverFrame: onlyTrue });

const thumbnail: Check<{ assetId: string } | { coverFrame: true }> = (value, path) => {
	const isFrame = isRecord(value) && Object.hasOwn(value, 'coverFrame');
	return isFrame ? frameThumbnail(value, path) : assetThumbnail(value, path);
};

/** Every option of every platform, and what it may hold. */
const fields: Readonly<Record<OptionsKey, Record<string, Check<unknown>>>> = {
	tiktok: {
		privacyLevel: oneOf(privacyLevels),
		allowComment: truth,
		allowDuet: truth,
		allowStitch: truth,
		disclose: truth,
		brandOrganic: truth,
		brandContent: truth,
		aiGenerated: truth,
		coverMs: integer(0),
		autoAddMusic: truth,
	},
	devto: {
		tags: list(text({ max: 100 }), { max: 20 }),
		canonicalUrl: text({ max: 2048 }),
	},
	youtube: {
		privacyStatus: oneOf(['public', 'unlisted', 'private']),
		madeForKids: truth,
		tags: list(text({ min: 1, max: 500 }), { max: 500 }),
		categoryId: pattern(/^\d{1,4}$/),
		thumbnail,
	},
	facebook: { publishAs: oneOf(['video', 'reel']) },
};

type Wrap = (check: Check<unknown>) => Check<unknown>;

const allOptional = (key: OptionsKey, wrap: Wrap): Check<Record<string, unknown>> =>
	object(
		Object.fromEntries(Object.entries(fields[key]).map(([name, check]) => [name, optional(wrap(check))])),
	);

const asGiven: Wrap = (check) => check;

/** `options` as create takes them: no null anywhere. */
export const givenOptions: Check<Record<string, Record<string, unknown>>> = object({
	tiktok: optional(allOptional('tiktok', asGiven)),
	devto: optional(allOptional('devto', asGiven)),
	youtube: optional(allOptional('youtube', asGiven)),
	facebook: optional(allOptional('facebook', asGiven)),
});

/** `options` as PATCH takes them: every key nullable, a platform's whole entry as well as each of its fields. */
export const optionChanges: Check<Record<string, Record<string, unknown> | null>> = object({
	tiktok: optional(nullable(allOptional('tiktok', nullable))),
	devto: optional(nullable(allOptional('devto', nullable))),
	youtube: optional(nullable(allOptional('youtube', nullable))),
	facebook: optional(nullable(allOptional('facebook', nullable))),
});
