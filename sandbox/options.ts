import type { AgentAnswers, Platform, RateLimits, SandboxOptions, StorageOptions } from './types';
import { usualVariants, type Variants } from './world/variants';

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
export const contractLimits: RateLimits = {
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
