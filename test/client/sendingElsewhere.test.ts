import type { ClientUnderTest } from '../support/publishingClient';
import { expectRefusal, type Refusal } from '../support/refusals';
import { sampleIds } from '../support/sampleAnswers';
import { useRecordingServer } from '../support/useRecordingServer';

const server = useRecordingServer();
const { post: postId, channel, queue } = sampleIds;

beforeEach(() => server().answerWith());

describe('deliveries', () => {
	const unknown = 'must be one of at, now, prioritise, queue';
	test.each<Refusal>([
		[
			'P41 a time without offset',
			{ mode: 'at', at: '2026-03-01T09:00:00' },
			'at',
			'needs a date, a time and a UTC offset',
		],
		['P41 no time', { mode: 'at' }, 'at', 'needs a date, a time and a UTC offset'],
		[
			'P41 a queue for a time',
			{ mode: 'at', at: '2026-03-01T09:00:00Z', queueIds: {} },
			'request',
			"has no property 'queueIds'",
		],
		['P41 a time for now', { mode: 'now', at: '2026-03-01T09:00:00Z' }, 'request', "has no property 'at'"],
		[
			'P40 a queue that is no UUID',
			{ mode: 'queue', queueIds: { [channel]: 'main' } },
			`queueIds.${channel}`,
			'is not a UUID',
		],
		[
			'P40 a channel that is no UUID',
			{ mode: 'prioritise', queueIds: { facebook: queue } },
			'queueIds',
			"names 'facebook', which is not a UUID",
		],
		['P40 an unknown mode', { mode: 'later' }, 'mode', unknown],
	])('D7 submit refuses %s', async (_title, delivery, field, problem) => {
		await expectRefusal(
			server(),
			async ({ posts }) => await posts.submit(postId, delivery as never),
			field,
			problem,
		);
	});

	test('P57 D7 schedule takes no delivery now', async () => {
		const call = async ({ posts }: ClientUnderTest) => await posts.schedule(postId, { mode: 'now' } as never);
		await expectRefusal(server(), call, 'mode', 'must be one of at, prioritise, queue');
	});
});

describe('lists and ids', () => {
	test.each<Refusal>([
		['P62 P108 a page of 0', { limit: 0 }, 'limit', 'must be at least 1'],
		['P62 P108 a page of 101', { limit: 101 }, 'limit', 'must be at most 100'],
		[
			'P43 P62 a status that is none',
			{ status: ['gone'] },
			'status.0',
			expect.stringMatching(/^must be one of 'approved'/) as never,
		],
		['P62 a channel that is no UUID', { accountId: 'facebook' }, 'accountId', 'is not a UUID'],
		[
			'P62 a time without offset',
			{ updatedSince: '2026-01-05T09:00:00' },
			'updatedSince',
			'needs a date, a time and a UTC offset',
		],
		['P62 a cursor that is no UUID', { cursor: 'next' }, 'cursor', 'is not a UUID'],
	])('D7 a list refuses %s', async (_title, query, field, problem) => {
		await expectRefusal(server(), async ({ posts }) => await posts.page(query), field, problem);
	});

	test.each<[string, string, (client: ClientUnderTest, id: string) => Promise<unknown>]>([
		['get', 'postId', async ({ posts }, id) => await posts.get(id)],
		['update', 'postId', async ({ posts }, id) => await posts.update(id, {})],
		['delete', 'postId', async ({ posts }, id) => await posts.delete(id)],
		['duplicate', 'postId', async ({ posts }, id) => await posts.duplicate(id)],
		['publish', 'postId', async ({ posts }, id) => await posts.publish(id)],
		['withdraw', 'postId', async ({ posts }, id) => await posts.withdraw(id)],
		['postSnapshots', 'postId', async ({ analytics }, id) => await analytics.postSnapshots(id)],
		['boards', 'channelId', async ({ accounts }, id) => await accounts.boards(id)],
		['tikTokCreatorInfo', 'channelId', async ({ accounts }, id) => await accounts.tikTokCreatorInfo(id)],
		['channelSnapshots', 'channelId', async ({ analytics }, id) => await analytics.channelSnapshots(id)],
	])('P6 D7 %s sends no id that could leave its place in the path', async (_title, field, call) => {
		await expectRefusal(server(), async (client) => await call(client, '../me'), field, 'is not a UUID');
	});
});
