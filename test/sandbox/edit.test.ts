import { seed } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys, media, boards } = seed;
const { facebook, bluesky, youtube, tiktok, pinterest } = channels;

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const edit = (id: string, body: object) => api.send('PATCH', `/posts/${id}`, { body });

const full = {
	accounts: [facebook.id, youtube.id],
	caption: 'Words',
	title: 'Title',
	linkUrl: 'https://example.com',
	mediaAssetIds: [media.video, media.image],
	proposedPublishAt: '2026-01-08T09:00:00+00:00',
	perAccount: {
		[youtube.id]: {
			caption: 'Own words',
			title: 'Own title',
			options: { youtube: { privacyStatus: 'unlisted', madeForKids: false, tags: ['a'] } },
		},
	},
};

describe('a PATCH (P74)', () => {
	test.each([
		['nothing', {}, {}],
		['the caption', { caption: '' }, { caption: '' }],
		['the title', { title: null }, { title: null }],
		['the link', { linkUrl: null }, { linkUrl: null }],
		['the proposal (P33)', { proposedPublishAt: null }, { proposedPublishAt: null }],
		['media and their order', { mediaAssetIds: [media.image] }, { mediaAssetIds: [media.image] }],
	])('changes %s and keeps what it omits', async (_name, change, expected) => {
		const { updatedAt: _, ...before } = await api.create(full);
		const { status, body } = await edit((before as { id: string }).id, change);
		expect({ status, routed: body.routed }).toEqual({ status: 200, routed: 'draft' });
		expect(body.post).toMatchObject({ ...before, ...expected });
	});
});

describe('a PATCH of overrides (P75)', () => {
	const own = full.perAccount[youtube.id];
	const options = { privacyStatus: 'unlisted', madeForKids: false, tags: ['a'] };
	test.each<[string, unknown, object]>([
		['nothing', {}, { caption: 'Own words', options: { youtube: options } }],
		['one field', { caption: 'New' }, { caption: 'New', title: 'Own title' }],
		['one field to null', { title: null }, { caption: 'Own words', title: null }],
		['all overrides of a channel', null, { caption: null, title: null, options: null }],
		[
			'one option',
			{ options: { youtube: { tags: ['b'] } } },
			{ options: { youtube: { ...options, tags: ['b'] } } },
		],
		[
			'one option to null',
			{ options: { youtube: { tags: null } } },
			{ options: { youtube: { privacyStatus: 'unlisted', madeForKids: false } } },
		],
		['every option', { options: null }, { options: null, caption: 'Own words' }],
		['all options of a network', { options: { youtube: null } }, { options: null }],
	])('changes %s', async (_name, change, expected) => {
		const { id } = await api.create(full);
		const { body } = await edit(id, { perAccount: { [youtube.id]: change } });
		expect(body.post?.channels[1]).toMatchObject(expected);
		expect(body.post?.channels[0]).toMatchObject({ caption: null, options: null });
		expect(own?.caption).toBe('Own words');
	});

	test.each([
		["the post's first comment", { firstComment: null }, { firstComment: null }, { firstComment: 'Own' }],
		[
			'the first comment of one channel',
			{ perAccount: { [facebook.id]: { firstComment: '' } } },
			{ firstComment: 'First' },
			{ firstComment: '' },
		],
	])('clears %s', async (_name, change, expected, own) => {
		const perAccount = { [facebook.id]: { firstComment: 'Own' } };
		const { id } = await api.create({ firstComment: 'First', perAccount });
		const { body } = await edit(id, change);
		expect(body.post).toMatchObject({ ...expected, channels: [own] });
	});

	test('clears the board with an empty board ID', async () => {
		const perAccount = (boardId: string) => ({ perAccount: { [pinterest.id]: { boardId } } });
		const { id } = await api.create({ accounts: [pinterest.id], ...perAccount(boards.ideas.id) });
		expect((await edit(id, perAccount(''))).body.post?.channels[0]?.boardId).toBeNull();
	});
});

