import { dayMs } from '../../world/moments';
import { engagementOf, nicheComparison, titlePatterns } from './audience';
import { guessNiche } from './niches';
import { hashText, Roll } from './roll';

const channelNames = [
	'Plain & Simple',
	'The Slow Kitchen',
	'Workshop Nine',
	'Second Draft',
	'Night Shift',
	'Field Notes',
	'Small Wins',
];

/** A name from what stands in the address: `@acme-studio` is Acme Studio. */
const titleOf = (address: string): string =>
	(address.split('/').at(-1) ?? address)
		.replace(/^@/, '')
		.split(/[._-]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

const exemplars = (roll: Roll) =>
	roll.sample('exemplars', channelNames, roll.number('exemplar count', 2, 5)).map((title) => ({
		title,
		subscriber_count: roll.number(`${title} subscribers`, 40_000, 2_500_000),
	}));

const channelId = (address: string): string =>
	/^channel\/(.+)$/.exec(address)?.[1] ?? `UC${hashText('channel', address).slice(0, 22)}`;

/** `POST /v1/benchmark/channel` (contract, section 2; S-N10). */
export const channelBenchmark = (address: string) => {
	const roll = new Roll(`channel ${address}`);
	const { niche, confidence } = guessNiche(titleOf(address), roll);
	return {
		channel: {
			channel_id: channelId(address),
			title: titleOf(address),
			subscriber_count: roll.number('subscribers', 900, 900_000),
			video_count: roll.number('videos', 12, 640),
			...engagementOf(roll),
			sample_window_days: 90,
			title_patterns: titlePatterns(roll),
		},
		niche: {
			...nicheComparison(niche, confidence, new Roll(`niche ${niche.slug}`)),
			exemplar_channels: exemplars(new Roll(`niche ${niche.slug}`)),
		},
	};
};

const videoNumbers = (roll: Roll) => {
	const view_count = roll.number('views', 800, 2_000_000);
	return {
		view_count,
		like_count: Math.round(view_count * roll.number('likes', 0.01, 0.08, 4)),
		comment_count: Math.round(view_count * roll.number('comments', 0.001, 0.012, 4)),
	};
};

/** When a video came out: on a day of its own in 2025. */
const publishedAt = (roll: Roll): string =>
	new Date(Date.UTC(2025, 0, 1) + roll.number('day', 0, 364) * dayMs).toISOString();

/** `POST /v1/benchmark/video` (contract, section 2; S-N11). */
export const videoBenchmark = (videoId: string) => {
	const roll = new Roll(`video ${videoId}`);
	const { niche, confidence } = guessNiche('', roll);
	const topic = roll.pick('topic', niche.topics);
	const title = `What nobody tells you about ${topic}`;
	return {
		video: {
			video_id: videoId,
			title,
			channel_title: roll.sample('channel', channelNames, 1)[0],
			published_at: publishedAt(roll),
			...videoNumbers(roll),
			...engagementOf(roll),
			title_patterns: {
				length_chars: title.length,
				has_question: false,
				has_number: false,
				has_emoji: false,
				fits_niche_patterns: roll.fraction('fits') > 0.4,
			},
		},
		niche: nicheComparison(niche, confidence, new Roll(`niche ${niche.slug}`)),
	};
};
