import { seed } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys, queues, boards } = seed;

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi({ seed: 'default' });
});
afterAll(() => api.sandbox.close());

test("returns a key's identity and permissions (P12, P13, P56)", async () => {
	const { body } = await api.send('GET', '/me/', { key: keys.limited });
	expect(body).toEqual({
		workspace: { id: seed.workspaces.main.id, name: 'Acme Studio' },
		credential: { id: expect.any(String) as string, kind: 'key', name: 'Two channels', expiresAt: null },
		permissions: ['read', 'create_posts', 'upload_media', 'view_analytics', 'publish_directly'],
		channels: [channels.facebook, channels.bluesky],
	});
});

test('says when a key expires (P13)', async () => {
	const { body } = await api.send('GET', '/me/', { key: keys.expiring });
	expect(body['credential']).toMatchObject({ expiresAt: '2026-01-05T10:00:00.000+00:00' });
});

const accounts = async () => {
	const { body } = await api.send('GET', '/accounts/');
	return new Map(body.data?.map((channel) => [channel['id'], channel]));
};

test('has one or two channels on each of the eleven platforms (P11)', async () => {
	const platforms = [...(await accounts()).values()].map((channel) => channel['platform']);
	expect(new Set(platforms).size).toBe(11);
	expect(platforms).toHaveLength(13);
});

test('returns every field of a channel, and only its named queues (P14, P15)', async () => {
	const facebook = (await accounts()).get(channels.facebook.id);
	expect(facebook).toEqual({
		...channels.facebook,
		avatarUrl: 'https://avatars.example/facebook.png',
		status: 'connected',
		needsReconnect: false,
		capabilities: {
			charLimit: 63206,
			title: { supported: false, required: false, maxChars: null },
			firstComment: true,
			link: false,
			boardRequired: false,
			mediaRequired: null,
			optionsKey: 'facebook',
		},
		optionsSchema: null,
		queues: [
			{ id: queues.facebookMornings.id, name: 'Mornings', categoryId: null },
			{ id: queues.facebookCampaign.id, name: 'Campaign', categoryId: expect.any(String) as string },
		],
	});
});

test.each([
	['linkedinBroken', 'disconnected', true],
	['mastodon', 'token_expiring', false],
	['bluesky', 'connected', false],
] as const)('%s is %s', async (name, status, needsReconnect) => {
	expect((await accounts()).get(channels[name].id)).toMatchObject({ status, needsReconnect });
});

test.each([
	[
		'youtube',
		{
			title: { supported: true, required: false, maxChars: 100 },
			firstComment: false,
			mediaRequired: 'video',
			optionsKey: 'youtube',
		},
	],
	['pinterest', { boardRequired: true, mediaRequired: 'visual', optionsKey: null }],
	['bluesky', { charLimit: 300, title: { supported: false }, firstComment: true }],
	['mastodon', { firstComment: true }],
	['devto', { title: { required: true }, optionsKey: 'devto' }],
	['instagram', { mediaRequired: 'visual', firstComment: true }],
	['tiktok', { optionsKey: 'tiktok', firstComment: false }],
] as const)('%s can %j (P16, P18, N46)', async (name, capabilities) => {
	expect((await accounts()).get(channels[name].id)).toMatchObject({ capabilities });
});

test('shows a link only on Pinterest (N46)', async () => {
	const found = [...(await accounts()).values()].filter(
		(channel) => (channel['capabilities'] as { link: boolean }).link,
	);
	expect(new Set(found.map(({ platform }) => platform))).toEqual(new Set(['pinterest']));
});

test.each([
	['tiktok', { type: 'object', additionalProperties: false }],
	['youtube', { type: 'object', additionalProperties: false }],
	['devto', { properties: { tags: { type: 'array' } } }],
	['facebook', null],
	['bluesky', undefined],
] as const)('the options schema of %s (P14)', async (name, expected) => {
	const channel = (await accounts()).get(channels[name].id) ?? {};
	expect('optionsSchema' in channel).toBe(expected !== undefined);
	if (expected) expect(channel['optionsSchema']).toMatchObject(expected);
});

