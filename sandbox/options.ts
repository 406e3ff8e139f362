import { variantsOf, type ProfileName } from './profiles';
import type { Platform } from './types';
import type { Variants } from './variants';

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
	variants: { ...variantsOf(options.profile ?? defaults.profile, options.turn), ...options.variants },
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
	/**
	 * Chooses among the variants of the profile `documents`, which are what a service can do one way or another. Any text or number.
	 * Default: the first of each.
	 */
	turn?: string | number;
	/** Which variants of the service's behavior to use. Default: the usual ones of the profile. */
	variants?: Partial<Variants>;
}
