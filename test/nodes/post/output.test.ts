import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';
import { postWords } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ publishMs: 1_000 });
const server = useRecordingServer();
const { channels, keys, queues } = seed;
const { bluesky, facebook, linkedin } = channels;
const node = () => nodeFor(sandbox());

const create = async (delivery = 'draft', more: IDataObject = {}) => {
	const parameters = { channels: [facebook.id], caption: 'Hi', delivery, ...more };
	return String((await node().json('post:create', parameters))[0]?.id);
};

describe('formats of the output', () => {
	const writes = ['submit', 'publish', 'duplicate', 'update'];
	const parametersOf: Record<string, IDataObject> = {
		submit: { delivery: 'now' },
		update: { updateFields: { caption: 'New' } },
	};

	test.each(['get', ...writes])(
		'of post:%s are simplified, raw and one item per channel (P26, P28, P42)',
		async (operation) => {
			sandbox().vary({ optionalFields: 'sent' });
			const run = async (more: IDataObject) => {
				const postId = byId(await create());
				return await node().json(`post:${operation}`, { postId, ...parametersOf[operation], ...more });
			};
			const isWrite = writes.includes(operation);
			const [simple] = await run({});
			// A duplicate also lists what it leaves out.
			expect(Object.keys(simple ?? {}).length).toBeLessThanOrEqual(operation === 'duplicate' ? 14 : 13);
			for (const name of ['attentionResolvedAt', 'createdVia', 'proposedPublishAt']) {
				expect(simple).not.toHaveProperty(name);
			}
			const [whole] = await run({ simplify: false });
			expect(whole).toMatchObject({ createdVia: { name: 'Automation' }, createdAt: expect.any(String) });
			const [raw] = await run({ simplify: false, options: { outputPerChannel: true } });
			const ofPost = { postCaption: whole?.caption, createdAt: expect.any(String) };
			expect(raw).toMatchObject({ network: 'Facebook', ...ofPost });
			const [channel] = await run({ options: { outputPerChannel: true } });
			expect(channel).toMatchObject({ platform: 'facebook', postStatus: expect.any(String), warnings: [] });
			expect([simple, whole, channel].map((json) => 'routed' in (json ?? {}))).toEqual(
				Array(3).fill(isWrite),
			);
		},
	);

	test('name the addresses in the texts, each once: caption, overrides, first comments, link', async () => {
		const parameters = {
			channels: [facebook.id, linkedin.id, bluesky.id],
			caption: '详情见https://example.com/a。欢迎光临',
			delivery: 'draft',
			additionalFields: {
				linkUrl: 'https://example.com/link',
				firstComment: 'https://example.com/c (https://example.com/a)',
			},
			overrides: 'common',
			channelOverrides: {
				channels: [{ channelId: linkedin.id, caption: '**https://example.com/b**' }],
			},
		};
		const run = async (more: IDataObject) => await node().json('post:create', { ...parameters, ...more });
		const [a, b, c, link] = ['a', 'b', 'c', 'link'].map((path) => `https://example.com/${path}`);
		expect(await run({})).toMatchObject([{ textLinks: [a, b, c, link] }]);
		const selected = await node().json(
			'post:create',
			{ ...parameters, output: 'fields', fields: ['textLinks'] },
			{ isTool: true },
		);
		expect(selected).toEqual([{ textLinks: [a, b, c, link], findings: expect.any(Array) }]);
		const perChannel = await run({ options: { outputPerChannel: true } });
		expect(perChannel.map(({ platform, textLinks }) => [platform, textLinks])).toEqual([
			['facebook', [a, c, link]],
			['linkedin', [b, c, a, link]],
			['bluesky', [a, c, link]],
		]);
	});

	test('name the addresses of the published post in the order of its channels', async () => {
		const { outcomes, clock } = sandbox();
		outcomes.add({ platform: 'linkedin', outcome: 'fail', error: 'LinkedIn is away' });
		const postId = byId(
			await create('now', {
				channels: [bluesky.id, linkedin.id, facebook.id],
				caption: 'See https://example.com/a',
			}),
		);
		clock.advance(2_000);
		const get = async (more: IDataObject = {}) => await node().json('post:get', { postId, ...more });
		const [post] = await get();
		const [onBluesky, , onFacebook] = (post?.channels as IDataObject[]).map(({ url }) => url);
		expect(post).toMatchObject({ urls: [onBluesky, onFacebook], textLinks: ['https://example.com/a'] });
		expect(onBluesky).toContain('/live/bluesky/');
		expect((await get({ options: { outputPerChannel: true } })).map(({ urls }) => urls)).toEqual([
			[onBluesky],
			[],
			[onFacebook],
		]);
		const fields = { output: 'fields', fields: ['urls'] };
		expect(await node().json('post:get', { postId, ...fields }, { isTool: true })).toEqual([
			{ urls: [onBluesky, onFacebook] },
		]);
	});

	test.each<[string, string, IDataObject]>([
		['sent to review with a time', keys.drafts, { delivery: 'at', publishAt: '2026-03-01T08:00:00Z' }],
		[
			'saved as a draft with a proposed time',
			keys.full,
			{ additionalFields: { proposedPublishAt: '2026-03-01T08:00:00Z' } },
		],
	])('include the proposed time of a post %s if simplified (P32, P33)', async (_title, key, more) => {
		sandbox().vary({ times: 'offset' });
		const form = { channels: [facebook.id], caption: 'Hi', delivery: 'draft', ...more };
		const [created] = await nodeFor(sandbox(), { key }).json('post:create', form);
		const postId = byId(String(created?.id));
		const [read] = await nodeFor(sandbox(), { key }).json('post:get', {
			postId,
		});
		const expected = { proposedPublishAt: '2026-03-01T08:00:00.000+00:00' };
		expect([created, read]).toMatchObject([expected, expected]);
	});

	test('include the result of each channel with URL, error and warnings (P28)', async () => {
		const { outcomes, clock } = sandbox();
		outcomes.add({
			platform: 'facebook',
			outcome: 'publish',
			warnings: [{ code: 'category_not_applied', message: 'No' }],
		});
		outcomes.add({ platform: 'linkedin', outcome: 'fail', error: 'LinkedIn is away' });
		const id = await create('now', { channels: [facebook.id, linkedin.id] });
		clock.advance(2_000);
		const options = { outputPerChannel: true };
		expect(await node().json('post:get', { postId: byId(id), options })).toMatchObject([
			{
				id,
				postStatus: 'partially_published',
				platform: 'facebook',
				status: postWords.published,
				url: expect.stringContaining('/sandbox/live/facebook/'),
				failureReason: null,
				warnings: [{ code: 'category_not_applied', message: 'No' }],
			},
			{
				id,
				postStatus: 'partially_published',
				platform: 'linkedin',
				status: postWords.failed,
				url: null,
				failureReason: 'LinkedIn is away',
				warnings: [],
			},
		]);
	});
});

