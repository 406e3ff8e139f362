import { seed } from '../../../sandbox';
import { compareSnapshots } from '../../../nodes/SocialPublishing/actions/analytics';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { hasExtras, onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { channels, keys, posts } = seed;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

test('leaves absent metrics absent in snapshots of a channel (P25, P61)', async () => {
	const found = await nodeWith().json('analytics:getChannelSnapshots', {
		channelId: byId(channels.bluesky.id),
	});
	expect(found[0]).toMatchObject({
		network: 'Bluesky',
		handle: 'acme.example',
		accountId: channels.bluesky.id,
		windowDays: 30,
		metrics: { likes: expect.any(Number) },
	});
	expect(found[0]?.metrics).not.toHaveProperty('impressions');
	expect(sandbox().requests.map(({ query }) => query)).toEqual([{}, {}]);
});

onlyIn('observed', 'no document knows metrics of posts', () => {
	test('returns an item for each channel and snapshot of a post (P25)', async () => {
		const found = await nodeWith().json('analytics:getPostSnapshots', { postId: byId(posts.published) });
		expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(['facebook', 'bluesky']));
		expect(found[0]).toMatchObject({
			id: posts.published,
			capturedAt: expect.any(String),
			metrics: { likes: expect.any(Number) },
		});
		expect(found[0]).not.toHaveProperty('caption');
	});

	test('names the post by the texts of its item', async () => {
		const parameters = { postId: byId('={{ $json.id }}'), options: { latestOnly: true } };
		const post = { id: posts.published, updatedAt: '2026-01-05T09:00:00Z' };
		const items = itemsOf({ ...post, caption: 'Our oak chair' });
		const [first] = await nodeWith().json('analytics:getPostSnapshots', parameters, { items });
		expect(first).toMatchObject({
			message: expect.stringMatching(/^“Our oak chair” on (Facebook|Bluesky) \(.+\) on .+: /),
			caption: 'Our oak chair',
		});
		const row = { id: posts.published, caption: 'A text of a table' };
		for (const other of [{ ...post, id: posts.draft, caption: 'Another post' }, row]) {
			const [found] = await nodeWith().json(
				'analytics:getPostSnapshots',
				{ postId: byId(posts.published) },
				{ items: itemsOf(other) },
			);
			expect(found).not.toHaveProperty('caption');
		}
	});
});

test('reads the channels once for all items, and goes without if they cannot be read', async () => {
	const items = itemsOf({ id: channels.bluesky.id }, { id: channels.facebook.id });
	const parameters = { channelId: byId('={{ $json.id }}'), options: { latestOnly: true } };
	const found = await nodeWith().json('analytics:getChannelSnapshots', parameters, { items });
	expect(found.map(({ network }) => network)).toEqual(['Bluesky', 'Facebook']);
	expect(sandbox().requests).toHaveLength(3);
	sandbox().faults.add({ method: 'GET', path: /\/accounts\/$/, kind: 'status', status: 403, times: 9 });
	const without = await nodeWith().json('analytics:getChannelSnapshots', parameters, { items });
	expect(without.map(({ network, handle }) => [network, handle])).toEqual([
		[null, null],
		[null, null],
	]);
});

onlyIn('observed', 'no document knows metrics of posts', () => {
	test('counts the posts without metrics, and begins the others with a sentence', async () => {
		const items = itemsOf({ id: posts.published }, { id: posts.draft }, { id: posts.failed });
		const parameters = { postId: byId('={{ $json.id }}'), options: { latestOnly: true } };
		const { outputs, hints } = await nodeWith().result('analytics:getPostSnapshots', parameters, { items });
		expect(hints).toMatchObject([
			{
				message:
					"2 of 3 posts have no metrics yet. Posts have metrics only after they're published, and the service refreshes them hourly.",
				type: 'info',
			},
		]);
		const [first] = outputs[0] ?? [];
		expect(Object.keys(first?.json ?? {}).slice(0, 6)).toEqual([
			'message',
			'network',
			'handle',
			'id',
			'capturedAt',
			'metrics',
		]);
		expect(first?.json.message).toMatch(
			/^Post b\S+ on Facebook \(.+\) on \w{3}, .+\(.+\): (?:.+, )?likes [\d,]+/,
		);
	});
});

test.each([{}, { compareWithDays: 7 }, { latestOnly: true }])(
	'says how to get fewer items than all snapshots, unless the options do that: %p',
	async (options) => {
		const channelId = byId(channels.bluesky.id);
		const { hints } = await nodeWith().result('analytics:getChannelSnapshots', { channelId, options });
		const says = "Each snapshot is an item. To get only the newest, add the option 'Latest Only'.";
		expect(hints.map(({ message }) => message)).toEqual(Object.keys(options).length === 0 ? [says] : []);
	},
);

test('returns only the newest snapshot of a channel', async () => {
	const channelId = byId(channels.bluesky.id);
	const [newest] = await nodeWith().json('analytics:getChannelSnapshots', { channelId });
	const options = { latestOnly: true };
	expect(await nodeWith().json('analytics:getChannelSnapshots', { channelId, options })).toEqual([newest]);
	if (!hasExtras) return;
	const postId = byId(posts.published);
	const ofPost = await nodeWith().json('analytics:getPostSnapshots', { postId, options });
	expect(ofPost.map(({ platform }) => platform)).toEqual(['facebook', 'bluesky']);
});

