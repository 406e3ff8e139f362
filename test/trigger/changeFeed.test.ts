import { currentUntil } from '../../nodes/SocialPublishingTrigger/serviceClock';
import { randomUUID } from 'node:crypto';
import {
	advance,
	restart,
	type FeedPosition,
	type ListedPage,
} from '../../nodes/SocialPublishingTrigger/changeFeed';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import type { PollState } from '../../nodes/SocialPublishingTrigger/pollState';
import { openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { createMany } from '../support/manyRequests';
import { minuteMs, triggerOn, type TriggerUnderTest } from './triggerUnderTest';
import { at, eventsOfPages, listedPage, pageOf, postOf, progressOf } from './samplePosts';

let api: PublishingApi;
let trigger: TriggerUnderTest;
beforeEach(async () => {
	api = await openPublishingApi();
	trigger = triggerOn(api, { events: ['postCreated', 'failed', 'queued'] });
});
afterEach(() => api.sandbox.close());

/** Time for one page only. */
const short = { budgetMs: 0 };
const idsOf = (items: Array<{ id?: unknown }>) => items.map(({ id }) => String(id));
const gone = { path: '/api/v1/posts/', kind: 'status', status: 422 } as const;
const pagesOf = async (run = {}) => {
	let items: Array<{ id?: unknown }> = [];
	const requests = await trigger.requestsOf(async () => (items = await trigger.poll(run)));
	return { ids: idsOf(items), requests: requests.length };
};

describe('pages (P62, P64, P106)', () => {
	test('reads 1,000 changes in 10 requests and reports each exactly once', async () => {
		await trigger.poll();
		api.sandbox.clock.advance(minuteMs);
		const created = await createMany(api.sandbox.url, 1_000);
		const { ids, requests } = await pagesOf();
		expect(requests).toBe(10);
		expect([...ids].sort()).toEqual([...created].sort());
		// All of them are within the overlap.
		expect((await pagesOf()).ids).toEqual([]);
		trigger.restart();
		api.sandbox.clock.advance(minuteMs);
		expect((await pagesOf()).ids).toEqual([]);
	});

	test('reads one page if time is short, and the next polls continue without loss or repetition', async () => {
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 350);
		const polls = [];
		for (let count = 0; count < 5; count++) {
			polls.push(await pagesOf(short));
			trigger.restart();
			api.sandbox.clock.advance(minuteMs);
		}
		expect(polls.map(({ requests }) => requests)).toEqual([1, 1, 1, 1, 1]);
		expect(polls.map(({ ids }) => ids.length)).toEqual([100, 100, 100, 50, 0]);
		expect(polls.flatMap(({ ids }) => ids).sort()).toEqual([...created].sort());
	});
});

describe('a cursor that has vanished (P64, N24)', () => {
	test('restarts the listing if the post behind the cursor was deleted between two polls', async () => {
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 250);
		const half = await pagesOf(short);
		const { position } = (JSON.parse(trigger.save()) as { poll: PollState }).poll;
		await api.send('DELETE', `/posts/${position.listing?.cursor}`);
		trigger.restart();
		const rest = await pagesOf();
		expect([...half.ids, ...rest.ids].sort()).toEqual([...created].sort());
	});

	test('returns what it has if the cursor keeps vanishing, and reads the rest in a later poll', async () => {
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 250);
		const half = await pagesOf(short);
		for (let count = 0; count < 4; count++) {
			api.sandbox.faults.add(gone);
			half.ids.push(...(await pagesOf(short)).ids, ...(await pagesOf(short)).ids);
		}
		const rest = await pagesOf();
		expect([...half.ids, ...rest.ids].sort()).toEqual([...created].sort());
	});

	test('treats an invalid stored cursor as one that has vanished', async () => {
		await trigger.poll();
		await createMany(api.sandbox.url, 150);
		await pagesOf(short);
		trigger.restart(trigger.save().replace(/"cursor":"[^"]+"/, '"cursor":"somewhere"'));
		expect((await pagesOf()).ids).toHaveLength(50);
	});
});

test("uses at most half of a minute's reads in one poll and continues in the next (P106)", async () => {
	await api.create();
	await api.create();
	const [first, second] = api.sandbox.posts();
	const page = (post: unknown, nextCursor: string | null) => ({
		data: [post],
		nextCursor,
		serverTime: api.sandbox.clock.now().toISOString(),
	});
	await trigger.poll();
	const answer = { path: '/api/v1/posts/', kind: 'body', contentType: 'application/json' } as const;
	const cursors = [...Array.from({ length: 149 }, () => randomUUID()), second?.id ?? null];
	for (const cursor of cursors) api.sandbox.faults.add({ ...answer, body: page(first, cursor) });
	expect((await pagesOf()).requests).toBe(150);
	api.sandbox.faults.clear();
	expect((await pagesOf()).requests).toBe(1);
});

