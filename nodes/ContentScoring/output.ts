import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../client/scoring/schemas';

/** Answers may be of an unusual shape: what is no object has no fields. */
const asObject = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const pick = (object: unknown, names: readonly string[]): IDataObject => {
	const fields = asObject(object);
	return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
};

const hookFields = [
	'primary_archetype',
	'overall_score',
	'scores',
	'strengths',
	'weaknesses',
	'suggestions',
	'delta_vs_niche_top',
];

/** A hook without what the video shows and says. */
export const simplifyHook = (answer: Answer): IDataObject => pick(answer, hookFields);

const nicheOf = ({ niche }: Answer): IDataObject => {
	const { slug, name, match_strength } = asObject(niche);
	return { niche_slug: slug, niche_name: name, match_strength };
};

/** A channel, where it stands in its niche, and the names of channels to look at. */
export function simplifyChannel(answer: Answer): IDataObject {
	const { exemplar_channels: exemplars } = asObject(answer.niche);
	return {
		...pick(answer.channel, [
			'channel_id',
			'title',
			'subscriber_count',
			'video_count',
			'engagement_percentiles',
		]),
		...nicheOf(answer),
		exemplar_channels: Array.isArray(exemplars) ? exemplars.map((one) => asObject(one).title) : undefined,
	};
}

/** A video and where it stands in its niche. */
export const simplifyVideo = (answer: Answer): IDataObject => ({
	...pick(answer.video, ['video_id', 'title', 'channel_title', 'view_count', 'engagement_percentiles']),
	...nicheOf(answer),
});

const gapFields = ['canonical_title', 'opportunity_score', 'gap_type', 'explanation', 'suggested_angles'];

/** A gap without its evidence. */
export const simplifyGap = (gap: Answer): IDataObject => pick(gap, gapFields);
