import type { Delivery } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { clientOf, errorOf, type ClientUnderTest } from '../../../support/publishingClient';
import type { Reply } from '../../../support/recordingServer';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ publishMs: 1_000, seed: 'default' });
const server = useRecordingServer();
const { channels, keys, media, posts: seedPosts } = seed;
const { facebook, linkedin, tiktok } = channels;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const at = { mode: 'at', at: '2026-01-06T09:00:00Z' } as const;
const later = { mode: 'at', at: '2026-01-07T09:00:00+01:00' } as const;

const create = async (delivery?: Delivery, key = keys.full) =>
	(await clientWith(key).posts.create({ accounts: [facebook.id], caption: 'Hi', delivery })).id;

type Posts = ClientUnderTest['posts'];
type Move = (posts: Posts, id: string) => Promise<unknown>;
const submit =
	(delivery: Delivery): Move =>
	async (posts, id) =>
		await posts.submit(id, delivery);
const publish: Move = async (posts, id) => await posts.publish(id);
const cancel: Move = async (posts, id) => await posts.cancel(id);
const withdraw: Move = async (posts, id) => await posts.withdraw(id);
const schedule =
	(...[delivery]: [Parameters<Posts['schedule']>[1]]): Move =>
	async (posts, id) =>
		await posts.schedule(id, delivery);

describe('moves', () => {
	const failed = async () => {
		sandbox().outcomes.add({ platform: 'facebook', outcome: 'fail' });
		const id = await create({ mode: 'now' });
		sandbox().clock.advance(2_000);
		return id;
	};
	const held = async () => {
		const id = await create(at);
		sandbox().review.hold(id);
		return id;
	};
	const inReview = async () => await create(at, keys.drafts);

	test.each<[string, () => Promise<string>, Move, object]>([
		['submit a draft at a time (P48, P79)', create, submit(at), { status: 'scheduled', routed: 'enacted' }],
		[
			'submit a draft now (P48, P79)',
			create,
			submit({ mode: 'now' }),
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'submit a draft to the queue (P48, P40)',
			create,
			submit({ mode: 'queue' }),
			{ status: 'queued', routed: 'enacted' },
		],
		['schedule a draft (P80)', create, schedule(at), { status: 'scheduled', routed: 'enacted' }],
		[
			'schedule into a queue (P80)',
			create,
			schedule({ mode: 'prioritise' }),
			{ status: 'queued', routed: 'enacted' },
		],
		[
			'schedule a scheduled post at another time (P80)',
			async () => await create(at),
			schedule(later),
			{ scheduledAt: '2026-01-07T08:00:00.000+00:00' },
		],
		['schedule a failed post again (P80)', failed, schedule(later), { status: 'scheduled' }],
		['publish a draft (P80)', create, publish, { status: 'publishing', routed: 'enacted' }],
		['publish a scheduled post now (P80)', async () => await create(at), publish, { status: 'publishing' }],
		[
			'cancel a scheduled post (P80)',
			async () => await create(at),
			cancel,
			{ status: 'draft', routed: 'draft', scheduledAt: null },
		],
		[
			'cancel a queued post (P80)',
			async () => await create({ mode: 'queue' }),
			cancel,
			{ status: 'draft', routed: 'draft' },
		],
		['cancel a failed post (P80)', failed, cancel, { status: 'draft', routed: 'draft' }],
		['cancel a held post (P80)', held, cancel, { status: 'draft', routed: 'draft' }],
		['withdraw from review (P49)', inReview, withdraw, { status: 'draft', routed: 'draft' }],
	])('%s (P42)', async (_title, prepare, move, expected) => {
		const id = await prepare();
		expect(await move(clientWith().posts, id)).toMatchObject({ id, ...expected });
	});

	test("send to review in a submit with a key that can't publish (P48, P94)", async () => {
		const id = await create(undefined, keys.drafts);
		expect(await clientWith(keys.drafts).posts.submit(id, at)).toMatchObject({
			status: 'pending_approval',
			routed: 'pending_approval',
		});
	});

	test('send to review in a schedule of a workspace that approves everything (P94)', async () => {
		const { posts } = clientWith(keys.approval);
		const { id } = await posts.create({ accounts: [channels.approvalFacebook.id], caption: 'Hi' });
		expect(await posts.schedule(id, at)).toMatchObject({ routed: 'pending_approval' });
	});

	test('clear the proposed time when scheduling (P30)', async () => {
		const { posts } = clientWith();
		const { id } = await posts.create({ accounts: [facebook.id], caption: 'Hi', proposedPublishAt: at.at });
		expect(await posts.schedule(id, later)).toMatchObject({ proposedPublishAt: null });
	});

	test.each<[string, () => Promise<string>, Move, string]>([
		['schedule a held post (P100)', held, schedule(at), 'ConflictError'],
		['submit a scheduled post (P100)', async () => await create(at), submit(at), 'ConflictError'],
		['cancel a draft (P100)', create, cancel, 'ConflictError'],
		['withdraw a draft (P100)', create, withdraw, 'ConflictError'],
		[
			'schedule in the past (P5, P102)',
			create,
			schedule({ mode: 'at', at: '2026-01-04T09:00:00Z' }),
			'ValidationError',
		],
		[
			'submit without required media (P17, P102)',
			async () => (await clientWith().posts.create({ accounts: [tiktok.id], caption: 'Hi' })).id,
			submit(at),
			'ValidationError',
		],
	])('reject: %s', async (_title, prepare, move, name) => {
		const id = await prepare();
		const before = sandbox().post(id).status;
		expect(await errorOf(move(clientWith().posts, id) as Promise<unknown>)).toMatchObject({ name });
		expect(sandbox().post(id).status).toBe(before);
	});
});

