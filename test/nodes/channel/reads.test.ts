import type { IDataObject } from 'n8n-workflow';
import { platforms } from '../../../client/publishing/values';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { connectionWords } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { boards, channels, keys, queues } = seed;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

test('lists all channels of the key (P3, P11, P56)', async () => {
	const found = await nodeWith().json('channel:getAll', { returnAll: true });
	expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(platforms));
	expect(found).toHaveLength(13);
});

test.each<[string, IDataObject, string[]]>([
	[
		'on some networks',
		{ platforms: ['pinterest', 'devto'] },
		[channels.pinterest.id, channels.pinterestSecond.id, channels.devto.id],
	],
	['that need to be reconnected (P14)', { needsReconnect: true }, [channels.linkedinBroken.id]],
	[
		'that work, on a network (P14)',
		{ platforms: ['linkedin'], needsReconnect: false },
		[channels.linkedin.id],
	],
])('finds the channels %s (P11)', async (_title, filters, expected) => {
	const found = await nodeWith().json('channel:getAll', { filters });
	expect(found.map(({ id }) => id)).toEqual(expected);
});

test('leaves out long fields unless Simplify is off (P14, P16)', async () => {
	const [simple, whole] = [true, false].map(
		async (simplify) => await nodeWith().json('channel:getAll', { simplify }),
	);
	const names = ['handle', 'id', 'needsReconnect', 'network', 'platform', 'queues', 'status'];
	for (const channel of (await simple) ?? []) expect(Object.keys(channel).sort()).toEqual(names);
	expect((await whole)?.[0]).toMatchObject({ capabilities: expect.any(Object) });
});

test('returns no more channels than the Limit (P62)', async () => {
	expect(await nodeWith().json('channel:getAll', { limit: 2 })).toHaveLength(2);
});

test('reads the health, capabilities and queues (P14, P15, P16, P18, P19)', async () => {
	const [facebook] = await nodeWith().json('channel:get', { channelId: byId(channels.facebook.id) });
	expect(facebook).toMatchObject({
		...channels.facebook,
		status: connectionWords.connected,
		needsReconnect: false,
		capabilities: { optionsKey: 'facebook', firstComment: true },
		queues: [{ id: queues.facebookMornings.id }, { id: queues.facebookCampaign.id }],
	});
});

test('reads boards (P20)', async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const found = await nodeWith().json('channel:getBoards', {
		channelId: byId(channels.pinterest.id, 'list'),
	});
	expect(found).toEqual([boards.interiors, boards.recipes, boards.ideas]);
});

test('reads TikTok creator info (P21, P22, P23)', async () => {
	const [info] = await nodeWith().json('channel:getTikTokCreatorInfo', {
		channelId: byId(channels.tiktok.id),
	});
	expect(info).toMatchObject({ canPost: true, privacyLevelOptions: expect.arrayContaining(['SELF_ONLY']) });
});

test('returns an item for each YouTube category (P24)', async () => {
	const found = await nodeWith().json('channel:getYouTubeCategories', {
		channelId: byId(channels.youtube.id),
	});
	expect(found).toContainEqual({ id: '22', title: 'People & Blogs', regionCode: 'GB' });
});

test("doesn't find a channel that the key can't use (P99)", async () => {
	const error = await nodeWith(keys.limited).error('channel:get', { channelId: byId(channels.tiktok.id) });
	expect(error).toMatchObject({
		message: "The channel wasn't found",
		httpCode: '404',
	});
	expect(error.description).toContain(channels.tiktok.id);
});
