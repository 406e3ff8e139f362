import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../../client/http/json.js';
import type { ScoringClient } from '../../../client/scoring/index.js';
import { costs } from '../../../client/scoring/values.js';
import type { Hint, Resource } from '../../shared/operation.js';
import { credits } from '../credits.js';
import { ownUrl, readUrl, urlField } from '../locators.js';
import { channelOutput, videoOutput } from '../output.js';
import { nicheHints } from '../niches.js';
import { answersOfRun, paidOperation } from '../paidOperation.js';

/** Says how to read benchmarks. */
export function benchmarkHints(context: IExecuteFunctions): Hint[] {
	const compared = answersOfRun(context).filter((answer) =>
		[answer.channel, answer.video].some((one) => isObject(one) && isObject(one.engagement_percentiles)),
	);
	if (compared.length === 0) return [];
	const niches = compared.map(({ niche }) => (isObject(niche) ? (niche.name ?? niche.slug) : undefined));
	const message =
		"'engagement_percentiles' compare with the niche. With 90, the channel or video is better than 90 of 100 in it. The weaker the match with the niche, the less that means.";
	return [{ message }, ...nicheHints(niches)];
}

/** Compares a channel with its niche. */
const channel = paidOperation({
	name: 'Channel',
	value: 'channel',
	action: 'Benchmark channel',
	description: 'Compare a channel with other channels in its niche',
	parallelRequests: 4,
	subjects: ['url'],
	fields: [
		urlField('Channel URL or Handle', {
			description: 'The channel to compare',
			example: 'https://www.youtube.com/@name or @name',
		}),
	],
	read: (parameters) => ({ url: readUrl(parameters, 'Channel URL or Handle', 'channel') }),
	call: async (client, input, paid) => await client.benchmarkChannel(input, paid),
	price: credits(costs.benchmarkChannel),
	cost: () => costs.benchmarkChannel,
	own: (_input, parameters) => ownUrl(parameters),
	output: channelOutput,
});

/** Compares a video with its niche. */
const video = paidOperation({
	name: 'Video',
	value: 'video',
	action: 'Benchmark video',
	description: 'Compare a video with other videos in its niche',
	parallelRequests: 4,
	subjects: ['url'],
	fields: [
		urlField('Video URL', {
			description: 'The video to compare',
			example: 'https://www.youtube.com/watch?v=…',
		}),
	],
	read: (parameters) => ({ url: readUrl(parameters, 'Video URL', 'video') }),
	call: async (client, input, paid) => await client.benchmarkVideo(input, paid),
	price: credits(costs.benchmarkVideo),
	cost: () => costs.benchmarkVideo,
	own: (_input, parameters) => ownUrl(parameters),
	output: videoOutput,
});

/** Benchmarks, which compare a channel or a video with its niche. */
export const benchmark: Resource<ScoringClient> = {
	name: 'Benchmark',
	value: 'benchmark',
	description: 'Compare channels and videos with their niche',
	operations: [channel, video],
};
