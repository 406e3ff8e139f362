import { seed, type Post } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys } = seed;
const minute = 60_000;

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const captions = (data: Record<string, unknown>[] | undefined) => data?.map((post) => post['caption']);
const list = (
	query: Record<string, string> = {},
	headers: Record<string, string> = {},
	key: string = keys.full,
) => api.send('GET', `/posts/?${new URLSearchParams(query).toString()}`, { headers, key });

const createNamed = async (...names: string[]): Promise<Post[]> => {
	const posts: Post[] = [];
	for (const caption of names) {
		posts.push(await api.create({ caption }));
		api.sandbox.clock.advance(minute);
	}
	return posts;
};

const readAll = async (query: Record<string, string>): Promise<unknown[]> => {
	const seen: unknown[] = [];
	for (let cursor: string | null = ''; cursor !== null; ) {
		const { body } = await list({ ...query, ...(cursor === '' ? {} : { cursor }) });
		seen.push(...(captions(body.data) ?? []));
		cursor = body.nextCursor ?? null;
	}
	return seen;
};

describe('pages (P62, P64)', () => {
	test('lists newest first, 50 by default, until nextCursor is null', async () => {
		await createNamed(...Array.from({ length: 53 }, (_, index) => `post ${index}`));
		const { body } = await list();
		expect(body.data).toHaveLength(50);
		expect(captions(body.data)?.[0]).toBe('post 52');
		expect(body.nextCursor).toBe(body.data?.[49]?.['id']);
		expect(await readAll({})).toHaveLength(53);
		expect(await readAll({ limit: '7' })).toEqual(await readAll({ limit: '100' }));
	});

	test('rejects a cursor that is invalid or whose post was deleted with 422', async () => {
		const [, b] = await createNamed('a', 'b', 'c');
		const { body } = await list({ limit: '2' });
		expect(body.nextCursor).toBe(b?.id);
		await api.send('DELETE', `/posts/${b?.id}`);
		for (const cursor of [b?.id ?? '', channels.facebook.id]) {
			expect(await list({ cursor })).toMatchObject({ status: 422, body: { error: 'invalid_request' } });
		}
	});

	test('keeps the cursor of a post that changes during paging with updatedSince', async () => {
		const [, b] = await createNamed('a', 'b', 'c', 'd');
		const query = { updatedSince: '2026-01-01T00:00:00+00:00', limit: '2' };
		const first = await list(query);
		await api.send('PATCH', `/posts/${b?.id}`, { body: { title: 'changed' } });
		const second = await list({ ...query, cursor: first.body.nextCursor ?? '' });
		expect(captions(first.body.data)).toEqual(['a', 'b']);
		expect(captions(second.body.data)).toEqual(['c', 'd']);
	});
});

describe('filters (P62)', () => {
	test.each([
		[{ status: 'draft' }, ['on Bluesky', 'plain']],
		[{ status: 'queued,publishing' }, ['in a queue']],
		[{ status: 'failed' }, []],
		[{ accountId: channels.bluesky.id }, ['on Bluesky']],
		[{ accountId: channels.bluesky.id, status: 'queued' }, []],
	])('filters by %j', async (query, expected) => {
		await api.create({ caption: 'plain' });
		await api.create({ caption: 'in a queue', delivery: { mode: 'queue' } });
		await api.create({ caption: 'on Bluesky', accounts: [channels.facebook.id, channels.bluesky.id] });
		expect(captions((await list(query)).body.data)).toEqual(expected);
	});
});

describe('changes (P63, P66, P96)', () => {
	test('lists the oldest change first, with a serverTime 30 seconds early that causes repeats', async () => {
		const [a, b] = await createNamed('a', 'b');
		await api.send('PATCH', `/posts/${a?.id}`, { body: { title: 'changed' } });
		const { body } = await list({ updatedSince: b?.createdAt.replace('09:01', '09:00') ?? '' });
		expect(captions(body.data)).toEqual(['b', 'a']);
		expect(body.serverTime).toBe('2026-01-05T09:01:30.000+00:00');
		const again = await list({ updatedSince: body.serverTime ?? '' });
		expect(captions(again.body.data)).toEqual(['a']);
	});

	test('lists only changes after the time, not at it', async () => {
		const [a] = await createNamed('a');
		expect((await list({ updatedSince: a?.updatedAt ?? '' })).body.data).toEqual([]);
	});

	test('returns the given serverTime if nothing changed', async () => {
		await createNamed('a');
		const since = '2026-01-05T10:01:00+01:00';
		expect((await list({ updatedSince: since })).body).toEqual({
			data: [],
			nextCursor: null,
			serverTime: since,
		});
	});

	test("doesn't report deleted posts", async () => {
		const [a] = await createNamed('a');
		await api.send('DELETE', `/posts/${a?.id}`);
		expect((await list({ updatedSince: '2026-01-01T00:00:00Z' })).body.data).toEqual([]);
	});
});