describe('fields in One Item per Channel', () => {
	const options = { outputPerChannel: true };
	const read = async (more: IDataObject) => {
		const id = await create('queue', { channels: [facebook.id] });
		return await node().json('post:get', { postId: byId(id), options, ...more });
	};

	test('include everything with Simplify turned off (P28)', async () => {
		expect(await read({ simplify: false })).toEqual([
			expect.objectContaining({
				postStatus: 'queued',
				status: postWords.queued,
				queuePosition: expect.any(Number),
				queueId: null,
				boardId: null,
			}),
		]);
	});

	test('include, with Simplify, the most useful ones (P27, P28)', async () => {
		const [item] = await read({});
		expect(item).toMatchObject({ status: postWords.queued });
		expect(item).not.toHaveProperty('queuePosition');
	});
});

describe('results of a write in One Item per Channel', () => {
	const options = { outputPerChannel: true };

	test("include the reason a draft wasn't delivered (P53)", async () => {
		const refused = { channels: [bluesky.id, facebook.id], caption: 'x'.repeat(301), delivery: 'now' };
		const items = await node().json('post:create', {
			...refused,
			options: { ...options, onSavedDraft: 'continue' },
		});
		const deliveryError = { statusCode: 422, message: expect.stringContaining('refused the content') };
		expect(items).toMatchObject([
			{ platform: 'bluesky', routed: 'draft', deliveryError },
			{ platform: 'facebook', routed: 'draft', deliveryError },
		]);
	});

	test('include the channels a duplicate leaves out (P78)', async () => {
		const postId = byId(await create('draft', { channels: [facebook.id, bluesky.id] }));
		sandbox().channels.disconnect(bluesky.id);
		const droppedChannels = [expect.objectContaining({ id: bluesky.id })];
		expect(await node().json('post:duplicate', { postId, options })).toMatchObject([
			{ platform: 'facebook', droppedChannels, keptFailedOnly: false },
		]);
	});

	test('include an item for a duplicate without channels (P78)', async () => {
		const copy = { post: samplePost(), routed: 'draft', droppedChannels: [], keptFailedOnly: true };
		server().answerWith({ status: 201, body: copy });
		const lonely = nodeFor(server());
		expect(await lonely.json('post:duplicate', { postId: byId(sampleIds.post), options })).toEqual([
			{
				message: '“Hello” was copied into a new draft.',
				id: sampleIds.post,
				postStatus: 'draft',
				routed: 'draft',
				droppedChannels: [],
				keptFailedOnly: true,
			},
		]);
	});
});