test.each([{}, { options: { compareWithDays: 7 } }])(
	'says that there are no metrics yet, because n8n ends the workflow without a word (%p)',
	async (options) => {
		sandbox().faults.add({ path: /\/analytics\//, kind: 'body', status: 200, body: { data: [] } });
		const channelId = byId(channels.bluesky.id);
		const { hints, outputs } = await nodeWith().result('analytics:getChannelSnapshots', {
			channelId,
			...options,
		});
		expect(outputs).toEqual([[]]);
		expect(hints).toMatchObject([
			{ message: 'The channel has no metrics yet. The service refreshes metrics hourly.' },
		]);
	},
);

describe('Compare With', () => {
	const at = (daysAgo: number): string =>
		new Date(Date.UTC(2026, 0, 31) - daysAgo * 24 * 3_600_000).toISOString();
	const snapshot = (daysAgo: number, metrics: Record<string, number | null>) => ({
		capturedAt: at(daysAgo),
		metrics,
	});
	const newest = snapshot(0, { likes: 30, reach: 5 });
	const cases: Array<[string, ReturnType<typeof snapshot>[], string | null, object]> = [
		[
			'compares with the snapshot that is nearest to the time',
			[newest, snapshot(5, { likes: 1 }), snapshot(8, { likes: 20 }), snapshot(30, { likes: 2 })],
			at(8),
			{ likes: { value: 30, before: 20, difference: 10, percent: 50 }, reach: { value: 5 } },
		],
		[
			'has no value before if the metrics began later than that',
			[newest, snapshot(6.2, { likes: 1 }), snapshot(5, { likes: 1 })],
			null,
			{ likes: { value: 30 }, reach: { value: 5 } },
		],
		[
			'compares with metrics that began a little later',
			[newest, snapshot(6.4, { likes: 20 })],
			at(6.4),
			{ likes: { value: 30, before: 20, difference: 10, percent: 50 }, reach: { value: 5 } },
		],
		[
			'has no percentage of 0, and shows a metric that was only there before',
			[snapshot(7, { likes: 0, saves: 4 }), snapshot(0, { likes: 3 })],
			at(7),
			{ likes: { value: 3, before: 0, difference: 3, percent: null }, saves: { before: 4 } },
		],
		[
			'has the percentage of the absolute value, with one decimal',
			[
				snapshot(0, { followers_delta_30d: -2, engagement_rate: 0.3 }),
				snapshot(7, { followers_delta_30d: -3, engagement_rate: 0.1 }),
			],
			at(7),
			{
				followers_delta_30d: { value: -2, before: -3, difference: 1, percent: 33.3 },
				engagement_rate: { value: 0.3, before: 0.1, difference: 0.2, percent: 200 },
			},
		],
		['leaves out a metric that is null', [snapshot(0, { likes: null })], null, {}],
	];
	test.each(cases)('%s (P25)', (_title, snapshots, comparedWith, metrics) => {
		const compared = compareSnapshots(snapshots, 7);
		expect(compared).toEqual([{ capturedAt: at(0), comparedWith, metrics }]);
	});

	test('says what the metrics are compared with', async () => {
		const path = /\/analytics\//;
		const data = [snapshot(0, { likes: 30 }), snapshot(7, { likes: 20 })].map((one) => ({
			...one,
			windowDays: 30,
		}));
		sandbox().faults.add({ path, kind: 'body', status: 200, body: { data } });
		const [output] = await nodeWith().json('analytics:getChannelSnapshots', {
			channelId: byId(channels.facebook.id),
			options: { compareWithDays: 7 },
		});
		expect(output?.message).toMatch(/: likes 30 \(\+10\), compared with Sat, Jan 24, 2026, .+\.$/);
	});

	test('returns one item for a channel, and one for each channel of a post (P61)', async () => {
		const options = { compareWithDays: 7 };
		const [ofChannel, ...others] = await nodeWith().json('analytics:getChannelSnapshots', {
			channelId: byId(channels.facebook.id),
			options,
		});
		expect(others).toEqual([]);
		expect(ofChannel).toMatchObject({
			message: expect.stringMatching(
				/^Facebook \(.+\) on \w{3}, .+\(.+\): (?:.+, )?likes [\d,]+.*\. There are no metrics from that time to compare with\.$/,
			) as string,
			accountId: channels.facebook.id,
			windowDays: 30,
			capturedAt: expect.stringMatching(/[+-]\d\d:\d\d$/) as string,
			comparedWith: null,
			metrics: { likes: { value: expect.any(Number) } },
		});
		if (!hasExtras) return;
		const ofPost = await nodeWith().json('analytics:getPostSnapshots', {
			postId: byId(posts.published),
			options,
		});
		expect(ofPost.map(({ id, platform }) => [id, platform])).toEqual([
			[posts.published, 'facebook'],
			[posts.published, 'bluesky'],
		]);
	});

	test.each([0, 'soon', null])('rejects %j and names the option', async (compareWithDays) => {
		const parameters = { channelId: byId(channels.facebook.id), options: { compareWithDays } };
		const error = await nodeWith().error('analytics:getChannelSnapshots', parameters);
		expect(error.message).toContain("'Compare With (Days Ago)' can't be");
	});
});

test("explains that the key can't read analytics (P92, P93)", async () => {
	const parameters = { channelId: byId(channels.facebook.id) };
	const error = await nodeWith(keys.noAnalytics).error('analytics:getChannelSnapshots', parameters);
	expect(error.message).toBe("This API key doesn't have the permission view_analytics");
});
