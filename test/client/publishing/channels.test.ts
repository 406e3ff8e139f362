import { permissions, platforms } from '../../../client/publishing/values';
import { seed, type Permission } from '../../../sandbox';
import { clientOf, errorOf } from '../../support/publishingClient';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();
const { channels, keys, queues, boards, workspaces } = seed;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });

describe('the identity of the key', () => {
	test('includes workspace, credential, permissions and the picked channels (P12, P13, P88)', async () => {
		expect(await clientWith(keys.limited).me()).toEqual({
			workspace: { id: workspaces.main.id, name: 'Acme Studio' },
			credential: { id: expect.any(String), kind: 'key', name: 'Two channels', expiresAt: null },
			permissions: [...permissions],
			channels: [channels.facebook, channels.bluesky],
		});
	});

	test('belongs to one workspace and sees no other (P13, P88)', async () => {
		const { workspace, channels: own } = await clientWith(keys.approval).me();
		expect(workspace).toEqual({ id: workspaces.approval.id, name: 'Careful & Co' });
		expect(own.map(({ id }) => id)).toEqual([channels.approvalFacebook.id, channels.approvalLinkedin.id]);
	});

	test.each<[string, Permission[]]>([
		['only read', ['read']],
		['less than before', ['read', 'create_posts']],
	])('shows permissions reduced to %s (P12, P89)', async (_title, left) => {
		sandbox().keys.setPermissions(keys.full, left);
		expect((await clientWith().me()).permissions).toEqual(left);
	});

	test.each([
		['a revoked key (P91)', keys.revoked, 'revoked'],
		['an expired key (P91)', keys.expired, 'expired'],
	])('throws a 401 with the reason for %s', async (_title, key, word) => {
		const error = await errorOf(clientWith(key).me());
		expect(error).toMatchObject({ name: 'AuthenticationError', detail: expect.stringContaining(word) });
	});

	test('stops working if the key is revoked during use (P90, P111)', async () => {
		const client = clientWith();
		await client.me();
		sandbox().keys.revoke(keys.full);
		expect(await errorOf(client.me())).toMatchObject({ statusCode: 401 });
	});
});

describe('channels', () => {
	test('include channels on all eleven platforms (P3, P11)', async () => {
		const found = new Set((await clientWith().accounts.list()).map(({ platform }) => platform));
		expect([...found].sort()).toEqual([...platforms]);
	});

	test('include health, capabilities and the schema of its options (P14, P16, P18)', async () => {
		expect(await clientWith().accounts.get(channels.tiktok.id)).toMatchObject({
			...channels.tiktok,
			avatarUrl: expect.stringContaining('https://'),
			status: 'connected',
			needsReconnect: false,
			capabilities: {
				charLimit: 2200,
				title: { supported: false, required: false, maxChars: null },
				firstComment: false,
				link: false,
				boardRequired: false,
				mediaRequired: 'visual',
				optionsKey: 'tiktok',
			},
			optionsSchema: { type: 'object' },
			queues: [],
		});
	});

	test.each([
		[
			'needs reconnecting (P14)',
			channels.linkedinBroken.id,
			{ status: 'disconnected', needsReconnect: true, avatarUrl: null },
		],
		['will soon (P14)', channels.mastodon.id, { status: 'token_expiring', needsReconnect: false }],
		[
			'requires a video (P16)',
			channels.youtube.id,
			{ capabilities: { mediaRequired: 'video', title: { required: false, maxChars: 100 } } },
		],
		[
			'requires a title (P16)',
			channels.devto.id,
			{ capabilities: { mediaRequired: null, title: { required: true, maxChars: 128 } } },
		],
		[
			'requires a board (P16)',
			channels.pinterest.id,
			{ capabilities: { boardRequired: true, optionsKey: null } },
		],
		[
			'has named queues, never the Main queue (P15, P19)',
			channels.facebook.id,
			{
				queues: [
					{ id: queues.facebookMornings.id, name: 'Mornings', categoryId: null },
					{ id: queues.facebookCampaign.id, name: 'Campaign', categoryId: expect.any(String) },
				],
			},
		],
	])('%s', async (_title, id, expected) => {
		expect(await clientWith().accounts.get(id)).toMatchObject(expected);
	});

	test("are read once per run, and a caller's changes don't affect others", async () => {
		const { accounts, me } = clientOf({ baseUrl: sandbox().url, key: keys.full, remembersWorkspace: true });
		const { id } = channels.tiktok;
		(await accounts.get(id)).handle = '@changed';
		for (const channel of await accounts.list()) channel.handle = '@changed';
		expect((await accounts.get(id)).handle).not.toBe('@changed');
		expect((await accounts.list()).map(({ handle }) => handle)).not.toContain('@changed');
		expect(sandbox().requests).toHaveLength(1);
		const { workspace } = await me();
		workspace.name = 'Changed';
		expect((await me()).workspace.name).not.toBe('Changed');
		expect(sandbox().requests).toHaveLength(2);
	});

	test("aren't found if the key can't use them (P88, P99)", async () => {
		const error = await errorOf(clientWith(keys.limited).accounts.get(channels.tiktok.id));
		expect(error).toMatchObject({ name: 'NotFoundError', statusCode: 404 });
		expect(error.message).toContain(channels.tiktok.id);
	});
});

