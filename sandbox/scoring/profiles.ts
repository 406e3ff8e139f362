import type { ProfileName } from '../profiles';
import { isRecord } from '../http/json';
import { isKnownImage } from './inputs';
import type { EnvelopeStyle, ScoringPath } from './types';

type Fields = Record<string, unknown>;

/**
 * What the service is like where the contract doesn't say it. `observed` is the service as it was seen to be (S-N). `documents` is a
 * service of which nothing is known but the contract. It's silent, or different, wherever a client might rely on more.
 */
export interface ScoringProfile {
	/** Whether a repeat with the same idempotency key gets the first answer for free (S-N23). */
	knowsKeys: boolean;
	/** Whether the `X-RateLimit-*` headers say how many requests are left (S-N21). */
	tellsLimits: boolean;
	/** Whether a library's default `User-Agent` is refused. */
	isGuarded: boolean;
	/** The usual format of errors. */
	envelope: EnvelopeStyle;
	/** Why a well-formed input is refused: its field and what's wrong with it (S-N3 to S-N6). Undefined if it isn't. */
	refusal(input: Fields): [field: string, problem: string] | undefined;
	/** Turns the answer of a route into one of this service. */
	views: Partial<Record<ScoringPath, (answer: Fields) => object>>;
}

/** The longest texts, in characters. */
const longest = { title: 250, thumbnail_url: 1024, channel_url: 1024, youtube_url: 1024, url: 1024 };

const tooLong = (input: Fields): string | undefined =>
	Object.entries(longest).find(([name, max]) => [...String(input[name] ?? '')].length > max)?.[0];

const observed: ScoringProfile = {
	knowsKeys: true,
	tellsLimits: true,
	isGuarded: false,
	envelope: 'code',
	refusal: (input) => {
		const name = tooLong(input);
		if (name !== undefined) return [name, `at most ${longest[name as keyof typeof longest]} characters`];
		const { thumbnail_base64: image, thumbnail_url: url, min_score: score } = input;
		if (image !== undefined && url) return ['thumbnail_base64', 'excludes thumbnail_url'];
		if (typeof image === 'string' && !isKnownImage(image))
			return ['thumbnail_base64', 'must be a JPEG, PNG or WebP image'];
		const isOutside = Number(score ?? 0) < 0 || Number(score ?? 0) > 100;
		return isOutside ? ['min_score', 'must be a number from 0 to 100'] : undefined;
	},
	views: {},
};

/** Renames the fields of an object. Leaves out all others. */
const renamed = (object: unknown, names: Readonly<Record<string, string>>): Fields => {
	const fields = isRecord(object) ? object : {};
	return Object.fromEntries(Object.entries(names).map(([name, own]) => [own, fields[name]]));
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const numbers = { subscriber_count: 'audience', video_count: 'uploads', title_patterns: 'titles' };

const documents: ScoringProfile = {
	knowsKeys: false,
	tellsLimits: false,
	isGuarded: true,
	envelope: 'errors',
	refusal: () => undefined,
	views: {
		'/v1/score/video-hook': ({ scores, ...answer }) => ({
			...renamed(answer, {
				primary_archetype: 'primary_archetype',
				overall_score: 'overall_score',
				strengths: 'strengths',
				weaknesses: 'weaknesses',
				suggestions: 'suggestions',
				delta_vs_niche_top: 'delta_vs_niche_top',
			}),
			scores: Object.fromEntries(
				Object.values(isRecord(scores) ? scores : {}).map((score, index) => [
					`dimension_${index + 1}`,
					score,
				]),
			),
		}),
		'/v1/benchmark/channel': ({ channel, niche }) => ({
			channel: renamed(channel, { ...numbers, title: 'label', engagement_percentiles: 'ranks' }),
			niche: renamed(niche, {
				match_strength: 'match_strength',
				slug: 'key',
				title_patterns: 'titles',
				exemplar_channels: 'examples',
			}),
		}),
		'/v1/benchmark/video': ({ video, niche }) => ({
			video: renamed(video, {
				engagement_percentiles: 'engagement_percentiles',
				title: 'label',
				view_count: 'plays',
			}),
			niche: renamed(niche, { slug: 'key', title_patterns: 'titles' }),
		}),
		'/v1/research/niches': ({ niches }) =>
			listOf(niches).map((niche) => renamed(niche, { slug: 'slug', gap_count: 'gap_count' })),
		'/v1/research/content-gaps': ({ gaps }) =>
			listOf(gaps).map((gap) =>
				renamed(gap, {
					canonical_title: 'topic',
					gap_type: 'kind',
					opportunity_score: 'chance',
					explanation: 'reason',
				}),
			),
		'/v1/me/': (account) => renamed(account, { email: 'owner' }),
		'/v1/usage/': (usage) =>
			renamed(usage, { credits_remaining: 'credit_balance', recent_activity: 'calls' }),
	},
};

/** The profiles by name. */
export const scoringProfiles: Readonly<Record<ProfileName, ScoringProfile>> = { observed, documents };