describe('delete', () => {
	test.each<[string, Delivery | undefined]>([
		['a draft', undefined],
		['a scheduled post', at],
		['a queued post', { mode: 'queue' }],
	])('removes %s, which then returns a 404 (P50, P77)', async (_title, delivery) => {
		const id = await create(delivery);
		expect(await clientWith().posts.delete(id)).toBeUndefined();
		expect(await errorOf(clientWith().posts.get(id))).toMatchObject({ name: 'NotFoundError' });
		expect(sandbox().requests.at(-2)).toMatchObject({ method: 'DELETE', status: 204, body: undefined });
	});

	test('keeps a published post (P50)', async () => {
		const id = await create({ mode: 'now' });
		expect(await errorOf(clientWith().posts.delete(id))).toMatchObject({ statusCode: 422 });
	});

	test('requires publish_directly for a scheduled post (P50, P92)', async () => {
		const id = await create(at);
		expect(await errorOf(clientWith(keys.drafts).posts.delete(id))).toMatchObject({
			detail: 'missing permission: publish_directly',
		});
	});
});

describe('duplicate', () => {
	test('copies texts, media and settings into a new draft, except the TikTok settings (P51, P78)', async () => {
		const { posts } = clientWith();
		const original = await posts.create({
			accounts: [facebook.id, tiktok.id],
			caption: 'Hi',
			mediaAssetIds: [media.video],
			perAccount: {
				[facebook.id]: { caption: 'Own', options: { facebook: { publishAs: 'reel' } } },
				[tiktok.id]: { caption: 'Short', options: { tiktok: { allowDuet: true } } },
			},
			delivery: at,
		});
		const copy = await posts.duplicate(original.id);
		expect(copy).toMatchObject({
			status: 'draft',
			routed: 'draft',
			scheduledAt: null,
			caption: 'Hi',
			mediaAssetIds: [media.video],
			droppedChannels: [],
			keptFailedOnly: false,
			channels: [
				{ caption: 'Own', options: { facebook: { publishAs: 'reel' } } },
				{ caption: 'Short', options: null },
			],
		});
		expect(copy.id).not.toBe(original.id);
		expect(await posts.get(original.id)).toMatchObject({ status: 'scheduled' });
	});

	test('duplicates only the failed channels of a partially published post of another author (P51, P52)', async () => {
		const copy = await clientWith().posts.duplicate(seedPosts.partiallyPublished);
		expect(copy).toMatchObject({ status: 'draft', keptFailedOnly: true });
		expect(copy.channels.map(({ platform }) => platform)).toEqual(['instagram']);
	});

	test('leaves out channels that can no longer publish (P78)', async () => {
		const { posts } = clientWith();
		const { id } = await posts.create({ accounts: [facebook.id, linkedin.id], caption: 'Hi' });
		sandbox().channels.disconnect(linkedin.id);
		expect((await posts.duplicate(id)).droppedChannels).toEqual([{ ...linkedin, status: 'disconnected' }]);
	});
});

describe('a withdrawal with a lost response', () => {
	const reply = (status: string): Reply => ({ body: samplePost({ status }) });

	test.each(['approved', 'scheduled', 'rejected', 'changes_requested', 'publishing'])(
		"isn't reported as done for a post that is now %s (P49, P86)",
		async (status) => {
			const conflict = { status: 409, body: { error: 'conflict', detail: `The post is ${status}` } };
			server().answerWith({ drops: true }, reply(status), conflict);
			const error = await errorOf(clientOf({ baseUrl: server().url }).posts.withdraw(sampleIds.post));
			expect(error).toMatchObject({ name: 'ConflictError', message: `The post is ${status}` });
		},
	);

	test('is reported as done for a post that is now a draft (P49, P86)', async () => {
		server().answerWith({ drops: true }, reply('draft'));
		const post = await clientOf({ baseUrl: server().url }).posts.withdraw(sampleIds.post);
		expect(post).toMatchObject({ status: 'draft', routed: 'draft' });
	});
});
