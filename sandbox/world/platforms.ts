import type { Variants } from '../variants';
import type { Platform } from '../types';
import type { OptionsKey } from './records';

/** What a platform's channels support (contract, "capabilities"), in the API's format. */
export interface Capabilities {
	charLimit: number;
	title: { supported: boolean; required: boolean; maxChars: number | null };
	firstComment: boolean;
	link: boolean;
	boardRequired: boolean;
	mediaRequired: 'video' | 'visual' | null;
	optionsKey: OptionsKey | null;
}

const noTitle = { supported: false, required: false, maxChars: null };

const plain = (charLimit: number, more: Partial<Capabilities> = {}): Capabilities => ({
	charLimit,
	title: noTitle,
	firstComment: false,
	link: false,
	boardRequired: false,
	mediaRequired: null,
	optionsKey: null,
	...more,
});

/** Capabilities by platform. */
export const capabilities: Readonly<Record<Platform, Capabilities>> = {
	facebook: plain(63_206, { firstComment: true, optionsKey: 'facebook' }),
	instagram: plain(2200, { firstComment: true, mediaRequired: 'visual' }),
	threads: plain(500, { firstComment: true }),
	linkedin: plain(3000, { firstComment: true }),
	tiktok: plain(2200, { mediaRequired: 'visual', optionsKey: 'tiktok' }),
	youtube: plain(5000, {
		title: { supported: true, required: false, maxChars: 100 },
		mediaRequired: 'video',
		optionsKey: 'youtube',
	}),
	pinterest: plain(800, {
		title: { supported: true, required: false, maxChars: 100 },
		link: true,
		boardRequired: true,
		mediaRequired: 'visual',
	}),
	bluesky: plain(300, { firstComment: true }),
	mastodon: plain(500, { firstComment: true }),
	google_business: plain(1500),
	devto: plain(100_000, {
		title: { supported: true, required: true, maxChars: 128 },
		optionsKey: 'devto',
	}),
};

/** The default daily limit, which is more than any test needs. */
export const generousDailyCap = 100_000;

/** The path of a published post's page in the sandbox. */
export const livePath = (platform: Platform, postId: string, channelId: string): string =>
	`/sandbox/live/${platform}/${postId.slice(0, 8)}${channelId.slice(-4)}`;

/** The names of the networks on the pages. */
export const platformNames: Readonly<Record<Platform, string>> = {
	bluesky: 'Bluesky',
	devto: 'dev.to',
	facebook: 'Facebook',
	google_business: 'Google Business',
	instagram: 'Instagram',
	linkedin: 'LinkedIn',
	mastodon: 'Mastodon',
	pinterest: 'Pinterest',
	threads: 'Threads',
	tiktok: 'TikTok',
	youtube: 'YouTube',
};

/** TikTok's usual information about the seeded creator. One of the four privacy levels is missing from its options. */
const tiktokCreator = {
	username: 'acmestudio',
	nickname: 'Acme Studio',
	avatarUrl: 'https://tiktok.example/avatars/acmestudio.jpg',
	privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
	commentDisabled: false,
	duetDisabled: false,
	stitchDisabled: true,
	maxVideoPostDurationSec: 600,
	canPost: true,
};

const creators: Record<Variants['creator'], typeof tiktokCreator> = {
	'in schema': tiktokCreator,
	restricted: {
		...tiktokCreator,
		privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
		commentDisabled: true,
		duetDisabled: true,
	},
};

/** TikTok's information about the seeded creator. */
export const tiktokCreatorOf = ({ creator }: Variants): typeof tiktokCreator => creators[creator];

/** YouTube's categories for the seeded channel. */
export const youtubeCategories = {
	regionCode: 'GB',
	categories: [
		{ id: '1', title: 'Film & Animation' },
		{ id: '2', title: 'Autos & Vehicles' },
		{ id: '10', title: 'Music' },
		{ id: '17', title: 'Sports' },
		{ id: '22', title: 'People & Blogs' },
		{ id: '24', title: 'Entertainment' },
		{ id: '26', title: 'Howto & Style' },
		{ id: '27', title: 'Education' },
		{ id: '28', title: 'Science & Technology' },
	],
};