test.each([
	['a cursor that repeats itself', 1],
	['two cursors', 2],
	['three cursors', 3],
])('ends the listing on %s in a loop, and the next poll starts a new one (P64)', async (_title, count) => {
	await trigger.poll();
	await api.create();
	const [post] = api.sandbox.posts();
	const serverTime = api.sandbox.clock.now().toISOString();
	const circle = Array.from({ length: count }, () => randomUUID());
	const answer = { path: '/api/v1/posts/', kind: 'body', contentType: 'application/json' } as const;
	for (const nextCursor of Array.from({ length: 50 }, () => circle).flat()) {
		api.sandbox.faults.add({ ...answer, body: { data: [post], nextCursor, serverTime } });
	}
	expect((await pagesOf()).requests).toBe(count + 1);
	api.sandbox.faults.clear();
	const [next] = await trigger.requestsOf(async () => await trigger.poll());
	expect(next?.query).not.toHaveProperty('cursor');
});

test("doesn't treat a poll by n8n's own scheduler as an activation (P96)", async () => {
	api.sandbox.faults.add({ path: gone.path, kind: 'status', status: 500, retryAfter: 30 });
	expect(await trigger.error({ activation: 'update', budgetMs: 36_000 })).toMatchObject({ httpCode: '500' });
});

describe('the position after a page (P63, P64, P65)', () => {
	const etag = { query: 'q', value: '"1"' };
	const start: FeedPosition = { watermark: at(-1) };
	const listing = { cursor: 'c1', serverTime: at(5) };
	const cases: Array<[string, FeedPosition, ListedPage, FeedPosition]> = [
		[
			'overlaps by a minute and a second after a complete listing',
			start,
			listedPage([postOf()], { etag }),
			{ watermark: at(2 - 61 / 60), etag, listing: undefined },
		],
		[
			'stays in place after an empty page',
			start,
			listedPage([], { etag }),
			{ watermark: start.watermark, etag, listing: undefined },
		],
		[
			'keeps the start of the listing after the first of several pages',
			start,
			listedPage([postOf()], { nextCursor: 'c1', serverTime: at(5), etag }),
			{ watermark: start.watermark, etag: undefined, listing },
		],
		[
			"keeps the first page's time after a middle page",
			{ ...start, listing },
			listedPage([postOf()], { nextCursor: 'c2', serverTime: at(9) }),
			{ watermark: start.watermark, etag: undefined, listing: { ...listing, cursor: 'c2' } },
		],
		[
			'advances after the last of several pages',
			{ ...start, listing },
			listedPage([], { serverTime: at(9) }),
			{ watermark: at(5 - 61 / 60), etag: undefined, listing: undefined },
		],
		[
			'handles a service clock that goes backwards',
			{ watermark: at(7) },
			listedPage([postOf()]),
			{ watermark: at(7), etag: undefined, listing: undefined },
		],
	];
	test.each(cases)('%s', (_title, position, page, expected) => {
		expect(advance(position, page)).toEqual(expected);
	});

	test('restarts a listing whose cursor has vanished and remembers the seen posts', () => {
		const progress = progressOf();
		const posts = [postOf({ status: 'failed' })];
		const first = advance(progress.position, listedPage(posts, { nextCursor: 'c1' }));
		const { seen } = takePage(progress, { posts, position: first }).progress;
		const position = restart(first);
		expect(position).toEqual({ watermark: start.watermark });
		expect(eventsOfPages(progressOf([], { position, seen }), posts)).toEqual([]);
	});

	test("doesn't modify its input", () => {
		const progress = progressOf([postOf({ updatedAt: at(0) })]);
		const before = structuredClone(progress);
		takePage(progress, pageOf(progress.position, [postOf({ status: 'failed' })]));
		expect(progress).toEqual(before);
	});
});

describe('the time until which a page is current', () => {
	const now = Date.parse('2026-01-05T09:00:00Z');
	const hour = 3_600_000;
	const changed = { data: [{ updatedAt: '2026-01-05T08:30:00Z' }, { updatedAt: '2026-01-05T08:10:00Z' }] };
	const page = (serverTime: number, more: object = {}) =>
		({ serverTime: new Date(serverTime).toISOString(), data: [], ...more }) as never;
	test.each<[string, number, Parameters<typeof currentUntil>]>([
		["is the service's", now - hour, [page(now - hour), now, now]],
		["is the answer's, if the service's runs ahead", now, [page(now + 24 * hour), now, now - hour]],
		['is that of this machine without one in the answer', now, [page(now + 24 * hour), undefined, now]],
		["is the service's if this machine's runs ahead", now, [page(now), undefined, now + 24 * hour]],
		[
			'is that of the newest change if this machine is far behind',
			Date.parse('2026-01-05T08:30:00Z'),
			[page(now, changed), undefined, now - 1_000 * hour],
		],
	])('%s', (_title, expected, given) => {
		expect(currentUntil(...given)).toBe(expected);
	});
});
