import type { ClientUnderTest } from '../../support/publishingClient';
import { expectRefusal, type Refusal } from './refusals';
import { sampleIds } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const { post: postId, channel, queue } = sampleIds;

beforeEach(() => server().answerWith());

describe('deliveries', () => {
	const unknown = 'must be one of at, now, prioritise, queue';
	test.each<Refusal>([
		[
			'a time without an offset (P41)',
			{ mode: 'at', at: '2026-03-01T09:00:00' },
			'at',
			'must have a date, a time and a UTC offset',
		],
		['no time (P41)', { mode: 'at' }, 'at', 'must have a date, a time and a UTC offset'],
		[
			'a queue for a time (P41)',
			{ mode: 'at', at: '2026-03-01T09:00:00Z', queueIds: {} },
			'request',
			"has no property 'queueIds'",
		],
		['a time for now (P41)', { mode: 'now', at: '2026-03-01T09:00:00Z' }, 'request', "has no property 'at'"],
		[
			'an invalid queue ID (P40)',
			{ mode: 'queue', queueIds: { [channel]: 'main' } },
			`queueIds.${channel}`,
			"isn't a valid ID: 'main'",
		],
		[
			'an invalid channel ID (P40)',
			{ mode: 'prioritise', queueIds: { facebook: queue } },
			'queueIds',
			"names 'facebook', which isn't an ID",
		],
		['an unknown mode (P40)', { mode: 'later' }, 'mode', unknown],
	])('submit rejects %s (D7)', async (_title, delivery, field, problem) => {
		await expectRefusal(
			server(),
			async ({ posts }) => await posts.submit(postId, delivery as never),
			field,
			problem,
		);
	});

	test('schedule rejects the delivery now (P57, D7)', async () => {
		const call = async ({ posts }: ClientUnderTest) => await posts.schedule(postId, { mode: 'now' } as never);
		await expectRefusal(server(), call, 'mode', 'must be one of at, prioritise, queue');
	});
});

describe('lists and ids', () => {
	test.each<Refusal>([
		['a page of 0 (P62, P108)', { limit: 0 }, 'limit', 'must be at least 1'],
		['a page of 101 (P62, P108)', { limit: 101 }, 'limit', 'must be at most 100'],
		[
			'an unknown status (P43, P62)',
			{ status: ['gone'] },
			'status.0',
			expect.stringMatching(/^must be one of 'approved'/) as never,
		],
		['an invalid channel ID (P62)', { accountId: 'facebook' }, 'accountId', "isn't a valid ID: 'facebook'"],
		[
			'a time without an offset (P62)',
			{ updatedSince: '2026-01-05T09:00:00' },
			'updatedSince',
			'must have a date, a time and a UTC offset',
		],
		['an invalid cursor (P62)', { cursor: 'next' }, 'cursor', "isn't a valid ID: 'next'"],
	])('a list rejects %s (D7)', async (_title, query, field, problem) => {
		await expectRefusal(server(), async ({ posts }) => await posts.page(query), field, problem);
	});

	test.each<[string, string, (client: ClientUnderTest, id: string) => Promise<unknown>]>([
		['get', 'postId', async ({ posts }, id) => await posts.get(id)],
		['update', 'postId', async ({ posts }, id) => await posts.update(id, { content: {} })],
		['delete', 'postId', async ({ posts }, id) => await posts.delete(id)],
		['duplicate', 'postId', async ({ posts }, id) => await posts.duplicate(id)],
		['publish', 'postId', async ({ posts }, id) => await posts.publish(id)],
		['withdraw', 'postId', async ({ posts }, id) => await posts.withdraw(id)],
		['postSnapshots', 'postId', async ({ analytics }, id) => await analytics.postSnapshots(id)],
		['boards', 'channelId', async ({ accounts }, id) => await accounts.boards(id)],
		['tikTokCreatorInfo', 'channelId', async ({ accounts }, id) => await accounts.tikTokCreatorInfo(id)],
		['channelSnapshots', 'channelId', async ({ analytics }, id) => await analytics.channelSnapshots(id)],
	])('%s sends no ID that could escape its place in the path (P6, D7)', async (_title, field, call) => {
		await expectRefusal(
			server(),
			async (client) => await call(client, '../me'),
			field,
			"isn't a valid ID: '../me'. An ID looks like 3f2b8c1e-5d0a-4c57-9e3f-7a61d2b0c8e4",
		);
	});
});
