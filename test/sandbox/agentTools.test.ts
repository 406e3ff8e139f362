import { seed, type Sandbox } from '../../sandbox';
import { connectMcp, type McpConnection } from '../support/mcpClient';
import { useSandbox } from '../support/useSandbox';
import { put } from './mediaApi';

const sandbox = useSandbox({ partSizeBytes: 16 });
let agent: McpConnection;

beforeEach(async () => {
	agent = await connectMcp(sandbox(), { key: seed.keys.full });
});
afterEach(async () => await agent.close());

const { channels } = seed;
const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(30)]);

const draft = async (): Promise<string> => {
	const { body } = await agent.call('social_create_draft', {
		accounts: [channels.facebook.id],
		caption: 'Hello',
	});
	return body.post?.id ?? '';
};

const soon = ({ clock }: Sandbox): string => new Date(clock.now().getTime() + 3_600_000).toISOString();

describe('the tools do what REST does (P10)', () => {
	test.each([
		{ name: 'social_list_accounts', args: {}, finds: 13 },
		{ name: 'social_list_boards', args: { accountId: channels.pinterest.id }, finds: 3 },
		{ name: 'social_get_analytics', args: { accountId: channels.facebook.id } },
	])('$name lists', async ({ name, args, finds }) => {
		const { body, isError } = await agent.call(name, args);
		expect(isError).toBe(false);
		expect(body.data).toHaveLength(finds ?? body.data?.length ?? NaN);
		expect(body.data).not.toHaveLength(0);
	});

	test.each([
		{ name: 'social_get_tiktok_creator_info', id: channels.tiktok.id, has: 'privacyLevelOptions' },
		{ name: 'social_list_youtube_categories', id: channels.youtube.id, has: 'categories' },
	])('$name reads', async ({ name, id, has }) => {
		expect((await agent.call(name, { accountId: id })).body).toHaveProperty(has);
	});

	test('lists posts by statuses, joined by commas (N39)', async () => {
		const id = await draft();
		const found = await agent.call('social_list_posts', { status: 'draft,failed', limit: 5 });
		expect(found.body.data).toMatchObject([{ id }]);
		expect(found.texts[0]).toBe('List posts: 1 found.');
		const none = await agent.call('social_list_posts', { status: 'published' });
		expect(none.body.data).toEqual([]);
	});

	test('writes, changes, copies and deletes drafts', async () => {
		const postId = await draft();
		const changed = await agent.call('social_update_draft', { postId, caption: 'Better', title: null });
		expect(changed.body.post).toMatchObject({ id: postId, caption: 'Better' });
		const copy = await agent.call('social_duplicate_post', { postId });
		expect(copy.body).toMatchObject({ routed: 'draft', post: { caption: 'Better' } });
		const gone = await agent.call('social_delete_draft', { postId });
		expect(gone.texts).toEqual(['Delete draft: done.']);
		expect((await agent.call('social_get_post', { postId })).isError).toBe(true);
	});

	test('delivers posts and returns them to draft', async () => {
		const postId = await draft();
		const scheduled = await agent.call('social_schedule_post', { postId, at: soon(sandbox()) });
		expect(scheduled.body).toMatchObject({ routed: 'enacted', post: { status: 'scheduled' } });
		const cancelled = await agent.call('social_cancel_post', { postId });
		expect(cancelled.body.post?.status).toBe('draft');
		const queued = await agent.call('social_submit_post', { postId, delivery: { mode: 'queue' } });
		expect(queued.body.post?.status).toBe('queued');
		const published = await agent.call('social_publish_now', { postId: await draft() });
		expect(published.body.post?.status).toBe('publishing');
	});

	test.each([
		[{ mode: 'now' }, 'publishing'],
		[{ mode: 'queue' }, 'queued'],
	])('delivers a new draft in the same call: %j (N38)', async (delivery, status) => {
		const args = { accounts: [channels.facebook.id], caption: 'Out', delivery };
		const { body } = await agent.call('social_create_draft', args);
		expect(body).toMatchObject({ routed: 'enacted', post: { status } });
	});

	test('sends such a draft to Review without the permission to publish (N38)', async () => {
		sandbox().keys.setPermissions(seed.keys.full, ['read', 'create_posts']);
		const args = { accounts: [channels.facebook.id], caption: 'Out', delivery: { mode: 'now' } };
		const { body } = await agent.call('social_create_draft', args);
		expect(body).toMatchObject({ routed: 'pending_approval', post: { status: 'pending_approval' } });
	});

	test('creates one draft from two calls with one idempotency key (P71)', async () => {
		const args = { accounts: [channels.facebook.id], caption: 'Once', idempotencyKey: 'k1' };
		const [first, second] = [
			await agent.call('social_create_draft', args),
			await agent.call('social_create_draft', args),
		];
		expect(second.body.post?.id).toBe(first.body.post?.id);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('uploads a whole file (N39)', async () => {
		const { body } = await agent.call('social_upload_media', {
			mediaType: 'gif',
			bytesBase64: gif.toString('base64'),
		});
		expect(body).toMatchObject({ mediaType: 'gif', processingStatus: 'ready', sizeBytes: gif.length });
		const withMedia = await agent.call('social_create_draft', {
			accounts: [channels.facebook.id],
			caption: 'Look',
			mediaAssetIds: [body['id']],
		});
		expect(withMedia.isError).toBe(false);
	});

	test('uploads in parts, by an upload ID that is the asset ID (N39)', async () => {
		const { body } = await agent.call('social_request_media_upload', {
			mediaType: 'gif',
			sizeBytes: gif.length,
		});
		const uploadId = body['mediaAssetId'];
		const more = await agent.call('social_sign_upload_parts', { uploadId, fromPart: 2, count: 2 });
		const first = (body['urls'] as { partNumber: number; url: string }[]).slice(0, 1);
		const urls = [...first, ...(more.body['urls'] as typeof first)];
		const parts = await Promise.all(
			urls.map(async ({ partNumber, url }) => {
				const bytes = gif.subarray((partNumber - 1) * 16, partNumber * 16);
				return { partNumber, etag: (await put(url, bytes)).etag };
			}),
		);
		const done = await agent.call('social_finalize_media_upload', { uploadId, parts });
		expect(done.body).toMatchObject({ id: uploadId, processingStatus: 'ready' });
	});

	test('accepts a document (N39)', async () => {
		const pdf = Buffer.from('%PDF-1.7 and more').toString('base64');
		const { body } = await agent.call('social_upload_media', { mediaType: 'document', bytesBase64: pdf });
		expect(body).toMatchObject({ mediaType: 'document', contentType: 'application/pdf' });
	});

	test('accepts an idempotency key with withdraw and ignores it (N39)', async () => {
		sandbox().keys.setPermissions(seed.keys.full, ['read', 'create_posts']);
		for (const postId of [await draft(), await draft()]) {
			await agent.call('social_submit_post', { postId, delivery: { mode: 'queue' } });
			const { body } = await agent.call('social_withdraw_post', { postId, idempotencyKey: 'k' });
			expect(body.post).toMatchObject({ id: postId, status: 'draft' });
		}
	});

	describe('analytics (N39)', () => {
		const publish = async () => {
			const postId = await draft();
			await agent.call('social_publish_now', { postId });
			const [{ url } = { url: null }] = sandbox().outcomes.publish(postId).channels;
			sandbox().clock.advance(3_600_000);
			return { postId, platformPostId: url?.split('/').at(-1) ?? '' };
		};

		test('reads those of all channels', async () => {
			const { body } = await agent.call('social_get_analytics');
			expect(body.data).toHaveLength(13);
			expect(body.data?.[0]).toMatchObject({ accountId: channels.facebook.id, platform: 'facebook' });
		});

		test.each(['postId', 'platformPostId'] as const)('reads those of a post by %s', async (name) => {
			const ids = await publish();
			const { body } = await agent.call('social_get_analytics', { [name]: ids[name] });
			expect(body.data).toMatchObject([{ accountId: channels.facebook.id, snapshots: [{}] }]);
		});

		test('rejects an unknown post', async () => {
			const { isError, texts } = await agent.call('social_get_analytics', { platformPostId: 'nothing' });
			expect({ isError, texts }).toEqual({ isError: true, texts: [expect.stringContaining('404')] });
		});
	});

	test.each([
		{ name: 'social_create_draft', args: { accounts: [channels.facebook.id], caption: 'x', delivery: {} } },
		{ name: 'social_list_accounts', args: { surprise: 1 } },
		{ name: 'social_get_post', args: {} },
		{ name: 'social_upload_media', args: { mediaType: 'gif', bytesBase64: '***' } },
	])('$name rejects unknown arguments: $args', async ({ name, args }) => {
		const { isError, texts } = await agent.call(name, args);
		expect({ isError, texts }).toEqual({
			isError: true,
			texts: [expect.stringContaining('failed (422 invalid_request): ')],
		});
	});
});
