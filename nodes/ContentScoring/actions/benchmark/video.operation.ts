import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { readUrl, urlField } from '../../urls';

/** Compares a video with its niche. */
export const video = paidOperation({
	name: 'Video',
	value: 'video',
	action: 'Benchmark a video',
	description: 'Compare a video with others of its niche: 3 credits',
	itemsAtOnce: 4,
	fields: [
		urlField('Video URL', 'The video to compare; costs 3 credits', 'https://www.youtube.com/watch?v=…'),
	],
	async call(context, itemIndex, client, paid) {
		const url = readUrl(context, itemIndex, 'Video URL');
		return {
			answer: await client.benchmarkVideo({ url }, paid),
			cost: costs.benchmarkVideo,
			expected: 'video',
		};
	},
});
