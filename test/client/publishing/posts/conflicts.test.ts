import { setTimeout as wait } from 'node:timers/promises';
import type { CreatePost } from '../../../../client/publishing/requests';
import { profileNames, seed } from '../../../../sandbox';
import { clientOf, errorOf, wishOf } from '../../../support/publishingClient';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';
import { useSandbox } from '../../../support/useSandbox';

const server = useRecordingServer();
const { channels, keys } = seed;
const key = { idempotencyKey: 'k' };
const at = { mode: 'at', at: '2026-02-01T09:00:00+00:00' } as const;

describe('a 409 with an unknown code (P86, P100, N16)', () => {
	const conflict = { status: 409, body: { error: 'E1', detail: 'Not now' } };
	const draft = { body: samplePost() };
	const channel = { accountId: sampleIds.channel, platform: 'facebook', status: 'TIMED', scheduledAt: at.at };
	const scheduled = { body: samplePost({ status: 'scheduled', channels: [channel] }) };
	const otherwise = { body: samplePost({ status: 'queued' }) };
	const edited = { body: samplePost({ updatedAt: '2026-01-09T09:00:00+00:00' }) };
	const submit = async () => {
		const client = clientOf({ baseUrl: server().url });
		return await client.posts.submit(sampleIds.post, at, key).then(
			({ status }) => ({ outcome: status, waits: client.waits }),
			({ statusCode, detail }: { statusCode: number; detail: string }) => ({
				outcome: `${statusCode} ${detail}`,
				waits: client.waits,
			}),
		);
	};
	const sent = () =>
		server()
			.requests.map(({ method }) => method)
			.join(' ');

	test.each<[string, object[], string, string, number[]]>([
		['the status forbids it', [otherwise], '409 Not now', 'POST GET', []],
		[
			'the post is as wanted, and the repeat succeeds',
			[scheduled, scheduled],
			'scheduled',
			'POST GET POST',
			[],
		],
		[
			"the post is as wanted, but by another's work",
			[scheduled, conflict],
			'409 Not now',
			'POST GET POST',
			[],
		],
		['the first request ends', [draft, draft, scheduled], 'scheduled', 'POST GET GET POST', [1000]],
		[
			'the first request ends between the reads',
			[draft, scheduled, scheduled],
			'scheduled',
			'POST GET GET POST',
			[1000],
		],
		[
			'it goes on',
			[draft, draft, conflict, draft, conflict, draft, conflict],
			'409 Not now',
			'POST GET GET POST GET POST GET POST',
			[1000, 2000, 4000],
		],
		['someone edits the draft', [draft, edited], '409 Not now', 'POST GET GET', [1000]],
		["the post can't be read", [{ status: 404 }], '409 Not now', 'POST GET', []],
	])('is settled by the post: %s', async (_title, answers, outcome, requests, waits) => {
		server().answerWith(conflict, ...answers);
		expect(await submit()).toEqual({ outcome, waits });
		expect(sent()).toBe(requests);
		const used = server().requests.filter(({ method }) => method === 'POST');
		expect(new Set(used.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['k']));
	});

	test('ends at once with the known code for a wrong status', async () => {
		server().answerWith({ status: 409, body: { error: 'conflict', detail: 'Not now' } });
		expect(await submit()).toEqual({ outcome: '409 Not now', waits: [] });
		expect(sent()).toBe('POST');
	});

	test.each<[string, (client: ReturnType<typeof clientOf>) => Promise<unknown>]>([
		[
			'a create',
			async ({ posts }) =>
				await posts.create(wishOf({ accounts: [channels.facebook.id], caption: 'Hi' }), key),
		],
		['a duplicate', async ({ posts }) => await posts.duplicate(sampleIds.post, key)],
		[
			'the start of an upload',
			async ({ media }) => await media.start({ mediaType: 'image', sizeBytes: 1 }, key),
		],
	])('makes %s wait as long as the retry policy allows', async (_title, send) => {
		server().answerWith(conflict);
		const client = clientOf({ baseUrl: server().url });
		expect(await errorOf(send(client))).toMatchObject({ statusCode: 409, detail: 'Not now' });
		expect(client.waits.reduce((sum, ms) => sum + ms, 0)).toBe(79_000);
	});
});

describe.each(profileNames)('two executions at the same time in the profile %s', (profile) => {
	const sandbox = useSandbox({ profile });
	const post: CreatePost = { accounts: [channels.facebook.id], caption: 'Hi', delivery: { mode: 'now' } };
	const both = async <T>(
		path: string | RegExp,
		send: (client: ReturnType<typeof clientOf>) => Promise<T>,
	) => {
		sandbox().faults.add({ method: 'POST', path, kind: 'stall', ms: 300 });
		const sleep = async () => void (await wait(150));
		const now = () => sandbox().clock.now().getTime();
		const run = async () => await send(clientOf({ baseUrl: sandbox().url, key: keys.full, sleep, now }));
		return await Promise.all([run(), wait(100).then(run)]);
	};

	test('make one post under the same key', async () => {
		const [one, other] = await both('/posts/', async ({ posts }) => await posts.create(wishOf(post), key));
		expect([one.id, sandbox().posts().length]).toEqual([other.id, 1]);
	});

	test('submit a draft once under the same key', async () => {
		const { id } = await clientOf({ baseUrl: sandbox().url, key: keys.full }).posts.create(
			wishOf({
				...post,
				delivery: undefined,
			}),
		);
		const future = { mode: 'at', at: '2026-01-10T09:00:00+00:00' } as const;
		const results = await both(/\/submit$/, async ({ posts }) => await posts.submit(id, future, key));
		expect(results.map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
	});

	test('carry out one of two edits of the same post, and leave it scheduled', async () => {
		const { posts } = clientOf({ baseUrl: sandbox().url, key: keys.full });
		const { id } = await posts.create(
			wishOf({ ...post, delivery: { mode: 'at', at: '2026-01-10T09:00:00+00:00' } }),
		);
		const wanted = {
			content: { caption: 'New' },
			delivery: { mode: 'at', at: '2026-01-11T09:00:00+00:00' },
		} as const;
		const choices = { idempotencyKey: 'row', isReplaceable: true };
		await both(
			/\/cancel$/,
			async (client) =>
				await client.posts
					.reconcile(await client.posts.get(id), wanted, choices)
					.catch((error: Error) => error),
		);
		expect(sandbox().post(id)).toMatchObject({ status: 'scheduled', caption: 'New' });
		expect(sandbox().posts()).toHaveLength(1);
	});
});