describe('data of networks about a channel', () => {
	test('lists boards by number of pins (P20)', async () => {
		expect(await clientWith().accounts.boards(channels.pinterest.id)).toEqual([
			boards.interiors,
			boards.recipes,
			boards.ideas,
		]);
		expect(await clientWith().accounts.boards(channels.pinterestSecond.id)).toEqual([]);
	});

	test('shows what a TikTok creator can do now (P21, P22)', async () => {
		expect(await clientWith().accounts.tikTokCreatorInfo(channels.tiktok.id)).toEqual({
			username: 'acmestudio',
			nickname: 'Acme Studio',
			avatarUrl: expect.stringContaining('https://'),
			privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
			commentDisabled: false,
			duetDisabled: false,
			stitchDisabled: true,
			maxVideoPostDurationSec: 600,
			canPost: true,
		});
	});

	test("shows a creator who can't post now, with absent values (P21, P23)", async () => {
		const info = {
			username: 'acme',
			nickname: 'Acme',
			privacyLevelOptions: [],
			commentDisabled: true,
			duetDisabled: true,
			stitchDisabled: true,
			maxVideoPostDurationSec: null,
			canPost: false,
			cannotPostReason: 'Too many posts today',
		};
		server().answerWith({ body: info });
		const { accounts } = clientOf({ baseUrl: server().url });
		expect(await accounts.tikTokCreatorInfo(channels.tiktok.id)).toEqual(info);
	});

	test('lists the YouTube categories of a region (P24)', async () => {
		const { regionCode, categories } = await clientWith().accounts.youTubeCategories(channels.youtube.id);
		expect(regionCode).toBe('GB');
		expect(categories).toContainEqual({ id: '22', title: 'People & Blogs' });
	});

	test.each([
		['boards of a TikTok channel', 'boards'],
		['creator info of a Pinterest channel', 'tikTokCreatorInfo'],
		['categories of a Pinterest channel', 'youTubeCategories'],
	] as const)('%s are refused by the service (P102)', async (_title, name) => {
		const id = name === 'boards' ? channels.tiktok.id : channels.pinterest.id;
		expect(await errorOf(clientWith().accounts[name](id))).toMatchObject({
			name: 'ValidationError',
			statusCode: 422,
		});
	});

	test("throws a 403 for a channel of the workspace that the key can't use (P92)", async () => {
		const error = await errorOf(clientWith(keys.limited).accounts.boards(channels.pinterest.id));
		expect(error).toMatchObject({ name: 'PermissionError', statusCode: 403 });
		expect(error.message).not.toContain('missing permission');
	});

	test('requests the identity and the channel list without parameters (P60)', async () => {
		const client = clientWith();
		await client.me();
		await client.accounts.list();
		expect(sandbox().requests.map(({ path, query }) => [path, query])).toEqual([
			['/api/v1/me/', {}],
			['/api/v1/accounts/', {}],
		]);
	});
});

describe('analytics', () => {
	test('returns snapshots of a channel for 30 days, newest first, without unreported metrics (P3, P25, P61)', async () => {
		const snapshots = await clientWith().analytics.channelSnapshots(channels.bluesky.id);
		const times = snapshots.map(({ capturedAt }) => capturedAt);
		expect(times).toEqual([...times].sort().reverse());
		expect(snapshots[0]).toMatchObject({ windowDays: 30, metrics: { likes: expect.any(Number) } });
		expect(Object.keys(snapshots[0]?.metrics ?? {})).not.toContain('impressions');
		expect(sandbox().requests[0]?.query).toEqual({});
	});

	test('returns snapshots of a post by channel (P25)', async () => {
		const client = clientWith();
		const { id } = await client.posts.create({
			accounts: [channels.facebook.id],
			caption: 'Hi',
			delivery: { mode: 'now' },
		});
		sandbox().clock.advance(3 * 3_600_000);
		const [facebook] = await client.analytics.postSnapshots(id);
		expect(facebook).toMatchObject({ accountId: channels.facebook.id, platform: 'facebook' });
		expect(facebook?.snapshots[0]).toMatchObject({ metrics: { impressions: expect.any(Number) } });
	});
});