describe('entity tags (P65, P67)', () => {
	test.each(['list', 'single'])('%s: answers 304 until something visible changes', async (kind) => {
		const [post] = await createNamed('a');
		const path = kind === 'list' ? '/posts/' : `/posts/${post?.id}`;
		const etag = (await api.send('GET', path)).headers.get('etag') ?? '';
		api.sandbox.clock.advance(minute);
		const same = await api.send('GET', path, { headers: { 'If-None-Match': etag } });
		expect({ status: same.status, text: same.text }).toEqual({ status: 304, text: '' });
		expect(same.headers.get('etag')).toBe(etag);
		await api.send('PATCH', `/posts/${post?.id}`, { body: { title: 'changed' } });
		const changed = await api.send('GET', path, { headers: { 'If-None-Match': `W/"x", ${etag}` } });
		expect(changed.status).toBe(200);
		expect(changed.headers.get('etag')).not.toBe(etag);
	});

	test('ties a tag to one query and one key', async () => {
		await createNamed('a');
		const etag = (await list()).headers.get('etag') ?? '';
		expect((await list({ limit: '50' }, { 'If-None-Match': etag })).status).toBe(200);
		expect((await list({}, { 'If-None-Match': etag }, keys.limited)).status).toBe(200);
	});

	test.each(['/me/', '/accounts/', `/accounts/${channels.pinterest.id}/boards`])(
		'%s has none',
		async (path) => {
			expect((await api.send('GET', path)).headers.get('etag')).toBeNull();
		},
	);
});

describe('the visibility lag (P63, P111)', () => {
	beforeEach(async () => {
		await api.sandbox.close();
		api = await openPublishingApi({ visibilityLagMs: 40_000 });
	});

	test('shows the past in a list and the present in a single read', async () => {
		const { id } = await api.create({ caption: 'old' });
		expect((await list()).body.data).toEqual([]);
		api.sandbox.clock.advance(40_000);
		await api.send('PATCH', `/posts/${id}`, { body: { caption: 'new' } });
		expect(captions((await list()).body.data)).toEqual(['old']);
		expect((await api.send('GET', `/posts/${id}`)).body['caption']).toBe('new');
		api.sandbox.clock.advance(40_000);
		expect(captions((await list()).body.data)).toEqual(['new']);
	});

	test('dates a late change before the serverTime of the polls that missed it', async () => {
		await api.create({ caption: 'late' });
		api.sandbox.clock.advance(39_000);
		const { body } = await list();
		api.sandbox.clock.advance(1_000);
		expect((await list({ updatedSince: body.serverTime ?? '' })).body.data).toEqual([]);
		expect(captions((await list({ updatedSince: '2026-01-05T08:59:00+00:00' })).body.data)).toEqual(['late']);
	});

	test('filters by the status that the list shows', async () => {
		const { id } = await api.create();
		api.sandbox.clock.advance(40_000);
		await api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } });
		expect((await list({ status: 'draft' })).body.data).toHaveLength(1);
		expect((await list({ status: 'queued' })).body.data).toHaveLength(0);
	});
});

describe('the order of changes (N24)', () => {
	test.each([
		['oldest first', ['a', 'b', 'c', 'd']],
		['newest first', ['d', 'c', 'b', 'a']],
	] as const)('lists them %s, in one page and in several', async (changeOrder, expected) => {
		api.sandbox.vary({ changeOrder });
		await createNamed('a', 'b', 'c', 'd');
		const query = { updatedSince: '2026-01-01T00:00:00Z' };
		expect(await readAll(query)).toEqual(expected);
		expect(await readAll({ ...query, limit: '1' })).toEqual(expected);
	});
});
