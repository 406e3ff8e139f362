import type { Answer } from './http/answers';
import { DocumentedKeys } from './http/documentedKeys';
import { IdempotencyBook, type KeyBook } from './http/idempotency';
import { hashOf, isRecord } from './http/json';
import { postStatuses, type ChannelPostStatus, type PostStatus } from './types';
import { usualVariants, variantValues, type Variants } from './variants';
import type { Channel } from './world/records';

/** The names of the profiles. */
export const profileNames = ['observed', 'documents'] as const;
export type ProfileName = (typeof profileNames)[number];

/** For each variant, its values that a service of this profile can have. */
type Turns = { readonly [K in keyof Variants]?: readonly [Variants[K], ...Variants[K][]] };

/**
 * What the service is like where the contract doesn't say it. `observed` is the service as it was seen to be (N). `documents` is a
 * service of which nothing is known but the contract. It's silent, or different, wherever a client might rely on more.
 */
export interface Profile {
	createKeyBook(variants: Variants): KeyBook;
	/** Turns an error answer into one of this service. */
	errorAnswer(answer: Answer): Answer;
	/** The status of a channel in a post (N18). */
	postWords: Readonly<Record<ChannelPostStatus, string>>;
	/** The status of a channel's connection (N17). */
	connectionWords: Readonly<Record<Channel['status'], string>>;
	/** Whether complete also takes what is known about the file (N5, N47), and the start returns the storage's own IDs (N2). */
	knowsFiles: boolean;
	/**
	 * Whether the service refuses what it was seen to refuse, although no document says so: uploads above its limits (N8), changes of
	 * someone else's posts (N25), titles and boards that a channel doesn't take, links with another scheme and unknown time zones (N46),
	 * unknown query parameters and the cursor of a deleted post (N24), and queueing while a daily limit is reached (N44).
	 */
	refusesMore: boolean;
	/** The status of the refusal to delete a post (N20). */
	undeletableStatus: 409 | 422;
	/** The name of an agent tool (N26). */
	toolName(observed: string): string;
	/** Whether there is metadata of the authorization server (N28). */
	hasServerMetadata: boolean;
	/** The status of the storage's answer to a URL that has expired (N7). */
	expiredUrlStatus: number;
	/** Whether posts can be withdrawn and have metrics (N20, N21). */
	hasExtras: boolean;
	/** Whether an empty first comment turns it off (N35). */
	takesEmptyFirstComment: boolean;
	/** Whether a channel can be named more than once. */
	mergesRepeatedChannels: boolean;
	/** The statuses of posts that can be deleted (N20). */
	deletable: readonly PostStatus[];
	/** How long ago a time can be to still count as now, in milliseconds (N43). */
	graceMs: number;
	/**
	 * How much earlier than now the `serverTime` of a list is, in milliseconds (N24). If changes take longer than this to appear,
	 * they have an `updatedAt` before the `serverTime` that a poll sends. The contract allows this with "up to a minute", so clients
	 * that need all changes must look back further.
	 */
	serverTimeLeadMs: number;
	/** Whether a list without changes returns the `updatedSince` that was sent as its `serverTime` (N24). */
	repeatsTime: boolean;
	/** Whether the proxy refuses a library's default `User-Agent` on the paths of OAuth, too. */
	guardsOAuth: boolean;
	/** What a seed chooses from. The first values are chosen without one. Variants that are left out have their usual value. */
	turns: Turns;
}

const observed: Profile = {
	createKeyBook: () => new IdempotencyBook(),
	errorAnswer: (answer) => answer,
	postWords: {
		draft: 'draft',
		queued: 'queued',
		scheduled: 'scheduled',
		publishing: 'publishing',
		published: 'published',
		failed: 'failed',
	},
	connectionWords: {
		connected: 'connected',
		token_expiring: 'token_expiring',
		disconnected: 'disconnected',
		error: 'error',
	},
	knowsFiles: true,
	refusesMore: true,
	undeletableStatus: 422,
	toolName: (name) => name,
	hasServerMetadata: true,
	expiredUrlStatus: 403,
	hasExtras: true,
	takesEmptyFirstComment: true,
	mergesRepeatedChannels: false,
	deletable: ['draft', 'queued', 'scheduled', 'failed', 'rejected'],
	graceMs: 60_000,
	serverTimeLeadMs: 30_000,
	repeatsTime: true,
	guardsOAuth: false,
	turns: {},
};

const onlyOn429 = ['tier', 'limit', 'remaining', 'retry_after'];

/** An error with a code of its own for each status, and with the fields that the contract promises for it (section 7). */
const documentedError = (answer: Answer): Answer => {
	const { status, body } = answer;
	if (status < 400 || !isRecord(body)) return answer;
	if (typeof body['error'] !== 'string' || typeof body['detail'] !== 'string') return answer;
	const fields = Object.entries(body).filter(
		([name, value]) => value !== null && (status === 429 || !onlyOn429.includes(name)),
	);
	return { ...answer, body: { ...Object.fromEntries(fields), error: `E1${status}` } };
};

const live: readonly PostStatus[] = ['publishing', 'published', 'partially_published'];

const documents: Profile = {
	createKeyBook: (variants) => new DocumentedKeys(variants),
	errorAnswer: documentedError,
	postWords: {
		draft: 'NEW',
		queued: 'LINED_UP',
		scheduled: 'TIMED',
		publishing: 'RUNNING',
		published: 'DONE',
		failed: 'BROKEN',
	},
	// The contract names this one value.
	connectionWords: {
		connected: 'OK',
		token_expiring: 'ENDING',
		disconnected: 'disconnected',
		error: 'BROKEN',
	},
	knowsFiles: false,
	refusesMore: false,
	undeletableStatus: 409,
	toolName: (name) => name.replace(/^social_/, ''),
	hasServerMetadata: false,
	expiredUrlStatus: 400,
	hasExtras: false,
	takesEmptyFirstComment: false,
	mergesRepeatedChannels: true,
	deletable: postStatuses.filter((status) => !live.includes(status)),
	graceMs: 0,
	serverTimeLeadMs: 0,
	repeatsTime: false,
	guardsOAuth: true,
	turns: {
		changeOrder: ['newest first'],
		optionsSchema: variantValues.optionsSchema,
		optionalFields: variantValues.optionalFields,
		times: ['offset', 'whole seconds'],
		uploads: ['id', 'mediaAssetId', 'assetId', 'uploadId', 'list'],
		uploaded: ['id', 'mediaAssetId', 'assetId', 'asset', 'media', 'data', 'nothing'],
		failedKeys: variantValues.failedKeys,
		duplicates: variantValues.duplicates,
	},
};

/** The profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { observed, documents };

/** The value at a place that depends on the seed and the variant's name, so that neighbors differ. */
const drawn = <T>(values: readonly [T, ...T[]], name: string, turn: string | number | undefined): T =>
	(turn === undefined
		? undefined
		: values[Number.parseInt(hashOf([turn, name]).slice(0, 8), 16) % values.length]) ?? values[0];

/** The variants of a profile. @param turn what chooses among its turns. Without it, the first of each is chosen. */
export const variantsOf = (profile: ProfileName, turn: string | number | undefined): Variants => ({
	...usualVariants,
	...Object.fromEntries(
		Object.entries(profiles[profile].turns).map(([name, values]) => [name, drawn(values, name, turn)]),
	),
});
