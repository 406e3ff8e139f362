import type { PlanName } from './types';

const keys = {
	free: 'sbs_free_2d7a90c4e81b53f6',
	starter: 'sbs_starter_b6f03e9d5a1c7842',
	pro: 'sbs_pro_71c8e25f0d94ab36',
	/** Starter plan without credits. */
	empty: 'sbs_empty_e59a4c06f3d8127b',
	revoked: 'sbs_revoked_08d6b1f7c2e3495a',
};

/** Names of the keys in `scoringSeed.keys`. */
export type ScoringKeyName = keyof typeof keys;

/** What the account of a key starts with. */
export interface SeedAccount {
	plan: PlanName;
	email: string;
	credits: number;
}

const accounts: Record<ScoringKeyName, SeedAccount> = {
	free: { plan: 'free', email: 'free@acme.example', credits: 100 },
	starter: { plan: 'starter', email: 'starter@acme.example', credits: 2000 },
	pro: { plan: 'pro', email: 'pro@acme.example', credits: 50_000 },
	empty: { plan: 'starter', email: 'empty@acme.example', credits: 0 },
	revoked: { plan: 'free', email: 'revoked@acme.example', credits: 100 },
};

/** What every scoring sandbox starts with. */
export const scoringSeed = {
	keys,
	accounts,
	/** All other well-formed videos and channels exist. */
	videos: {
		known: 'https://www.youtube.com/watch?v=acmeVideo01',
		missing: 'https://www.youtube.com/watch?v=notThereAt0',
	},
	channels: { known: '@acmestudio', missing: '@nobody-here' },
	/** Slug of a niche. `GET /v1/research/niches` lists all niches. */
	niche: 'home-cooking',
};

/** The type of {@link scoringSeed}. */
export type ScoringSeed = typeof scoringSeed;
