import type { IDataObject } from 'n8n-workflow';
import { withoutUndefined } from '../../client/http/json.js';
import type { ScoringAnswer } from '../../client/scoring/schemas.js';
import { pickFields } from '../shared/values.js';

/** How an operation returns only a part of the answer. */
export interface Shortened {
	/** Returns the fields that most workflows need. Undefined if the answer, or a part of it, has none of them. */
	simplify: (answer: ScoringAnswer) => IDataObject | undefined;
	/** The names of the fields that can be selected, from both the simplified answer and the answer itself. */
	names: readonly string[];
}

/** Returns an object in an answer. Empty if the service sent something else. */
const asObject = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const pick = (object: unknown, names: readonly string[]): IDataObject => pickFields(asObject(object), names);

/** Joins the parts of a simplified answer. Undefined if one of them has no value, because the contract leaves the names of fields open. */
const joined = (...parts: IDataObject[]): IDataObject | undefined =>
	parts.every((part) => Object.values(part).some((value) => value !== undefined))
		? Object.assign({}, ...parts)
		: undefined;

const hookFields = [
	'primary_archetype',
	'overall_score',
	'scores',
	'strengths',
	'weaknesses',
	'suggestions',
	'delta_vs_niche_top',
] as const;

/** The score of a hook, without the transcript and the description of the video. */
export const hookOutput: Shortened = {
	simplify: (answer) => joined(pick(answer, hookFields)),
	names: [
		...hookFields,
		'url',
		'key_differences_vs_top',
		'secondary_archetype',
		'transcript',
		'visual_summary',
	],
};

/** Fields of the niche, whose names begin with it. */
const nicheFields = ['niche_slug', 'niche_name', 'niche_match_strength'] as const;

const nicheOf = ({ niche }: ScoringAnswer): IDataObject => {
	const { slug, name, match_strength } = asObject(niche);
	return { niche_slug: slug, niche_name: name, niche_match_strength: match_strength };
};

const channelFields = [
	'channel_id',
	'title',
	'subscriber_count',
	'video_count',
	'engagement_percentiles',
	'title_patterns',
] as const;

/** The numbers and title patterns of a channel, its niche with its title patterns, and the titles of channels to learn from. */
export const channelOutput: Shortened = {
	simplify: (answer) => {
		const { exemplar_channels: exemplars, title_patterns: nichePatterns } = asObject(answer.niche);
		return joined(pick(answer.channel, channelFields), {
			...nicheOf(answer),
			niche_title_patterns: nichePatterns,
			niche_exemplar_channels: Array.isArray(exemplars)
				? (exemplars as IDataObject[]).map((one) => asObject(one).title ?? one)
				: undefined,
		});
	},
	names: [
		...channelFields,
		'url',
		...nicheFields,
		'niche_title_patterns',
		'niche_exemplar_channels',
		'channel',
		'niche',
	],
};

const videoFields = ['video_id', 'title', 'channel_title', 'view_count', 'engagement_percentiles'] as const;

/** The numbers of a video, and its niche. */
export const videoOutput: Shortened = {
	simplify: (answer) => joined(pick(answer.video, videoFields), nicheOf(answer)),
	names: [...videoFields, ...nicheFields, 'url', 'video', 'niche'],
};

const gapFields = [
	'canonical_title',
	'opportunity_score',
	'gap_type',
	'explanation',
	'suggested_angles',
] as const;

/** A content gap without its evidence. */
export const gapOutput: Shortened = {
	simplify: (gap) => {
		const known = joined(pick(gap, gapFields));
		return known && { ...known, ...(joined(withoutUndefined(nicheOf(gap))) ?? pick(gap, ['niche'])) };
	},
	names: [...gapFields, 'niche_slug', 'niche_name', 'components', 'evidence', 'niche'],
};
