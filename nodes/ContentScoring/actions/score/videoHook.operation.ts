import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { readUrl, urlField } from '../../urls';

/** Scores how a video begins. The service takes two at a time. */
export const videoHook = paidOperation({
	name: 'Video Hook',
	value: 'videoHook',
	action: 'Score a video hook',
	description: 'Score the first seconds of a YouTube video: 10 credits',
	itemsAtOnce: 2,
	fields: [
		urlField(
			'Video URL',
			'The YouTube video to score; costs 10 credits',
			'https://www.youtube.com/watch?v=…',
		),
	],
	async call(context, itemIndex, client, paid) {
		const youtubeUrl = readUrl(context, itemIndex, 'Video URL');
		return {
			answer: await client.videoHook({ youtubeUrl }, paid),
			cost: costs.videoHook,
			expected: 'overall_score',
		};
	},
});
