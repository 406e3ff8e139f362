import type { ProfileName } from '../profiles';
import { scoringProfiles } from './profiles';
import type { PlanLimits, PlanName, ScoringBehaviour, ScoringSandboxOptions } from './types';

/** {@link ScoringSandboxOptions} with all defaults. */
export interface ScoringSettings {
	port: number;
	profile: ProfileName;
	clock: 'real' | 'manual';
	now: Date | string | number | undefined;
	/** Null for no limits. */
	rateLimits: Readonly<Record<PlanName, PlanLimits>> | null;
	/** The header's name is in lower case. */
	auth: { header: string; scheme: string };
	behaviour: ScoringBehaviour;
	keySecret: string | undefined;
}

/** The limits of each plan (S-N21). */
export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
	free: { perMinute: 30, perDay: 1000, inFlight: 5 },
	starter: { perMinute: 120, perDay: 10_000, inFlight: 20 },
	pro: { perMinute: 600, perDay: 100_000, inFlight: 100 },
};

const behaviourOf = (options: ScoringSandboxOptions): ScoringBehaviour => ({
	envelope: options.envelope ?? scoringProfiles[options.profile ?? 'observed'].envelope,
	retryAfter: options.retryAfter ?? 'header',
	refusals: options.refusals ?? 'json',
	latencyMs: options.latencyMs ?? 0,
	slotWaitMs: options.slotWaitMs ?? 30_000,
	requestIdHeader: options.requestIdHeader ?? 'x-request-id',
});

const limitsOf = (given: ScoringSandboxOptions['rateLimits'] = {}): ScoringSettings['rateLimits'] =>
	given === 'off'
		? null
		: {
				free: { ...planLimits.free, ...given.free },
				starter: { ...planLimits.starter, ...given.starter },
				pro: { ...planLimits.pro, ...given.pro },
			};

/** Adds the defaults. */
export const resolveScoringOptions = (options: ScoringSandboxOptions): ScoringSettings => ({
	port: options.port ?? 0,
	profile: options.profile ?? 'observed',
	clock: options.clock ?? 'real',
	now: options.now,
	rateLimits: limitsOf(options.rateLimits),
	auth: {
		header: (options.auth?.header ?? 'Authorization').toLowerCase(),
		scheme: options.auth?.scheme ?? 'Bearer',
	},
	behaviour: behaviourOf(options),
	keySecret: options.keySecret,
});
