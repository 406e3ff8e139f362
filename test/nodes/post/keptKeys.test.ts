import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../client/http/errors';
import type { Send } from '../../../client/http/types';
import { versionOf } from '../../../nodes/SocialPublishing/approval/version';
import { profileNames, seed, type RecordedRequest } from '../../../sandbox';
import { fetchSend } from '../../support/fetchSend';
import { createRunData } from '../../support/n8nWorkflow';
import { clientOf, wishOf } from '../../support/publishingClient';
import { byId, itemsOf, nodeFor, type NodeOptions } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

/** What a service that keeps each key for 24 hours does to later requests, and a service that releases the key of a refusal. */

const { channels, keys } = seed;
const { facebook, linkedin } = channels;
const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00+00:00`;
const at = (publishAt: string): IDataObject => ({ delivery: 'at', publishAt });
const comparing = (ifClash: string, more: IDataObject = {}): IDataObject => ({
	options: { comparePosts: { settings: { ifClash } }, ...more },
});

describe.each(profileNames)('in the profile %s', (profile) => {
	const sandbox = useSandbox({ profile, dailyCaps: { facebook: 1 } });
	const nodeWith = (own: NodeOptions['own'] = {}) => nodeFor(sandbox(), { own });
	const posts = () => clientOf({ baseUrl: sandbox().url, key: keys.full }).posts;
	const lineOf = ({ method, path, status }: RecordedRequest): string =>
		`${method} ${path.replace(/^\/api\/v1/, '').replace(/[0-9a-f-]{36}/, '{id}')} ${status}`;
	/** The requests since the last call, without those for names of channels. */
	const log = (): string[] =>
		sandbox()
			.requests.splice(0)
			.map(lineOf)
			.filter((line) => !/\/(me|accounts)\//.test(line));
	const writes = () => log().filter((line) => !line.startsWith('GET'));
	/** A process that is killed right before a request. */
	const killedBefore = (method: string, path: RegExp): Send => {
		const send = fetchSend(keys.full);
		return async (request) => {
			if (request.method === method && path.test(request.url)) throw new CancelledError();
			return await send(request);
		};
	};
	const idOf = ({ id }: IDataObject = {}): string => String(id);

	describe('a create with Compare With Other Posts and a key from the content', () => {
		const news = { channels: [linkedin.id], caption: 'Our new showroom opens tomorrow', ...at(day(10)) };
		const create = async (ifClash: string, own = {}, run = {}) =>
			(
				await nodeWith(own).json(
					'post:create',
					{ ...news, ...comparing(ifClash, { ifRunAgain: { settings: { send: 'content' } } }) },
					run,
				)
			)[0] ?? {};

		test('reads the list and sends the post, nothing else', async () => {
			expect(await create('stop')).toMatchObject({ status: 'scheduled', clashes: [] });
			expect(log()).toEqual(['GET /posts/ 200', 'POST /posts/ 201']);
		});

		test('skips what another execution has created, and names it', async () => {
			const first = await create('skip');
			log();
			expect(await create('skip')).toMatchObject({ action: 'skipped', clashes: [{ postId: first.id }] });
			expect(log()).toEqual(['GET /posts/ 200']);
		});

		test('warns, sends the post under its key and says which post came back', async () => {
			const first = await create('warn');
			log();
			const second = await create('warn');
			expect(second).toMatchObject({ id: first.id, clashes: [{ postId: first.id }] });
			expect(JSON.stringify(second.clashes)).toContain('returned this post');
			expect(log()).toEqual(['GET /posts/ 200', 'POST /posts/ 201']);
			expect(sandbox().posts()).toHaveLength(1);
		});

		test('names the post and when it was made in the error of Stop', async () => {
			const first = await create('stop');
			await expect(create('stop')).rejects.toMatchObject({
				description: expect.stringMatching(
					new RegExp(`${idOf(first)}.*Mon, Jan 5, 2026, 9:00 AM`),
				) as unknown,
			});
		});

		test.each<[string, object, string[]]>([
			['continues with', {}, ['POST /posts/{id}/submit 200']],
			['ignores', { caption: 'Our new showroom opens tomorrow!' }, ['POST /posts/ 201']],
			['ignores', { mediaAssetIds: [seed.media.image] }, ['POST /posts/ 201']],
			['ignores', { title: 'Showroom' }, ['POST /posts/ 201']],
		])('%s a draft of this key with %j besides the wanted values', async (_title, other, expected) => {
			const { caption, channels: accounts } = news;
			await posts().create(wishOf({ accounts, caption, proposedPublishAt: day(10), ...other }));
			log();
			expect(await create('stop')).toMatchObject({ status: 'scheduled', clashes: [] });
			expect(writes()).toEqual(expected);
		});

		test('ignores the same draft of another API key, and one that is older than a key lasts', async () => {
			const draft = { accounts: [linkedin.id], caption: news.caption };
			await posts().create(wishOf(draft));
			sandbox().clock.advance(25 * 3_600_000);
			await clientOf({ baseUrl: sandbox().url, key: keys.noAnalytics }).posts.create(wishOf(draft));
			log();
			await create('stop');
			expect(writes()).toEqual(['POST /posts/ 201']);
		});
	});

	describe('an edit that is killed', () => {
		const row = { channels: [linkedin.id], caption: 'Hello', ...at(day(10)) };
		const edit = { ...row, caption: 'New', ...at(day(11)) };
		const upsert = async (parameters: IDataObject, { own = {}, ...run }: IDataObject = {}) =>
			(await nodeWith(own as never).json('post:upsert', parameters, run))[0] ?? {};

		test.each<[string, string, RegExp]>([
			['after its cancel', 'PATCH', /posts\/[^/]+$/],
			['before its delivery', 'POST', /\/submit$/],
		])('%s is finished by a retry, and named by another execution', async (_title, method, path) => {
			const { id, updatedAt } = await upsert(row);
			const run = { runData: createRunData(itemsOf({})), executionId: 'one' };
			const named = { ...edit, postId: byId(String(id)), options: { knownUpdatedAt: String(updatedAt) } };
			sandbox().clock.advance(1000);
			await upsert(named, { ...run, own: { send: killedBefore(method, path) } } as never).catch(
				() => undefined,
			);
			expect(sandbox().post(String(id)).status).toBe('draft');
			sandbox().clock.advance(1000);
			log();
			expect(await upsert(named)).toMatchObject({ action: 'conflict', id, status: 'draft' });
			expect(writes()).toEqual([]);
			const finished = { action: 'updated', status: 'scheduled', caption: 'New' };
			expect(await upsert(named, run)).toMatchObject(finished);
			const patch = method === 'PATCH' ? ['PATCH /posts/{id} 200'] : [];
			expect(writes()).toEqual([...patch, 'POST /posts/{id}/submit 200']);
			expect(sandbox().posts()).toHaveLength(1);
		});

		test("isn't assumed of a draft that someone has made", async () => {
			const { id, updatedAt } = await upsert(row);
			const named = { ...edit, postId: byId(String(id)), options: { knownUpdatedAt: String(updatedAt) } };
			sandbox().clock.advance(1000);
			await posts().cancel(String(id), { idempotencyKey: 'theirs' });
			log();
			expect(await upsert(named)).toMatchObject({ action: 'conflict', status: 'draft' });
			expect(writes()).toEqual([]);
		});
	});

	describe('a refused write', () => {
		const staticData: IDataObject = {};
		beforeEach(() => {
			for (const name of Object.keys(staticData)) delete staticData[name];
		});
		const others = Object.values(channels)
			.map(({ id }) => id)
			.filter((id) => id !== linkedin.id);
		const loseChannel = () => sandbox().keys.setChannels(keys.full, others);
		const getChannelBack = () => sandbox().keys.setChannels(keys.full, [...others, linkedin.id]);

		test('of a row is sent again by the next run after its cause is gone, and no post is made twice', async () => {
			const rows = itemsOf({ text: 'One' }, { text: 'Two' });
			const sync = async () =>
				await nodeWith().json(
					'post:syncCalendar',
					{
						channels: [linkedin.id],
						caption: '={{ $json.text }}',
						...at(day(10)),
						options: { checkFirst: false },
					},
					{ items: rows, staticData, continueOnFail: true },
				);
			await nodeWith().json('channel:getAll', { returnAll: true });
			loseChannel();
			expect((await sync()).map(({ error }) => Boolean(error))).toEqual([true, true]);
			getChannelBack();
			const made = (await sync()).map(({ id }) => id);
			expect(new Set(made).size).toBe(2);
			// Without what the workflow remembers, every run goes through the same keys.
			for (const name of Object.keys(staticData)) delete staticData[name];
			const again = [await sync(), await sync()];
			expect(again.at(-1)?.map(({ id }) => id)).toEqual(made);
			expect(sandbox().posts()).toHaveLength(2);
		});

		test('gets another time in a retry', async () => {
			const run = { runData: createRunData(itemsOf({})), executionId: 'one' };
			const create = async (publishAt: string) =>
				await nodeWith().json(
					'post:create',
					{ channels: [linkedin.id], caption: 'Hi', ...at(publishAt), options: { checkFirst: false } },
					run,
				);
			await expect(create('2026-01-01T09:00:00+00:00')).rejects.toThrow();
			expect(await create(day(10))).toMatchObject([{ status: 'scheduled' }]);
			expect(sandbox().posts()).toHaveLength(1);
		});

		test('by a daily limit is sent again for another time in a retry', async () => {
			const taken = await posts().create(
				wishOf({
					accounts: [facebook.id],
					caption: 'A',
					delivery: { mode: 'at', at: day(10) },
				}),
			);
			const { id } = await posts().create(wishOf({ accounts: [facebook.id], caption: 'B' }));
			const run = { runData: createRunData(itemsOf({})), executionId: 'one' };
			const submit = async (publishAt: string, options = {}) =>
				await nodeWith().json('post:submit', { postId: byId(id), ...at(publishAt), options }, run);
			await expect(submit('2026-01-10T10:00:00+00:00')).rejects.toThrow(/daily limit/);
			log();
			expect(await submit('2026-01-12T10:00:00+00:00')).toMatchObject([{ id, status: 'scheduled' }]);
			expect(sandbox().post(taken.id).status).toBe('scheduled');
		});

		test('moves to the next possible time whatever the code of the daily limit (P110)', async () => {
			await posts().create(
				wishOf({ accounts: [facebook.id], caption: 'A', delivery: { mode: 'at', at: day(10) } }),
			);
			const [moved] = await nodeWith().json('post:create', {
				channels: [facebook.id],
				caption: 'B',
				...at('2026-01-10T10:00:00+00:00'),
				options: { onDailyLimit: 'reschedule' },
			});
			expect(moved).toMatchObject({ status: 'scheduled' });
			expect(Date.parse(String(moved?.scheduledAt))).toBe(Date.parse(day(11)));
		});

		test('with a saved draft is continued after a restart', async () => {
			const taken = await posts().create(
				wishOf({
					accounts: [facebook.id],
					caption: 'A',
					delivery: { mode: 'at', at: day(10) },
				}),
			);
			const create = async () =>
				await nodeWith().json('post:create', {
					channels: [facebook.id],
					caption: 'B',
					...at('2026-01-10T10:00:00+00:00'),
					options: { ifRunAgain: { settings: { send: 'content' } } },
				});
			await expect(create()).rejects.toThrow(/daily limit/);
			await posts().cancel(taken.id);
			sandbox().clock.advance(60_000);
			const [continued] = await create();
			expect(continued).toMatchObject({ caption: 'B', status: 'scheduled' });
			expect(await create()).toMatchObject([{ id: continued?.id }]);
			expect(sandbox().posts()).toHaveLength(2);
		});

		test("doesn't change the user's own key", async () => {
			const create = async (publishAt: string) =>
				await nodeWith().json(
					'post:create',
					{
						channels: [linkedin.id],
						caption: 'Hi',
						...at(publishAt),
						options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1' } }, checkFirst: false },
					},
					{ continueOnFail: true, staticData },
				);
			await create('2026-01-01T09:00:00+00:00');
			await create('2026-01-01T09:00:00+00:00');
			const sent = sandbox().requests.filter(({ method }) => method === 'POST');
			expect([...new Set(sent.map(({ headers }) => headers['idempotency-key']))]).toEqual(['order-1']);
		});
	});

	describe('the requests after a refusal', () => {
		const keepsRefusals = profile === 'documents';
		const taken = { accounts: [facebook.id], caption: 'A', delivery: { mode: 'at' as const, at: day(10) } };
		const time = at('2026-01-10T10:00:00+00:00');
		const names = new Map<string, string>();
		const memory: { staticData: IDataObject } = { staticData: {} };
		beforeEach(() => {
			names.clear();
			memory.staticData = {};
		});
		/** A key with a letter in place of what it's derived from. */
		const nameOf = (key: string): string =>
			key.replace(/^n8n-(?:content-)?[0-9a-f]{64}/, (origin) => {
				names.set(origin, names.get(origin) ?? String.fromCharCode(65 + names.size));
				return names.get(origin) ?? '';
			});
		/** The requests of some work with the names of their keys. */
		const requestsOf = async (work: Promise<unknown>): Promise<string[]> => {
			log();
			await work.catch(() => undefined);
			return sandbox()
				.requests.splice(0)
				.filter(({ path }) => !/\/(me|accounts)\//.test(path))
				.map((request) =>
					`${lineOf(request)} ${nameOf(String(request.headers['idempotency-key'] ?? ''))}`.trim(),
				);
		};

		test('of a row find the other row again, and end with a post that the next runs only read', async () => {
			const others = Object.values(channels).map(({ id }) => id);
			const rows = itemsOf({ text: 'One', channel: linkedin.id }, { text: 'Two', channel: facebook.id });
			const sync = async () =>
				await requestsOf(
					nodeWith().json(
						'post:syncCalendar',
						{
							channels: '={{ [$json.channel] }}',
							caption: '={{ $json.text }}',
							...at(day(10)),
							options: { checkFirst: false },
						},
						{ ...memory, items: rows, continueOnFail: true },
					),
				);
			sandbox().keys.setChannels(
				keys.full,
				others.filter((id) => id !== facebook.id),
			);
			const [list, read, refused] = ['GET /posts/ 200', 'GET /posts/{id} 200', 'POST /posts/ 403 B'];
			expect(await sync()).toEqual([list, 'POST /posts/ 201 A', refused]);
			sandbox().keys.setChannels(keys.full, others);
			const mended = keepsRefusals ? [refused, 'POST /posts/ 201 B-2'] : ['POST /posts/ 201 B'];
			expect(await sync()).toEqual([list, read, ...mended]);
			expect(await sync()).toEqual([list, read, read]);
			expect(sandbox().posts()).toHaveLength(2);
		});

		test.each(['execution', 'content'])(
			'by a daily limit walk the same keys until there is room, with a key from the %s (P102, P110)',
			async (send) => {
				const { id: first } = await posts().create(wishOf(taken));
				const { id } = await posts().create(wishOf({ accounts: [facebook.id], caption: 'B' }));
				const run = { ...memory, runData: createRunData(itemsOf({})), executionId: 'one' };
				const submit = async (own: object = run) =>
					await requestsOf(
						nodeWith().json(
							'post:submit',
							{ postId: byId(id), ...time, options: { ifRunAgain: { settings: { send } } } },
							own,
						),
					);
				const [read, refused] = ['GET /posts/{id} 200', 'POST /posts/{id}/submit 422 A'];
				expect(await submit()).toEqual([read, refused]);
				await posts().cancel(first);
				const sent = keepsRefusals
					? [read, refused, read, 'POST /posts/{id}/submit 200 A-2']
					: [read, 'POST /posts/{id}/submit 200 A'];
				expect(await submit()).toEqual(sent);
				expect(sandbox().post(id).status).toBe('scheduled');
			},
		);

		test.each(['execution', 'content'])(
			'by a daily limit move a submit and a create once, with a key from the %s (P98, P110)',
			async (send) => {
				await posts().create(wishOf(taken));
				const { id } = await posts().create(wishOf({ accounts: [facebook.id], caption: 'B' }));
				const form = { ...time, options: { ifRunAgain: { settings: { send } }, onDailyLimit: 'reschedule' } };
				expect(await requestsOf(nodeWith().json('post:submit', { postId: byId(id), ...form }))).toEqual([
					'GET /posts/{id} 200',
					'POST /posts/{id}/submit 422 A',
					'POST /posts/{id}/submit 200 A-move-1',
				]);
				const create = async () =>
					await requestsOf(
						nodeWith().json('post:create', { channels: [facebook.id], caption: 'C', ...form }, { ...memory }),
					);
				const made = ['POST /posts/ 422 B', 'GET /posts/{id} 200', 'POST /posts/{id}/submit 200 B-move-1'];
				expect(await create()).toEqual(made);
				const again =
					send === 'content' ? ['GET /posts/{id} 200'] : made.map((line) => line.replace(' B', ' C'));
				expect(await create()).toEqual(again);
			},
		);

		test('leave a moved post that Compare With Other Posts finds after a kill (P98)', async () => {
			const { id: first } = await posts().create(wishOf(taken));
			const create = async () =>
				await nodeWith().json('post:create', {
					channels: [facebook.id],
					caption: 'C',
					...time,
					...comparing('skip', { ifRunAgain: { settings: { send: 'content' } }, onDailyLimit: 'reschedule' }),
				});
			const [moved] = await create();
			expect(moved).toMatchObject({ status: 'scheduled' });
			await posts().cancel(first);
			await posts().delete(first);
			expect(await create()).toMatchObject([{ action: 'skipped', clashes: [{ postId: moved?.id }] }]);
			expect(sandbox().posts()).toHaveLength(1);
		});
	});

	describe('an approval after an outage', () => {
		test('is submitted once, and sends nothing else', async () => {
			const post = await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hello' }));
			const delivery = { mode: 'at', at: day(10) } as const;
			const item = {
				approved: true,
				decision: 'approved',
				decidedAt: '2026-01-05T08:00:00.000+00:00',
				delivery,
				id: post.id,
				version: versionOf({ posts: posts() }, post, delivery),
				comment: '',
				caption: 'Hello',
			};
			const submit = async () =>
				await nodeWith().json('post:submit', { delivery: 'approved' }, { items: itemsOf(item) });
			sandbox().faults.add({ path: /./, kind: 'dropAfter', times: 1000 });
			await expect(submit()).rejects.toThrow();
			sandbox().faults.clear();
			log();
			expect(await submit()).toMatchObject([{ id: post.id, status: 'scheduled' }]);
			expect(log()).toEqual(['GET /posts/{id} 200', 'POST /posts/{id}/submit 200']);
		});
	});
});
