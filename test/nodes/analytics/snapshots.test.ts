import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { channels, keys, posts } = seed;

const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });

test('leaves absent metrics absent in snapshots of a channel (P25, P61)', async () => {
	const found = await nodeWith().json('analytics:getChannelSnapshots', {
		channelId: byId(channels.bluesky.id),
	});
	expect(found[0]).toMatchObject({
		accountId: channels.bluesky.id,
		windowDays: 30,
		metrics: { likes: expect.any(Number) },
	});
	expect(found[0]?.metrics).not.toHaveProperty('impressions');
	expect(sandbox().requests.map(({ query }) => query)).toEqual([{}]);
});

test('returns an item for each channel and snapshot of a post (P25)', async () => {
	const found = await nodeWith().json('analytics:getPostSnapshots', { postId: byId(posts.published) });
	expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(['facebook', 'bluesky']));
	expect(found[0]).toMatchObject({
		postId: posts.published,
		capturedAt: expect.any(String),
		metrics: { likes: expect.any(Number) },
	});
});

test("explains that the key can't read analytics (P92, P93)", async () => {
	const parameters = { channelId: byId(channels.facebook.id) };
	const error = await nodeWith(keys.noAnalytics).error('analytics:getChannelSnapshots', parameters);
	expect(error.message).toBe("This API key doesn't have the permission view_analytics");
});
