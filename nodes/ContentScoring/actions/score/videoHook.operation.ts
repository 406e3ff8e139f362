import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { simplifyHook } from '../../simplify';
import { readUrl, urlField } from '../../urls';

/** Scores how a video begins. The service takes two at a time. */
export const videoHook = paidOperation({
	name: 'Video Hook',
	value: 'videoHook',
	action: 'Score a video hook',
	description: 'Score the first seconds of a YouTube video: 10 credits',
	itemsAtOnce: 2,
	fields: [
		urlField('Video URL', costs.videoHook, {
			description: 'The YouTube video to score',
			example: 'https://www.youtube.com/watch?v=…',
		}),
	],
	read: (context, itemIndex) => ({ youtubeUrl: readUrl(context, itemIndex, 'Video URL') }),
	call: async (client, input, paid) => await client.videoHook(input, paid),
	cost: () => costs.videoHook,
	expected: 'overall_score',
	simplify: simplifyHook,
});