test('adds channels without text and drops the text of removed channels (P73)', async () => {
	const { id } = await api.create(full);
	await edit(id, { accounts: [facebook.id] });
	const { body } = await edit(id, { accounts: [youtube.id, facebook.id] });
	expect(body.post?.channels.map(({ accountId, caption }) => [accountId, caption])).toEqual([
		[youtube.id, null],
		[facebook.id, null],
	]);
});

test("accepts and ignores overrides for channels that aren't in the post", async () => {
	const { id } = await api.create();
	const { status, body } = await edit(id, { perAccount: { [bluesky.id]: { caption: 'x' } } });
	expect({ status, channels: body.post?.channels.length }).toEqual({ status: 200, channels: 1 });
	const { body: later } = await edit(id, { accounts: [facebook.id, bluesky.id] });
	expect(later.post?.channels[1]).toMatchObject({ accountId: bluesky.id, caption: null });
});

test.each(['/posts/', '/posts/{id}'])("shows a post's key only to that key: %s (N45)", async (path) => {
	const { id } = await api.create();
	const nameFor = async (key: string) => {
		const { body } = await api.send('GET', path.replace('{id}', id), { key });
		return (body.data?.[0] ?? body)['createdVia'];
	};
	const credentialId = api.sandbox.post(id).createdVia?.credentialId;
	expect(await nameFor(keys.full)).toEqual({ credentialId, name: 'Automation' });
	expect(await nameFor(keys.readOnly)).toEqual({ credentialId, name: null });
});

describe('duplicate (P51, P52, P78)', () => {
	const copy = (id: string, key: string = keys.full) =>
		api.send('POST', `/posts/${id}/duplicate`, { body: {}, key });

	test('keeps text, media and settings, but no schedule, proposal or TikTok settings', async () => {
		const original = await api.create({
			...full,
			accounts: [youtube.id, tiktok.id],
			perAccount: {
				...full.perAccount,
				[tiktok.id]: { caption: 'For TikTok', options: { tiktok: { privacyLevel: 'SELF_ONLY' } } },
			},
		});
		const { status, body } = await copy(original.id);
		expect(status).toBe(201);
		expect(body).toMatchObject({ routed: 'draft', droppedChannels: [], keptFailedOnly: false });
		expect(body.post).toMatchObject({
			status: 'draft',
			caption: 'Words',
			mediaAssetIds: full.mediaAssetIds,
			proposedPublishAt: null,
			channels: [original.channels[0], { ...original.channels[1], options: null }],
		});
		expect(body.post?.id).not.toBe(original.id);
		expect(api.sandbox.post(original.id)).toEqual(original);
	});

	test('skips unavailable channels and fails if none is left', async () => {
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id] });
		api.sandbox.channels.disconnect(bluesky.id);
		const { body } = await copy(id);
		expect(body['droppedChannels']).toEqual([{ ...bluesky, status: 'disconnected' }]);
		expect(body.post?.channels.map(({ accountId }) => accountId)).toEqual([facebook.id]);
		api.sandbox.channels.disconnect(facebook.id);
		expect((await copy(id)).status).toBe(422);
	});

	test('keeps the unpublished channels of a partially published post', async () => {
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.outcomes.publish(id, facebook.id);
		api.sandbox.outcomes.fail(id, bluesky.id);
		const { body } = await copy(id);
		expect(body).toMatchObject({ keptFailedOnly: true, droppedChannels: [] });
		expect(body.post?.channels.map(({ accountId, status }) => [accountId, status])).toEqual([
			[bluesky.id, 'draft'],
		]);
	});

	test('belongs to the one who makes it', async () => {
		const { id } = await api.create();
		const { body } = await copy(id, keys.limited);
		expect(body.post?.createdVia?.name).toBe('Two channels');
		const changed = await api.send('PATCH', `/posts/${body.post?.id}`, {
			body: { caption: 'x' },
			key: keys.limited,
		});
		expect(changed.status).toBe(200);
	});
});
