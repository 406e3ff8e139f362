import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { credits } from '../../credits';
import { videoOutput } from '../../output';
import { readUrl, urlField } from '../../locators';

/** Compares a video with its niche. */
export const video = paidOperation({
	name: 'Video',
	value: 'video',
	action: 'Benchmark video',
	description: 'Compare a video with other videos in its niche',
	parallelRequests: 4,
	fields: [
		urlField('Video URL', {
			description: 'The video to compare',
			example: 'https://www.youtube.com/watch?v=…',
		}),
	],
	read: (parameters) => ({ url: readUrl(parameters, 'Video URL') }),
	call: async (client, input, paid) => await client.benchmarkVideo(input, paid),
	price: credits(costs.benchmarkVideo),
	cost: () => costs.benchmarkVideo,
	output: videoOutput,
});
