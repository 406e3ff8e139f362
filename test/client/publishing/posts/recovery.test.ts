import { createRunMemory } from '../../../../client/publishing/posts/memory';
import type { CreatePost } from '../../../../client/publishing/requests';
import { seed, type FaultSpec } from '../../../../sandbox';
import { callsOf, clientFor, idsOf, post } from './lostAnswers';
import { onlyIn } from '../../../support/profile';
import {
	clientOf,
	errorOf,
	type ClientTarget,
	type ClientUnderTest,
	wishOf,
} from '../../../support/publishingClient';
import type { Reply } from '../../../support/recordingServer';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();

const { channels, keys } = seed;
const now = { mode: 'now' } as const;
const key = { idempotencyKey: 'one' };
type Posts = ClientUnderTest['posts'];
const clientWith = (more: Partial<ClientTarget> = {}) => clientFor(sandbox(), more);
const calls = () => callsOf(sandbox());

describe('a duplicate with a lost response', () => {
	const original = async (content: Partial<CreatePost> = {}) => {
		const { id } = await clientWith().posts.create(wishOf({ ...post, ...content }));
		sandbox().requests.length = 0;
		return id;
	};
	const failCopy = (kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}) =>
		sandbox().faults.add({ path: '/duplicate', kind, status: 504, ...more });

	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>]>([
		['a 504 after the work', 'statusAfter', {}],
		['a 504 before the work', 'status', {}],
		['a 503 after the work', 'statusAfter', { status: 503 }],
		['a connection that drops before the work', 'drop', {}],
		['a connection that drops after the work', 'dropAfter', {}],
		['a truncated response', 'cut', {}],
	])('creates one copy after %s (P78, P86, D4)', async (_title, kind, more) => {
		const id = await original();
		failCopy(kind, more);
		const copy = await clientWith().posts.duplicate(id, key);
		expect(copy).toMatchObject({
			status: 'draft',
			routed: 'draft',
			droppedChannels: [],
			keptFailedOnly: false,
		});
		expect(idsOf(sandbox().posts()).sort()).toEqual([id, copy.id].sort());
	});

	test("isn't mistaken for a post with the same content that is delivered meanwhile (P78)", async () => {
		const id = await original();
		failCopy('status');
		const other = await clientWith().posts.create(wishOf({ ...post, delivery: { mode: 'queue' } }));
		const copy = await clientWith().posts.duplicate(id, key);
		expect([id, other.id]).not.toContain(copy.id);
		expect(copy.status).toBe('draft');
	});

	test('lists the channels that the copy lacks (P78)', async () => {
		const id = await original({ accounts: [channels.facebook.id, channels.linkedinBroken.id] });
		failCopy('statusAfter');
		expect(await clientWith().posts.duplicate(id, key)).toMatchObject({
			droppedChannels: [{ id: channels.linkedinBroken.id, platform: 'linkedin', status: 'disconnected' }],
		});
	});

	test('has only the failed channels of a partially published post (P78)', async () => {
		sandbox().outcomes.add({ platform: 'mastodon', outcome: 'fail', error: 'away' });
		const id = await original({ accounts: [channels.facebook.id, channels.mastodon.id], delivery: now });
		sandbox().clock.advance(60_000);
		failCopy('statusAfter');
		const copy = await clientWith().posts.duplicate(id, key);
		expect(copy).toMatchObject({ keptFailedOnly: true, droppedChannels: [] });
		expect(copy.channels.map(({ accountId }) => accountId)).toEqual([channels.mastodon.id]);
	});

	test.each(['offset', 'whole seconds'] as const)(
		"is searched for by the next try of the execution if the copy can't be read, with times of the kind %s (P78)",
		async (times) => {
			sandbox().vary({ times, failedKeys: 'forgotten' });
			sandbox().clock.advance(900);
			const shared = { memory: createRunMemory(), now: () => sandbox().clock.now().getTime() };
			const id = await original({ caption: 'Original' });
			sandbox().faults.add({ path: /./, kind: 'statusAfter', status: 500, times: 6 });
			await errorOf(clientWith(shared).posts.duplicate(id, key));
			sandbox().faults.clear();
			sandbox().clock.advance(200);
			await clientWith(shared).posts.duplicate(id, key);
			expect(sandbox().posts()).toHaveLength(2);
		},
	);
});

