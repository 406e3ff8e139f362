import type { Send } from '../../../../client/http/types';
import type { ListPosts } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { fetchSend } from '../../../support/fetchSend';
import { doMany } from '../../../support/manyRequests';
import { clientOf, errorOf, wishOf } from '../../../support/publishingClient';
import { sampleIds } from '../../../support/sampleAnswers';
import { profile } from '../../../support/profile';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const { facebook } = channels;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });

/** Creates drafts and returns their IDs, oldest first. */
async function drafts(count: number, accounts = [facebook.id]): Promise<string[]> {
	await doMany(sandbox().url, count, async (send, index) => {
		await send('POST', '/api/v1/posts/', { accounts, caption: `Post ${index}` });
	});
	sandbox().clock.advance(1_000);
	sandbox().requests.length = 0;
	const ids = sandbox()
		.posts()
		.map(({ id }) => id);
	return ids.slice(0, count).reverse();
}

const listed = async (query: ListPosts, maxItems?: number) =>
	(await clientWith().posts.list(query, maxItems)).map(({ id }) => id);
const queries = () => sandbox().requests.map(({ query }) => query);

describe('all pages', () => {
	test('return 130 posts newest first in pages of 100 (P62, P64)', async () => {
		const ids = await drafts(130);
		expect(await listed({})).toEqual([...ids].reverse());
		expect(queries()).toEqual([{ limit: '100' }, { limit: '100', cursor: ids[30] }]);
	});

	test.each([
		[1, [{ limit: '1' }]],
		[3, [{ limit: '3' }]],
		[120, [{ limit: '100' }, { limit: '100', cursor: expect.any(String) }]],
	])('request no more than needed for a limit of %i (P62, P108)', async (maxItems, asked) => {
		const ids = await drafts(130);
		expect(await listed({}, maxItems)).toEqual([...ids].reverse().slice(0, maxItems));
		expect(queries()).toEqual(asked);
	});

	test.each([
		[Infinity, true],
		[130, true],
		[120, false],
	])(
		'say whether a limit of %d leaves out posts, and name the time of the first page',
		async (maxItems, isWhole) => {
			await drafts(130);
			const send: Send = async (request) => {
				const answer = await fetchSend(keys.full)(request);
				sandbox().clock.advance(60_000);
				return answer;
			};
			const startedAt = sandbox().clock.now();
			const { posts } = clientOf({ baseUrl: sandbox().url, send });
			const found = await posts.listWithTime({}, maxItems);
			expect(found.isWhole).toBe(isWhole);
			expect(Date.parse(found.serverTime)).toBeLessThanOrEqual(startedAt.getTime());
		},
	);

	test('start again if a cursor expires, and return each post once (P62, P64)', async () => {
		const ids = await drafts(150);
		const lastOfFirstPage = ids[50] ?? '';
		const send = fetchSend(keys.full);
		const deletingSend: Send = async (request) => {
			const isSecondPage = request.url.includes(lastOfFirstPage);
			if (isSecondPage) await clientWith().posts.delete(lastOfFirstPage);
			return await send(request);
		};
		const { posts } = clientOf({ baseUrl: sandbox().url, send: deletingSend });
		const found = (await posts.list({})).map(({ id }) => id);
		expect(new Set(found).size).toBe(found.length);
		expect(ids.filter((id) => !found.includes(id))).toEqual([]);
		// No document says that a cursor can expire.
		const refusals = profile === 'observed' ? 1 : 0;
		expect(sandbox().requests.filter(({ status }) => status === 422)).toHaveLength(refusals);
	});

	test('end with the error if a page fails for another reason (P62, P91)', async () => {
		const { posts } = clientWith();
		const body = { data: [], nextCursor: sampleIds.cursor, serverTime: '2026-01-05T09:00:00Z' };
		sandbox().faults.add({ path: '/api/v1/posts/', kind: 'body', body });
		sandbox().faults.add({ path: '/api/v1/posts/', kind: 'status', status: 401 });
		expect(await errorOf(posts.list({}))).toMatchObject({ statusCode: 401 });
	});
});

describe('filters', () => {
	test('select posts by status, joined by commas (P43, P62)', async () => {
		const { posts } = clientWith();
		const [draft] = await drafts(1);
		const queued = await posts.create(
			wishOf({ accounts: [facebook.id], caption: 'Q', delivery: { mode: 'queue' } }),
		);
		await posts.create(wishOf({ accounts: [facebook.id], caption: 'N', delivery: { mode: 'now' } }));
		expect(await listed({ status: ['draft', 'queued'] })).toEqual([queued.id, draft]);
		expect(queries().at(-1)).toEqual({ status: 'draft,queued', limit: '100' });
	});

	test('never send an unsupported query parameter (P62)', async () => {
		await clientWith().posts.page({ status: [], accountId: undefined });
		expect(queries()).toEqual([{}]);
	});
});

describe('conditional reads', () => {
	test('return a post only after a change (P65, P67, P72, P96)', async () => {
		const [id = ''] = await drafts(1);
		const { posts } = clientWith();
		const first = await posts.getIfChanged(id);
		expect(first).toMatchObject({ value: { id }, etag: expect.any(String) });
		const again = await posts.getIfChanged(id, first.etag);
		expect(again).toEqual({ value: undefined, etag: first.etag, answeredAt: expect.any(Number) });
		expect(sandbox().requests.at(-1)?.status).toBe(304);
		await posts.update(id, { content: { caption: 'Changed' } });
		const changed = await posts.getIfChanged(id, first.etag);
		expect(changed.value?.caption).toBe('Changed');
		expect(changed.etag).not.toBe(first.etag);
	});

	test('return a page only after a change (P65, P67, P96)', async () => {
		const [id = ''] = await drafts(2);
		const { posts } = clientWith();
		const first = await posts.page({ limit: 2 });
		expect(await posts.page({ limit: 2 }, first.etag)).toEqual({
			value: undefined,
			etag: first.etag,
			answeredAt: expect.any(Number),
		});
		await posts.update(id, { content: { caption: 'Changed' } });
		expect((await posts.page({ limit: 2 }, first.etag)).value?.data).toHaveLength(2);
	});
});