const truth = { type: 'boolean' };

type JsonObject = Record<string, unknown>;

const strict = (properties: Record<string, unknown>) => ({
	type: 'object',
	additionalProperties: false,
	properties,
});

const tiktokWith = (privacyLevels: readonly string[]) =>
	strict({
		privacyLevel: { type: 'string', enum: privacyLevels },
		allowComment: truth,
		allowDuet: truth,
		allowStitch: truth,
		disclose: truth,
		brandOrganic: truth,
		brandContent: truth,
		aiGenerated: truth,
		coverMs: { type: 'integer', minimum: 0 },
		autoAddMusic: truth,
	});

/** Who can see a post on TikTok. */
export const privacyLevels = [
	'PUBLIC_TO_EVERYONE',
	'MUTUAL_FOLLOW_FRIENDS',
	'FOLLOWER_OF_CREATOR',
	'SELF_ONLY',
] as const;

const youtube = strict({
	privacyStatus: { type: 'string', enum: ['public', 'unlisted', 'private'] },
	madeForKids: truth,
	tags: { type: 'array', maxItems: 500, items: { type: 'string', minLength: 1, maxLength: 500 } },
	categoryId: { type: 'string', pattern: '^\\d{1,4}$' },
	thumbnail: {
		oneOf: [
			{ ...strict({ assetId: { type: 'string', format: 'uuid' } }), required: ['assetId'] },
			{ ...strict({ coverFrame: { const: true } }), required: ['coverFrame'] },
		],
	},
});

const devto = strict({
	tags: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 100 } },
	canonicalUrl: { type: 'string', maxLength: 2048 },
});

/** The schema of `options`, in which a channel's entry refers to its schema. */
const referring = (optionsKey: string, schema: JsonObject, entry: JsonObject): JsonObject => ({
	...strict({ [optionsKey]: entry }),
	$defs: { Entry: schema },
});

const reference = { $ref: '#/$defs/Entry' };

/** The ways to write the schema of a channel's entry (N41). The contract says only that it's a JSON Schema. */
const shapes: Record<Variants['optionsSchema'], (optionsKey: string, schema: JsonObject) => JsonObject> = {
	entry: (_optionsKey, schema) => schema,
	options: (optionsKey, schema) => ({ type: 'object', properties: { [optionsKey]: schema } }),
	reference: (optionsKey, schema) => referring(optionsKey, schema, reference),
	'reference or null': (optionsKey, schema) =>
		referring(optionsKey, schema, { anyOf: [reference, { type: 'null' }] }),
	'one of': (optionsKey, schema) => referring(optionsKey, schema, { oneOf: [{ type: 'null' }, reference] }),
	'all of': (optionsKey, schema) => referring(optionsKey, schema, { allOf: [reference], title: 'Options' }),
};

/**
 * `optionsSchema` in the three forms that the contract allows: a JSON Schema, null (Facebook, although it has options), and
 * absent.
 */
export const optionsSchemas: Readonly<Partial<Record<Platform, { optionsSchema: JsonObject | null }>>> = {
	tiktok: { optionsSchema: tiktokWith(tiktokCreator.privacyLevelOptions) },
	youtube: { optionsSchema: youtube },
	devto: { optionsSchema: devto },
	facebook: { optionsSchema: null },
};

/** The `optionsSchema` of a channel in one of its shapes. Left out if the platform has none. */
export const optionsSchemaOf = (
	platform: Platform,
	{ optionsSchema: shape, creator }: Variants,
): { optionsSchema?: JsonObject | null } => {
	const isWide = platform === 'tiktok' && creator === 'restricted';
	const own = isWide ? { optionsSchema: tiktokWith(privacyLevels) } : optionsSchemas[platform];
	const { optionsKey } = capabilities[platform];
	if (!own?.optionsSchema || optionsKey === null) return own ?? {};
	return { optionsSchema: shapes[shape](optionsKey, own.optionsSchema) };
};