describe('a delivery with a lost response', () => {
	test.each<[string, CreatePost['delivery'], (posts: Posts, id: string) => Promise<unknown>, object]>([
		[
			'submit',
			undefined,
			async (posts, id) => await posts.submit(id, now, { idempotencyKey: id }),
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'schedule',
			undefined,
			async (posts, id) => await posts.schedule(id, { mode: 'queue' }, { idempotencyKey: id }),
			{ status: 'queued' },
		],
		[
			'publish',
			undefined,
			async (posts, id) => await posts.publish(id, { idempotencyKey: id }),
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'cancel',
			{ mode: 'queue' },
			async (posts, id) => await posts.cancel(id, { idempotencyKey: id }),
			{ status: 'draft' },
		],
	])('runs %s once (P80, P86, D4)', async (name, delivery, run, expected) => {
		for (const [kind, status] of [
			['dropAfter', 0],
			['statusAfter', 503],
			['status', 503],
			['statusAfter', 500],
			['status', 500],
		] as const) {
			const { posts } = clientWith();
			const { id } = await posts.create(wishOf({ ...post, delivery }));
			sandbox().faults.add({ path: `/${name}`, kind, status });
			expect(await run(posts, id)).toMatchObject(expected);
		}
		expect(sandbox().posts()).toHaveLength(5);
	});
});

describe('a write without a key and with a lost response', () => {
	const drafted = async () => {
		const { id } = await clientWith().posts.create(wishOf(post));
		sandbox().requests.length = 0;
		return id;
	};
	const failOn = (id: string, kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}) =>
		sandbox().faults.add({ path: id, kind, status: 500, ...more });

	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>, string[]]>([
		['the connection drops before the work', 'drop', {}, ['PATCH 0', 'GET 200', 'PATCH 200']],
		['the connection drops after the work', 'dropAfter', {}, ['PATCH 0', 'GET 200']],
		['a 500 before the work', 'status', {}, ['PATCH 500', 'GET 200', 'PATCH 200']],
		['a 500 after the work', 'statusAfter', {}, ['PATCH 500', 'GET 200']],
		['a 503 before the work', 'status', { status: 503 }, ['PATCH 503', 'GET 200', 'PATCH 200']],
		['a truncated response', 'cut', {}, ['PATCH 200', 'GET 200']],
		[
			'a 500 three times',
			'status',
			{ times: 3, method: 'PATCH' },
			['PATCH 500', 'GET 200', 'PATCH 500', 'GET 200', 'PATCH 500', 'GET 200', 'PATCH 200'],
		],
	])('updates the post once: %s (P73, P86, D4)', async (_title, kind, more, expected) => {
		const id = await drafted();
		failOn(id, kind, more);
		expect(await clientWith().posts.update(id, { content: { caption: 'New', title: null } })).toMatchObject({
			caption: 'New',
			routed: 'draft',
		});
		expect(calls()).toEqual(expected);
	});

	test.each<[string, FaultSpec['kind'], string[]]>([
		['before the work', 'drop', ['DELETE 0', 'GET 200', 'DELETE 204']],
		['after the work', 'dropAfter', ['DELETE 0', 'GET 404']],
		['by a 500 before the work', 'status', ['DELETE 500', 'GET 200', 'DELETE 204']],
		['by a 500 after the work', 'statusAfter', ['DELETE 500', 'GET 404']],
	])('deletes the post once: %s (P77, D4)', async (_title, kind, expected) => {
		const id = await drafted();
		failOn(id, kind);
		await clientWith().posts.delete(id);
		expect(calls()).toEqual(expected);
		expect(sandbox().posts()).toEqual([]);
	});

	test("doesn't mistake an HTML page for a deleted post (P77, D4)", async () => {
		const id = await drafted();
		failOn(id, 'body', { method: 'DELETE', body: '<h1>Log in</h1>', status: 200, times: 9 });
		expect(await errorOf(clientWith().posts.delete(id))).toMatchObject({ name: 'UnreadableWriteError' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	onlyIn('observed', 'the documents know no withdrawal', () => {
		test.each<[string, FaultSpec['kind']]>([
			['before the work', 'status'],
			['after the work', 'statusAfter'],
		])('withdraws the post once after a 500 %s (D4)', async (_title, kind) => {
			const { posts } = clientWith({ key: keys.drafts });
			const { id } = await posts.create(wishOf({ ...post, delivery: now }));
			sandbox().faults.add({ path: '/withdraw', kind, status: 500 });
			expect(await posts.withdraw(id)).toMatchObject({ status: 'draft' });
		});
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