describe('details of one channel (P20, P21, P23, P24)', () => {
	test('lists boards by number of pins, highest first', async () => {
		const { body } = await api.send('GET', `/accounts/${channels.pinterest.id}/boards`);
		expect(body.data).toEqual([boards.interiors, boards.recipes, boards.ideas]);
		const second = await api.send('GET', `/accounts/${channels.pinterestSecond.id}/boards/`);
		expect(second.body).toEqual({ data: [] });
	});

	test('returns TikTok creator info (P22)', async () => {
		const { body } = await api.send('GET', `/accounts/${channels.tiktok.id}/tiktok-creator-info`);
		expect(body).toMatchObject({
			username: 'acmestudio',
			privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
			stitchDisabled: true,
			maxVideoPostDurationSec: 600,
			canPost: true,
		});
	});

	test('lists YouTube categories', async () => {
		const { body } = await api.send('GET', `/accounts/${channels.youtube.id}/youtube-categories`);
		expect(body['regionCode']).toBe('GB');
		expect(body['categories']).toContainEqual({ id: '27', title: 'Education' });
	});

	test.each(['boards', 'tiktok-creator-info', 'youtube-categories'])(
		'%s of another platform is 422',
		async (what) => {
			const { status, body } = await api.send('GET', `/accounts/${channels.bluesky.id}/${what}`);
			expect({ status, error: body.error }).toEqual({ status: 422, error: 'invalid' });
		},
	);

	test.each([
		[channels.pinterest.id, keys.limited, 403],
		[channels.approvalFacebook.id, keys.full, 404],
	])("refuses a channel that isn't on the key (P92)", async (id, key, status) => {
		expect((await api.send('GET', `/accounts/${id}/boards`, { key })).status).toBe(status);
		expect((await api.send('GET', `/analytics/accounts/${id}`, { key })).status).toBe(status);
	});
});

test('adds channels like an existing one, which a key can use once it has them (P14, P92)', async () => {
	const own = await openPublishingApi();
	const { channels: control, keys: keyControl } = own.sandbox;
	const ids = control.copy(channels.facebook.id, 87);
	const listed = async () => (await own.send('GET', '/accounts/')).body.data ?? [];
	const before = await listed();
	keyControl.setChannels(keys.full, [...before.map(({ id }) => String(id)), ...ids]);
	const after = await listed();
	await own.sandbox.close();
	expect(after.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), ...ids]);
	expect(new Set(after.slice(-ids.length).map(({ handle }) => handle)).size).toBe(ids.length);
	expect(after.at(-1)).toMatchObject({ platform: 'facebook', status: 'connected' });
});

describe('analytics (P25, P61)', () => {
	test.each(['', '?windowDays=30'])('lists hourly snapshots of a channel, newest first %s', async (query) => {
		const { body } = await api.send('GET', `/analytics/accounts/${channels.googleBusiness.id}${query}`);
		expect(body.data?.map((each) => each['capturedAt'])).toEqual([
			'2026-01-05T09:00:00.000+00:00',
			'2026-01-05T08:00:00.000+00:00',
			'2026-01-05T07:00:00.000+00:00',
		]);
		expect(body.data?.[0]).toMatchObject({ windowDays: 30 });
		expect(Object.keys(body.data?.[0]?.['metrics'] ?? {})).toEqual(['impressions', 'link_clicks']);
	});

	test('lists snapshots of a post by channel, none for a channel it never reached', async () => {
		const { body } = await api.send('GET', `/analytics/posts/${seed.posts.partiallyPublished}`);
		expect(body.data).toMatchObject([
			{ accountId: channels.facebook.id, platform: 'facebook' },
			{ accountId: channels.instagram.id, platform: 'instagram', snapshots: [] },
		]);
		expect(body.data?.[0]?.['snapshots']).toHaveLength(3);
	});

	test.each([
		[1, [1]],
		[24, [24, 23, 22]],
		[48, [48, 42, 36]],
		[9 * 24, [216, 192, 168]],
		[40 * 24, [888, 720, 696]],
		[120 * 24, [2064, 1896, 1728]],
	])('takes snapshots of a post less often over time: after %i hours %j (N49)', async (hours, ages) => {
		const own = await openPublishingApi();
		const { id } = await own.create({ delivery: { mode: 'now' } });
		const published = Date.parse(own.sandbox.outcomes.publish(id).publishedAt ?? '');
		own.sandbox.clock.advance(hours * 3_600_000);
		const { body } = await own.send('GET', `/analytics/posts/${id}`);
		await own.sandbox.close();
		const [{ snapshots }] = body.data as unknown as [{ snapshots: { capturedAt: string }[] }];
		const shown = snapshots.map(({ capturedAt }) => (Date.parse(capturedAt) - published) / 3_600_000);
		expect(shown).toEqual(ages);
	});
});
