import type { IExecuteFunctions } from 'n8n-workflow';
import { costs } from '../../../../client/scoring/values.js';
import type { Hint } from '../../../shared/operation.js';
import { answersOfRun, paidOperation } from '../../paidOperation.js';
import { credits } from '../../credits.js';
import { hookOutput } from '../../output.js';
import { ownUrl, readYouTubeUrl, urlField } from '../../locators.js';

/** Says how far the numbers of hooks go. */
export function hookHints(context: IExecuteFunctions): Hint[] {
	if (!answersOfRun(context).some((answer) => 'overall_score' in answer)) return [];
	const message =
		"'overall_score' goes from 0 to 100, and each of 'scores' from 0 to 10. 'delta_vs_niche_top' compares the hook with the best ones of its niche.";
	return [{ message }];
}

/** Scores the first seconds of a video. The service allows only two of these requests in parallel. */
export const videoHook = paidOperation({
	name: 'Video Hook',
	value: 'videoHook',
	action: 'Score video hook',
	description: 'Score the first seconds of a YouTube video',
	parallelRequests: 2,
	subjects: ['url'],
	fields: [
		urlField('Video URL', {
			description: 'The YouTube video to score',
			example: 'https://www.youtube.com/watch?v=…',
		}),
	],
	read: (parameters) => ({ youtubeUrl: readYouTubeUrl(parameters, 'Video URL') }),
	call: async (client, input, paid) => await client.videoHook(input, paid),
	price: credits(costs.videoHook),
	cost: () => costs.videoHook,
	own: (_input, parameters) => ownUrl(parameters),
	output: hookOutput,
});
