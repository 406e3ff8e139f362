import { costs } from '../../../../client/scoring/values';
import { paidOperation } from '../../paidOperation';
import { readUrl, urlField } from '../../urls';

/** Compares a channel with its niche. */
export const channel = paidOperation({
	name: 'Channel',
	value: 'channel',
	action: 'Benchmark a channel',
	description: 'Compare a channel with others of its niche: 5 credits',
	itemsAtOnce: 4,
	fields: [
		urlField(
			'Channel URL',
			'The channel to compare, by URL or handle; costs 5 credits',
			'https://www.youtube.com/@name',
		),
	],
	async call(context, itemIndex, client, paid) {
		const url = readUrl(context, itemIndex, 'Channel URL', true);
		return {
			answer: await client.benchmarkChannel({ url }, paid),
			cost: costs.benchmarkChannel,
			expected: 'channel',
		};
	},
});
