import { seed, startSandbox, type Sandbox } from '../../sandbox';

/**
 * Three clients as others wrote and published them, using plain fetch and nothing from this package's client.
 * Their requests must work without findings by the watcher.
 */

const partSizeBytes = 1000;
const facebook = seed.channels.facebook.id;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual', seed: 'empty', partSizeBytes });
});
beforeEach(() => sandbox.reset());
afterEach(() => expect(sandbox.takeFindings()).toEqual([]));
afterAll(async () => await sandbox.close());

const common = { Authorization: `Bearer ${seed.keys.full}`, 'User-Agent': 'published-client/2.0' };

const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
	await fetch(`${sandbox.url}/api/v1${path}`, {
		method,
		headers: {
			...common,
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});

interface Answer {
	post: {
		id: string;
		status: string;
		caption: string;
		mediaAssetIds: string[];
		proposedPublishAt: string | null;
	};
	routed: string;
	id: string;
	mediaAssetId: string;
	partSize: number;
	partCount: number;
	urls: { partNumber: number; url: string }[];
	data: { id: string; status: string; caption: string }[];
	serverTime: string;
	nextCursor: string | null;
	error: string;
	detail: string;
}

/** The body of an answer that must have this status. */
const read = async (answer: Response, status: number): Promise<Answer> => {
	const text = await answer.text();
	expect({ status: answer.status, text }).toEqual({ status, text });
	return JSON.parse(text) as Answer;
};

describe('an upload in 12 parts, then published', () => {
	const file = Buffer.alloc(11 * partSizeBytes + 500, 7);
	file.write('GIF89a');

	const put = async ({ partNumber, url }: Answer['urls'][number]) => {
		const bytes = file.subarray((partNumber - 1) * partSizeBytes, partNumber * partSizeBytes);
		const answer = await fetch(url, {
			method: 'PUT',
			headers: { 'User-Agent': common['User-Agent'] },
			body: bytes,
		});
		expect(answer.status).toBe(200);
		return { partNumber, etag: answer.headers.get('etag') };
	};

	test('works with URLs requested as needed', async () => {
		const upload = await read(
			await call(
				'POST',
				'/media/uploads',
				{ mediaType: 'gif', sizeBytes: file.length, altText: 'A square that turns' },
				{ 'Idempotency-Key': 'upload-1' },
			),
			201,
		);
		expect(upload).toMatchObject({ partSize: partSizeBytes, partCount: 12 });
		expect(upload.urls.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		const parts = [];
		for (const url of upload.urls) parts.push(await put(url));
		const path = `/media/uploads/${upload.mediaAssetId}`;
		const more = await read(await call('POST', `${path}/parts`, { fromPart: 9, count: 4 }), 200);
		for (const url of more.urls) parts.push(await put(url));
		expect((await call('POST', `${path}/parts`, { fromPart: 13, count: 1 })).status).toBe(422);
		const asset = await read(await call('POST', `${path}/complete`, { parts, width: 400, height: 300 }), 200);
		expect(asset).toMatchObject({ id: upload.mediaAssetId, processingStatus: 'ready', width: 400 });
		const created = await read(
			await call(
				'POST',
				'/posts/',
				{
					accounts: [facebook],
					caption: 'Look',
					mediaAssetIds: [asset.id],
					delivery: { mode: 'now' },
				},
				{ 'Idempotency-Key': 'post-1' },
			),
			201,
		);
		expect(created).toMatchObject({ routed: 'enacted', post: { status: 'publishing' } });
		sandbox.clock.advance(60_000);
		const seen = (await read(await call('GET', `/posts/${created.post.id}`), 200)) as unknown;
		expect(seen).toMatchObject({
			status: 'published',
			mediaAssetIds: [asset.id],
			channels: [{ status: 'published', url: expect.stringContaining('/sandbox/live/') as string }],
		});
	});
});

test('a poll with ETag and updatedSince, through 304', async () => {
	const first = await call('GET', '/posts/?limit=100');
	const start = await read(first, 200);
	const tag = first.headers.get('etag') ?? '';
	expect(tag).toMatch(/^".+"$/);
	const unchanged = await call('GET', '/posts/?limit=100', undefined, { 'If-None-Match': tag });
	expect({ status: unchanged.status, body: await unchanged.text() }).toEqual({ status: 304, body: '' });
	expect(unchanged.headers.get('etag')).toBe(tag);

	sandbox.clock.advance(60_000);
	const { post } = await read(await call('POST', '/posts/', { accounts: [facebook], caption: 'New' }), 201);
	const changed = await call('GET', '/posts/?limit=100', undefined, { 'If-None-Match': tag });
	expect((await read(changed, 200)).data).toMatchObject([{ id: post.id }]);
	expect(changed.headers.get('etag')).not.toBe(tag);

	const since = `/posts/?updatedSince=${encodeURIComponent(start.serverTime)}`;
	const page = await read(await call('GET', since), 200);
	expect(page).toMatchObject({ data: [{ id: post.id, status: 'draft' }], nextCursor: null });
	sandbox.clock.advance(60_000);
	const later = `/posts/?updatedSince=${encodeURIComponent(new Date(sandbox.clock.now()).toISOString())}`;
	const nothing = await call('GET', later);
	expect((await read(nothing, 200)).data).toEqual([]);
	const again = await call('GET', later, undefined, { 'If-None-Match': nothing.headers.get('etag') ?? '' });
	expect(again.status).toBe(304);
});

test('a draft: edited, submitted, withdrawn', async () => {
	const key = { Authorization: `Bearer ${seed.keys.drafts}` };
	const send = async (method: string, path: string, body: object, more: Record<string, string> = {}) =>
		await call(method, path, body, { ...key, ...more });
	const { post } = await read(
		await send(
			'POST',
			'/posts/',
			{ accounts: [facebook], caption: 'First words' },
			{ 'Idempotency-Key': 'd1' },
		),
		201,
	);
	const edited = await read(await send('PATCH', `/posts/${post.id}`, { caption: 'Better words' }), 200);
	expect(edited).toMatchObject({ routed: 'draft', post: { status: 'draft', caption: 'Better words' } });

	const at = '2026-01-09T10:00:00+00:00';
	const asked = await read(
		await send(
			'POST',
			`/posts/${post.id}/submit`,
			{ delivery: { mode: 'at', at } },
			{ 'Idempotency-Key': 's1' },
		),
		200,
	);
	expect(asked).toMatchObject({ routed: 'pending_approval', post: { status: 'pending_approval' } });
	expect(Date.parse(asked.post.proposedPublishAt ?? '')).toBe(Date.parse(at));

	const refused = await read(await send('PATCH', `/posts/${post.id}`, { caption: 'Too late' }), 409);
	expect(refused).toEqual({
		error: 'conflict',
		detail: 'Only drafts can be edited (this post is pending_approval).',
	});
	const direct = await read(await send('POST', `/posts/${post.id}/publish`, {}), 403);
	expect(direct.detail).toBe('missing permission: publish_directly');

	const back = await read(await send('POST', `/posts/${post.id}/withdraw`, {}), 200);
	expect(back).toMatchObject({ routed: 'draft', post: { status: 'draft', caption: 'Better words' } });
	expect((await send('PATCH', `/posts/${post.id}`, { caption: 'In time' })).status).toBe(200);
	expect((await call('DELETE', `/posts/${post.id}`, undefined, key)).status).toBe(204);
	expect((await call('GET', `/posts/${post.id}`, undefined, key)).status).toBe(404);
});
