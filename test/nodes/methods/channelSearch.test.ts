import { seed } from '../../../sandbox';
import { beside, byId, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { channels, keys, boards, queues } = seed;
const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });

describe('what belongs to the channel chosen beside it', () => {
	test.each<[string, string, ReturnType<typeof beside>, Array<{ name: string; value: string }>]>([
		[
			'boards, most pins first (P20)',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterest.id),
			[boards.interiors, boards.recipes, boards.ideas].map(({ id, name }) => ({ name, value: id })),
		],
		[
			'a channel without boards (P20)',
			'searchBoards',
			beside('channelOverrides', 'pinterest', 'boardId', channels.pinterestSecond.id),
			[{ name: 'This channel has no boards', value: '' }],
		],
		[
			'queues, the Main queue first (P15, P19)',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.facebook.id),
			[
				{ name: 'Main Queue', value: 'main' },
				{ name: 'Mornings', value: queues.facebookMornings.id },
				{ name: 'Campaign', value: queues.facebookCampaign.id },
			],
		],
		[
			'a channel with its Main queue alone (P15)',
			'searchQueues',
			beside('queues', 'queue', 'queueId', channels.bluesky.id),
			[{ name: 'Main Queue', value: 'main' }],
		],
		[
			'the privacy levels this creator may use (P22)',
			'searchTikTokPrivacyLevels',
			beside('channelOverrides', 'tiktok', 'privacyLevel', channels.tiktok.id),
			[
				{ name: 'Everyone', value: 'PUBLIC_TO_EVERYONE' },
				{ name: 'Friends', value: 'MUTUAL_FOLLOW_FRIENDS' },
				{ name: 'Only Me', value: 'SELF_ONLY' },
			],
		],
	])('%s', async (_title, method, request, expected) => {
		expect((await nodeWith().search(method, request)).results).toEqual(expected);
	});

	test('the categories of a YouTube channel, sorted (P24)', async () => {
		const request = beside('channelOverrides', 'youtube', 'categoryId', channels.youtube.id);
		const { results } = await nodeWith().search('searchYouTubeCategories', request);
		expect(results).toHaveLength(9);
		expect(results[0]).toEqual({ name: 'Autos & Vehicles', value: '2' });
	});

	test.each([
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'REC', 1],
		['searchQueues', 'queues', 'queue', 'queueId', channels.facebook.id, 'morn', 1],
		[
			'searchYouTubeCategories',
			'channelOverrides',
			'youtube',
			'categoryId',
			channels.youtube.id,
			'vehicles',
			1,
		],
		['searchBoards', 'channelOverrides', 'pinterest', 'boardId', channels.pinterest.id, 'nothing', 0],
	])('%s can be searched', async (method, collection, group, field, channelId, filter, count) => {
		const request = { ...beside(collection, group, field, channelId), filter };
		expect((await nodeWith().search(method, request)).results).toHaveLength(count);
	});

	test.each(['searchBoards', 'searchQueues', 'searchTikTokPrivacyLevels', 'searchYouTubeCategories'])(
		'%s asks for a channel first',
		async (method) => {
			for (const nothing of ['', undefined, byId('')]) {
				const { results } = await nodeWith().search(
					method,
					beside('channelOverrides', 'pinterest', 'boardId', nothing),
				);
				expect(results).toEqual([{ name: 'Choose a channel first', value: '' }]);
			}
			expect(sandbox().requests).toEqual([]);
		},
	);

	test.each(['searchBoards', 'searchQueues', 'searchTikTokPrivacyLevels', 'searchYouTubeCategories'])(
		'%s cannot know the channel of an expression',
		async (method) => {
			const request = beside('channelOverrides', 'pinterest', 'boardId', '={{ $json.channelId }}');
			expect((await nodeWith().search(method, request)).results).toEqual([
				{ name: 'The channel is an expression: give the ID here by expression as well', value: '' },
			]);
			expect(sandbox().requests).toEqual([]);
		},
	);
});