describe('operations that a service may lack', () => {
	test.each(
		[404, 405].flatMap(
			(status): Array<[number, string, string]> => [
				[status, 'post:withdraw', "This service doesn't support withdrawing posts"],
				[status, 'analytics:getPostSnapshots', "This service doesn't support metrics of posts"],
			],
		),
	)('explains a %i of %s (P59, P99)', async (status, operation, message) => {
		const id = await create();
		sandbox().faults.add({ path: /withdraw|analytics/, kind: 'status', status });
		expect(await node().error(operation, { postId: byId(id) })).toMatchObject({ message });
	});

	test('shows another error for a missing post (P99)', async () => {
		const error = await node().error('post:withdraw', { postId: byId(queues.facebookMornings.id) });
		expect(error.message).toBe("The post wasn't found");
	});
});

describe('the output of a tool', () => {
	const asTool = { isTool: true };
	let postId: string;

	beforeEach(async () => {
		postId = await create();
	});

	const get = async (more: IDataObject) =>
		await node().json('post:get', { postId: byId(postId), ...more }, asTool);

	test.each<[string, IDataObject]>([
		['by default', {}],
		['with Simplified', { output: 'simple' }],
		['with a stored Simplify, which tools hide', { simplify: false }],
	])('is simplified %s', async (_title, more) => {
		const [post] = await node().json('post:get', { postId: byId(postId) });
		const [{ caption, ...channel } = {}] = post?.channels as IDataObject[];
		expect(caption).toBe(post?.caption);
		// The model reads the text of the post only once.
		expect(await get(more)).toEqual([{ ...post, channels: [channel] }]);
	});

	test('is complete with Raw', async () => {
		const [post] = await node().json('post:get', { postId: byId(postId), simplify: false });
		expect(await get({ output: 'raw' })).toEqual([post]);
	});

	test('has only the selected fields, with simplified channels', async () => {
		const [post] = await node().json('post:get', { postId: byId(postId) });
		expect(await get({ output: 'fields', fields: ['id', 'channels', 'createdAt'] })).toEqual([
			{ id: postId, channels: post?.channels, createdAt: expect.any(String) },
		]);
	});

	test.each<[string, IDataObject, string]>([
		['no field', { output: 'fields', fields: [] }, "'Fields' is empty"],
		['another output', { output: '={{ "all" }}' }, "'Output' can't be 'all'"],
	])('rejects %s (D7)', async (_title, more, message) => {
		const parameters = { postId: byId(postId), ...more };
		expect((await node().error('post:get', parameters, asTool)).message).toContain(message);
	});
});
