import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { credits } from '../../credits';
import { channelOutput } from '../../output';
import { readUrl, urlField } from '../../locators';

/** Compares a channel with its niche. */
export const channel = paidOperation({
	name: 'Channel',
	value: 'channel',
	action: 'Benchmark channel',
	description: 'Compare a channel with other channels in its niche',
	parallelRequests: 4,
	fields: [
		urlField('Channel URL or Handle', {
			description: 'The channel to compare',
			example: 'https://www.youtube.com/@name or @name',
		}),
	],
	read: (parameters) => ({ url: readUrl(parameters, 'Channel URL or Handle', true) }),
	call: async (client, input, paid) => await client.benchmarkChannel(input, paid),
	price: credits(costs.benchmarkChannel),
	cost: () => costs.benchmarkChannel,
	output: channelOutput,
});
