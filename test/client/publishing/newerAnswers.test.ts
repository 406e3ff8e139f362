import { clientOf, errorOf } from '../../support/publishingClient';
import { sampleChannel, sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const client = () => clientOf({ baseUrl: server().url });
const { post: postId, channel: channelId } = sampleIds;

describe('a response newer than this package', () => {
	test('keeps unknown fields of a post and its channels (P112, P26)', async () => {
		const channel = {
			accountId: channelId,
			platform: 'newnetwork',
			status: 'thinking',
			warnings: [{ code: 'new_code', message: 'Look', more: 1 }],
			newer: { deep: true },
		};
		server().answerWith({ body: samplePost({ status: 'newer_status', channels: [channel], another: [1] }) });
		expect(await client().posts.get(postId)).toMatchObject({
			status: 'newer_status',
			another: [1],
			channels: [channel],
		});
	});

	test('keeps unknown values and capabilities of a channel (P14, P16, P44, P112)', async () => {
		const newer = sampleChannel({
			platform: 'newnetwork',
			status: 'token_rotting',
			capabilities: { ...sampleChannel().capabilities, hashtags: 30, mediaRequired: 'hologram' },
			optionsSchema: { type: 'object' },
		});
		server().answerWith({ body: { data: [newer], total: 1 } });
		expect(await client().accounts.list()).toEqual([newer]);
	});

	test('keeps unknown permissions and kinds of credential (P12, P13, P112)', async () => {
		const identity = {
			workspace: { id: 'w', name: null, plan: 'big' },
			credential: { id: 'c', kind: 'robot', name: 'k', expiresAt: null },
			permissions: ['read', 'fly'],
			channels: [{ id: 'x', platform: 'newnetwork', handle: 'h' }],
			region: 'eu',
		};
		server().answerWith({ body: identity });
		expect(await client().me()).toEqual(identity);
	});

	test('keeps absent metrics absent, and keeps unknown and null ones (P25)', async () => {
		const snapshot = {
			capturedAt: '2026-01-05T09:00:00Z',
			windowDays: 30,
			metrics: { likes: 0, claps: 3, reach: null },
		};
		server().answerWith({ body: { data: [snapshot] } });
		expect(await client().analytics.channelSnapshots(channelId)).toEqual([snapshot]);
	});
});

describe('a response older than this package', () => {
	test('fills missing fields with empty values (P26, P28)', async () => {
		const channel = { accountId: channelId, platform: 'facebook', status: 'draft' };
		server().answerWith({ body: samplePost({ channels: [channel] }) });
		expect(await client().posts.get(postId)).toMatchObject({
			mediaAssetIds: [],
			channels: [{ ...channel, warnings: [] }],
		});
	});

	test('returns no queues for a channel without the field (P14, P15)', async () => {
		const { queues: _queues, ...channel } = sampleChannel();
		server().answerWith({ body: { data: [channel] } });
		expect((await client().accounts.list())[0]?.queues).toEqual([]);
	});

	test.each([
		['a post without the wrapper, as a draft (P42)', samplePost(), 'draft'],
		[
			'a post without the wrapper, in review (P42)',
			samplePost({ status: 'pending_approval' }),
			'pending_approval',
		],
		['a post without the wrapper, being delivered (P42)', samplePost({ status: 'scheduled' }), 'enacted'],
		['a wrapper without routed (P42)', { post: samplePost({ status: 'queued' }) }, 'enacted'],
		['routed null (P42)', { post: samplePost(), routed: null }, 'draft'],
		['routed as the service says, though unknown (P42)', { post: samplePost(), routed: 'later' }, 'later'],
	])('reads %s', async (_title, body, routed) => {
		server().answerWith({ body });
		expect(await client().posts.publish(postId)).toMatchObject({ id: postId, routed });
	});

	test('reads a duplicate without extras as complete (P78)', async () => {
		server().answerWith({ status: 201, body: { post: samplePost() } });
		expect(await client().posts.duplicate(postId)).toMatchObject({
			routed: 'draft',
			droppedChannels: [],
			keptFailedOnly: false,
		});
	});

	test('reads the post once after a cancel with a 204, whatever its status (P42)', async () => {
		server().answerWith({ status: 204 }, { body: samplePost({ status: 'approved' }) });
		expect(await client().posts.cancel(postId)).toMatchObject({
			id: postId,
			status: 'approved',
			routed: 'enacted',
		});
		expect(server().requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
			`POST /api/v1/posts/${postId}/cancel`,
			`GET /api/v1/posts/${postId}`,
		]);
	});

	test('ends the list at a page without nextCursor (P64)', async () => {
		server().answerWith({ body: { data: [samplePost()], serverTime: '2026-01-05T09:00:00Z' } });
		expect(await client().posts.list({})).toHaveLength(1);
		expect(server().requests).toHaveLength(1);
	});
});

describe('an invalid response', () => {
	test.each([
		['a page of HTML', '<html>Welcome</html>', "The answer isn't JSON"],
		['a post without an id', samplePost({ id: undefined }), "Field 'id' of the answer is missing"],
		[
			'a post without channels',
			samplePost({ channels: undefined }),
			"Field 'channels' of the answer is missing",
		],
		['a list', [], 'The answer must be an object, but it is a list'],
	])('throws a clear error for %s (P97)', async (_title, body, problem) => {
		server().answerWith({ body });
		expect(await errorOf(client().posts.get(postId))).toMatchObject({
			name: 'UnexpectedResponseError',
			problem,
		});
	});
});
