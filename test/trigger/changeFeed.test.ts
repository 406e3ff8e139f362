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
import { minuteMs, summarize, triggerOn, type TriggerUnderTest } from './triggerUnderTest';
import { at, eventsOfPages, listedPage, pageOf, postOf, progressOf } from './samplePosts';

let api: PublishingApi;
let trigger: TriggerUnderTest;
beforeEach(async () => {
	api = await openPublishingApi();
	trigger = triggerOn(api, { events: ['postCreated', 'failed', 'queued'] });
});
afterEach(() => api.sandbox.close());

/** No time for more than a page. */
const short = { budgetMs: 0 };
const idsOf = (items: Array<{ id?: unknown }>) => items.map(({ id }) => String(id));
const gone = { path: '/api/v1/posts/', kind: 'status', status: 422 } as const;
const pagesOf = async (run = {}) => {
	let items: Array<{ id?: unknown }> = [];
	const requests = await trigger.requestsOf(async () => (items = await trigger.poll(run)));
	return { ids: idsOf(items), requests: requests.length };
};

describe('pages (P62, P64, P106)', () => {
	test('10,000 changes take 100 requests, and nothing is told twice or left out', async () => {
		await trigger.poll();
		api.sandbox.clock.advance(minuteMs);
		const created = await createMany(api.sandbox.url, 10_000);
		const { ids, requests } = await pagesOf();
		expect(requests).toBe(100);
		expect([...ids].sort()).toEqual([...created].sort());
		// All of them lie in the overlap, most of them are no longer remembered in full.
		expect((await pagesOf()).ids).toEqual([]);
		trigger.restart();
		api.sandbox.clock.advance(minuteMs);
		expect((await pagesOf()).ids).toEqual([]);
		expect(trigger.save().length).toBeLessThan(420_000);
	}, 300_000);

	test('a poll without time reads one page; the next polls go on without loss or repeat', async () => {
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

	test('what changes while a listing goes on over several polls is told', async () => {
		await trigger.poll();
		const [first = '', ...others] = await createMany(api.sandbox.url, 250);
		const told = (await pagesOf(short)).ids;
		api.sandbox.clock.advance(minuteMs);
		await api.send('POST', `/posts/${first}/schedule`, { body: { mode: 'queue' } });
		await api.create();
		told.push(...(await pagesOf(short)).ids);
		const last = await trigger.poll();
		api.sandbox.clock.advance(minuteMs);
		expect(summarize(last)).toContain('queued draft>queued');
		expect([...told, ...idsOf(last)]).toHaveLength(others.length + 3);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('a cursor that has vanished (P64, N24)', () => {
	test('the listing begins anew, and nothing is told twice', async () => {
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 250);
		const half = await pagesOf(short);
		api.sandbox.faults.add(gone);
		const rest = await pagesOf();
		expect([...half.ids, ...rest.ids].sort()).toEqual([...created].sort());
		api.sandbox.clock.advance(minuteMs);
		expect((await pagesOf()).ids).toEqual([]);
	});

	test('really: the post it stands for was deleted between two polls', async () => {
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 250);
		const half = await pagesOf(short);
		const { position } = (JSON.parse(trigger.save()) as { poll: PollState }).poll;
		await api.send('DELETE', `/posts/${position.listing?.cursor}`);
		trigger.restart();
		const rest = await pagesOf();
		expect([...half.ids, ...rest.ids].sort()).toEqual([...created].sort());
	});

	test('again and again: the poll hands over what it has, and a later one reads the rest', async () => {
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

	test('a stored cursor that makes no sense is one that has vanished', async () => {
		await trigger.poll();
		await createMany(api.sandbox.url, 150);
		await pagesOf(short);
		trigger.restart(trigger.save().replace(/"cursor":"[^"]+"/, '"cursor":"somewhere"'));
		expect((await pagesOf()).ids).toHaveLength(50);
	});
});

test('one poll takes at most half of the reads of a minute, and the next goes on (P106)', async () => {
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
])('%s in a circle end the listing, and the next poll begins a new one (P64)', async (_title, count) => {
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

test("a poll of n8n's own scheduler, which has less time and loads the workflow every time, activates nothing (P96)", async () => {
	api.sandbox.faults.add({ path: gone.path, kind: 'status', status: 500, retryAfter: 30 });
	expect(await trigger.error({ activation: 'update', budgetMs: 36_000 })).toMatchObject({ httpCode: '500' });
});

describe('the position behind a page (P63, P64, P65)', () => {
	const etag = { query: 'q', value: '"1"' };
	const start: FeedPosition = { watermark: at(-1) };
	const listing = { cursor: 'c1', serverTime: at(5) };
	const cases: Array<[string, FeedPosition, ListedPage, FeedPosition]> = [
		[
			'the whole of it: a minute and a second of overlap',
			start,
			listedPage([postOf()], { etag }),
			{ watermark: at(2 - 61 / 60), etag, listing: undefined },
		],
		[
			'nothing at all: stays where it is',
			start,
			listedPage([], { etag }),
			{ watermark: start.watermark, etag, listing: undefined },
		],
		[
			'a page of several: begins where it began',
			start,
			listedPage([postOf()], { nextCursor: 'c1', serverTime: at(5), etag }),
			{ watermark: start.watermark, etag: undefined, listing },
		],
		[
			"a page in the middle: the first page's time counts",
			{ ...start, listing },
			listedPage([postOf()], { nextCursor: 'c2', serverTime: at(9) }),
			{ watermark: start.watermark, etag: undefined, listing: { ...listing, cursor: 'c2' } },
		],
		[
			'the last of several pages',
			{ ...start, listing },
			listedPage([], { serverTime: at(9) }),
			{ watermark: at(5 - 61 / 60), etag: undefined, listing: undefined },
		],
		[
			'a service whose clock goes back',
			{ watermark: at(7) },
			listedPage([postOf()]),
			{ watermark: at(7), etag: undefined, listing: undefined },
		],
	];
	test.each(cases)('%s', (_title, position, page, expected) => {
		expect(advance(position, page)).toEqual(expected);
	});

	test('a listing whose cursor has vanished begins again and remembers what was seen', () => {
		const progress = progressOf();
		const posts = [postOf({ status: 'failed' })];
		const first = advance(progress.position, listedPage(posts, { nextCursor: 'c1' }));
		const { seen } = takePage(progress, { posts, position: first }).progress;
		const position = restart(first);
		expect(position).toEqual({ watermark: start.watermark });
		expect(eventsOfPages(progressOf([], { position, seen }), posts)).toEqual([]);
	});

	test('a page changes nothing but what it returns', () => {
		const progress = progressOf([postOf({ updatedAt: at(0) })]);
		const before = structuredClone(progress);
		takePage(progress, pageOf(progress.position, [postOf({ status: 'failed' })]));
		expect(progress).toEqual(before);
	});
});
