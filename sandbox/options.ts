import { profiles, type ProfileName } from './profiles';
import type { Platform } from './types';

/** {@link SandboxOptions} with all defaults. */
export interface Settings {
	port: number;
	profile: ProfileName;
	clock: 'real' | 'manual';
	now: Date | string | number | undefined;
	/** Null for no limits. */
	rateLimits: RateLimits | null;
	visibilityLagMs: number;
	publishMs: number;
	dailyCaps: Partial<Record<Platform, number>>;
	latencyMs: number;
	seed: 'default' | 'empty';
	partSizeBytes: number;
	storage: Required<StorageOptions>;
	agentAnswers: AgentAnswers;
	toolsPerPage: number;
	variants: Variants;
	files: string | undefined;
	keySecret: string | undefined;
}

/** The limits of the contract, section 8. */
const contractLimits: RateLimits = {
	writesPerKey: 120,
	readsPerKey: 300,
	writesPerWorkspace: 1000,
	windowMs: 60_000,
};

const defaults = {
	port: 0,
	profile: 'observed',
	clock: 'real',
	visibilityLagMs: 0,
	publishMs: 1500,
	latencyMs: 0,
	seed: 'default',
	partSizeBytes: 64 * 1024 * 1024,
	agentAnswers: 'json',
	toolsPerPage: Infinity,
} as const;

const storageDefaults = { port: 0, bytesPerSecondPerConnection: Infinity, latencyMs: 0 };

const requirePositive = (name: string, value: number): void => {
	if (!(value >= 1)) throw new Error(`${name} must be at least 1`);
};

/** Adds the defaults. @throws Error for a part size or a speed below 1. */
export const resolveOptions = (options: SandboxOptions): Settings => {
	const settings = withDefaults(options);
	requirePositive('partSizeBytes', settings.partSizeBytes);
	requirePositive('toolsPerPage', settings.toolsPerPage);
	requirePositive('storage.bytesPerSecondPerConnection', settings.storage.bytesPerSecondPerConnection);
	return settings;
};

const withDefaults = (options: SandboxOptions): Settings => ({
	...defaults,
	...options,
	now: options.now,
	files: options.files,
	keySecret: options.keySecret,
	dailyCaps: options.dailyCaps ?? {},
	variants: {
		...usualVariants,
		changeOrder: profiles[options.profile ?? defaults.profile].changeOrder,
		...options.variants,
	},
	storage: { ...storageDefaults, ...options.storage },
	rateLimits: options.rateLimits === 'off' ? null : { ...contractLimits, ...options.rateLimits },
});

/** How many requests are allowed in a minute, and how long that minute is. */
export interface RateLimits {
	writesPerKey: number;
	readsPerKey: number;
	writesPerWorkspace: number;
	windowMs: number;
}

/** Options of the storage, a separate server on 127.0.0.1 that receives the parts of uploads. */
export interface StorageOptions {
	/** 0 (the default) uses a free port. */
	port?: number;
	/** The maximum speed of one connection. Default: no limit. */
	bytesPerSecondPerConnection?: number;
	/** Milliseconds of real time added to each answer. Default 0. */
	latencyMs?: number;
}

/** The format of the agent endpoint's answers: one JSON document, or an event stream. */
export type AgentAnswers = 'json' | 'event-stream';

/** Options of a sandbox. All have defaults. */
export interface SandboxOptions {
	/** 0 (the default) uses a free port. */
	port?: number;
	/** What the service is like where the contract doesn't say it. Default `observed`. */
	profile?: ProfileName;
	/** A `manual` clock stands still until it's advanced. Default `real`. */
	clock?: 'real' | 'manual';
	/** Start of a manual clock. Default 2026-01-05T09:00:00Z. */
	now?: Date | string | number;
	/** `'off'`, or limits that differ from the contract's. */
	rateLimits?: 'off' | Partial<RateLimits>;
	/** How long lists don't show a change, in milliseconds. Reading a single post always shows it. Default 0. */
	visibilityLagMs?: number;
	/** How long a channel stays `publishing`, in milliseconds of the clock. Default 1500. */
	publishMs?: number;
	/** Daily limits of each channel, by platform. */
	dailyCaps?: Partial<Record<Platform, number>>;
	/** Milliseconds of real time added to each answer. Default 0. */
	latencyMs?: number;
	/** `empty` leaves out the seeded posts, but not the channels, keys and media. Default `default`. */
	seed?: 'default' | 'empty';
	/** The size of the parts of an upload, in bytes. Default 64 MiB. */
	partSizeBytes?: number;
	storage?: StorageOptions;
	/** The format of the agent endpoint's answers. Default `json`. */
	agentAnswers?: AgentAnswers;
	/** How many tools an answer to `tools/list` has. Default: all. */
	toolsPerPage?: number;
	/** A folder whose files are served below `/sandbox/files/`. Default: none. */
	files?: string;
	/** The end of each API key. Default: fixed ends. */
	keySecret?: string;
	/** Which variants of the service's behavior to use. Default: the usual ones. */
	variants?: Partial<Variants>;
}

/**
 * The variants of the service's behavior, where it was seen to differ. The first value is the usual one.
 * - `optionsSchema` (N41): the schema of `options.<optionsKey>`, of the whole `options`, or of the whole with a reference to that of the
 *   channel, alone, as one of two forms, or in `allOf`
 * - `creator` (N51): the schema of TikTok's options lists the levels of the creator. Or it lists all levels, and the creator can
 *   use only two of them, without comments, duets and stitches
 * - `times` (N42): end in `+00:00`, or in `Z`
 * - `entityTags` (N42): the same tag for the same content, or a new tag for every answer
 * - `createErrors` (N43): if the delivery is refused, create keeps the draft and names it, or saves nothing
 * - `changeOrder` (N24): a list with `updatedSince` begins with the oldest change, or with the newest one
 * - `changesRequested`: refuse to edit a post with requested changes, return it to draft with its first edit, let it be
 *   withdrawn, or let it be edited and withdrawn. The contract says none of these.
 * - `dates`: every answer has a `Date` header, or none has one. The contract doesn't mention the header.
 * - `metricsHistory`: metrics have the last three snapshots, or those of two weeks. The contract doesn't say how many there are.
 * - `refusals`: a 401 and a 403 are an error of the API, or an HTML page of a proxy
 * - `approval` (N37): in a workspace that requires approval, `schedule` and `publish` send the post to review, or are refused
 */
export const variantValues = {
	optionsSchema: ['entry', 'options', 'reference', 'reference or null', 'one of', 'all of'],
	creator: ['in schema', 'restricted'],
	times: ['offset', 'Z'],
	entityTags: ['content', 'fresh'],
	createErrors: ['with post_id', 'without post_id'],
	changeOrder: ['oldest first', 'newest first'],
	changesRequested: ['refuse', 'edit', 'withdraw', 'edit and withdraw'],
	dates: ['sent', 'missing'],
	metricsHistory: ['hours', 'weeks'],
	approval: ['review', 'refuse'],
	refusals: ['json', 'html'],
} as const;

/** One value for each variant in {@link variantValues}. */
export type Variants = { -readonly [K in keyof typeof variantValues]: (typeof variantValues)[K][number] };

/** The usual variants. */
const usualVariants: Readonly<Variants> = {
	optionsSchema: 'entry',
	creator: 'in schema',
	times: 'offset',
	entityTags: 'content',
	createErrors: 'with post_id',
	changeOrder: 'oldest first',
	changesRequested: 'refuse',
	dates: 'sent',
	metricsHistory: 'hours',
	approval: 'review',
	refusals: 'json',
};
