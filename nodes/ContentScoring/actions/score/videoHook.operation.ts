import { costs } from '../../../../client/scoring/values.js';
import { paidOperation } from '../../paidOperation.js';
import { credits } from '../../credits.js';
import { hookOutput } from '../../output.js';
import { readUrl, urlField } from '../../locators.js';

/** Scores the first seconds of a video. The service allows only two of these requests in parallel. */
export const videoHook = paidOperation({
	name: 'Video Hook',
	value: 'videoHook',
	action: 'Score video hook',
	description: 'Score the first seconds of a YouTube video',
	parallelRequests: 2,
	subject: 'url',
	fields: [
		urlField('Video URL', {
			description: 'The YouTube video to score',
			example: 'https://www.youtube.com/watch?v=…',
		}),
	],
	read: (parameters) => ({ youtubeUrl: readUrl(parameters, 'Video URL') }),
	call: async (client, input, paid) => await client.videoHook(input, paid),
	price: credits(costs.videoHook),
	cost: () => costs.videoHook,
	output: hookOutput,
});
