import type { Platform } from './types';

/** {@link SandboxOptions} with every default filled in. */
export interface Settings {
	port: number;
	clock: 'real' | 'manual';
	now: Date | string | number | undefined;
	/** Null: no limits. */
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
}

/** The contract's limits, section 8. */
const contractLimits: RateLimits = {
	writesPerKey: 120,
	readsPerKey: 300,
	writesPerWorkspace: 1000,
	windowMs: 60_000,
};

const defaults = {
	port: 0,
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

/** Fills in the defaults. @throws Error for a part size or a rate below 1. */
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
	dailyCaps: options.dailyCaps ?? {},
	variants: { ...usualVariants, ...options.variants },
	storage: { ...storageDefaults, ...options.storage },
	rateLimits: options.rateLimits === 'off' ? null : { ...contractLimits, ...options.rateLimits },
});

/** How many requests one minute allows, and how long that minute is. */
export interface RateLimits {
	writesPerKey: number;
	readsPerKey: number;
	writesPerWorkspace: number;
	windowMs: number;
}

/** The storage that the parts of uploads are sent to: a server of its own on 127.0.0.1. */
export interface StorageOptions {
	/** 0 (the default) takes a free port. */
	port?: number;
	/** What one connection carries at the most. Default: no bound. */
	bytesPerSecondPerConnection?: number;
	/** Real milliseconds added to each answer. Default 0. */
	latencyMs?: number;
}

/** How the agent endpoint writes its answers: one JSON document, or an event stream. */
export type AgentAnswers = 'json' | 'event-stream';

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions {
	/** 0 (the default) takes a free port. */
	port?: number;
	/** `manual` stands still until it is advanced; default `real`. */
	clock?: 'real' | 'manual';
	/** Where a manual clock starts; default 2026-01-05T09:00:00Z. */
	now?: Date | string | number;
	/** `'off'`, or other numbers than the contract's. */
	rateLimits?: 'off' | Partial<RateLimits>;
	/** How long a change stays invisible to the list; a single read shows it at once. Default 0. */
	visibilityLagMs?: number;
	/** How long a channel stays `publishing`, by the clock. Default 1500. */
	publishMs?: number;
	/** Posts a day and channel, by platform. */
	dailyCaps?: Partial<Record<Platform, number>>;
	/** Real milliseconds added to each answer. Default 0. */
	latencyMs?: number;
	/** `empty` leaves out the seeded posts; channels, keys and media stay. Default `default`. */
	seed?: 'default' | 'empty';
	/** How large the parts of an upload are. Default 64 MiB. */
	partSizeBytes?: number;
	storage?: StorageOptions;
	/** How the agent endpoint answers. Default `json`. */
	agentAnswers?: AgentAnswers;
	/** How many tools one answer to `tools/list` has. Default: all. */
	toolsPerPage?: number;
	/** Where the service was seen to answer in more than one way. Default: the usual ways. */
	variants?: Partial<Variants>;
}

/**
 * Where the service was seen to answer in more than one way: the ways by name, the usual one first.
 * - `optionsSchema` (N41): the schema of `options.<optionsKey>` itself, or that of `options` around it.
 * - `times` (N42): end in `+00:00`, or in `Z`.
 * - `entityTags` (N42): the same for the same content, or a new one for every answer.
 * - `createErrors` (N43): name the draft that was saved before them, or don't.
 * - `approval` (N37): in a workspace that needs approval, `schedule` and `publish` go to Review, or are refused.
 */
export const variantValues = {
	optionsSchema: ['entry', 'options'],
	times: ['offset', 'Z'],
	entityTags: ['content', 'fresh'],
	createErrors: ['with post_id', 'without post_id'],
	approval: ['review', 'refuse'],
} as const;

/** One way for each of {@link variantValues}. */
export type Variants = { -readonly [K in keyof typeof variantValues]: (typeof variantValues)[K][number] };

/** The usual ways. */
const usualVariants: Readonly<Variants> = {
	optionsSchema: 'entry',
	times: 'offset',
	entityTags: 'content',
	createErrors: 'with post_id',
	approval: 'review',
};
