import type { Platform, RateLimits, SandboxOptions } from './types';

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
} as const;

/** Fills in the defaults. */
export const resolveOptions = (options: SandboxOptions): Settings => ({
	...defaults,
	...options,
	now: options.now,
	dailyCaps: options.dailyCaps ?? {},
	rateLimits: options.rateLimits === 'off' ? null : { ...contractLimits, ...options.rateLimits },
});
