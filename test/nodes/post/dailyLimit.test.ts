import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { versionOf } from '../../../nodes/SocialPublishing/approval/version';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { clientOf } from '../../support/publishingClient';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { facebook: 1, bluesky: 2 } });

const { channels } = seed;

const { bluesky, facebook } = channels;

const node = () => nodeFor(sandbox());

const create: IDataObject = { channels: [facebook.id], caption: 'Hello', delivery: 'now' };

const calls = () =>
	sandbox()
		.requests.filter(({ method }) => method !== 'GET')
		.map(({ method, path, status }) => `${method} ${path.split('/').at(-1)} ${status}`);

describe('a reached daily limit', () => {
	const fitting = { options: { onDailyLimit: 'reschedule' } };
	const tomorrow = expect.stringMatching(/2026-01-06T09:00:00(\.000)?\+00:00/);
	const draft = async (values: IDataObject = {}) => {
		const [post] = await node().json('post:create', { ...create, delivery: 'draft', ...values });
		return byId(String(post?.id));
	};
	beforeEach(async () => {
		await node().run('post:create', create);
		sandbox().requests.length = 0;
	});

	test('throws an error with the next possible time (P110)', async () => {
		const error = await node().error('post:create', create);
		expect(error.message).toContain('daily limit is reached');
		expect(error.description).toEqual(tomorrow);
	});

	test('moves a create to the next possible time by submitting the draft (P98, P110)', async () => {
		const [post] = await node().json('post:create', { ...create, ...fitting });
		expect(post).toMatchObject({ status: 'scheduled', scheduledAt: tomorrow });
		expect(calls()).toEqual(['POST  429', 'POST submit 200']);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('an approved post that was moved is returned to a second Submit, but not to one that moves nothing', async () => {
		const { value: id } = await draft();
		const posts = clientOf({ baseUrl: sandbox().url, key: seed.keys.full }).posts;
		const delivery = { mode: 'now' } as const;
		const version = versionOf({ posts }, await posts.get(id), delivery);
		const decidedAt = '2026-01-05T08:00:00.000Z';
		const items = itemsOf({ approved: true, decision: 'approved', decidedAt, delivery, id, version });
		const submit = async (more: IDataObject) =>
			(await node().json('post:submit', { delivery: 'approved', ...more }, { items }))[0];
		const moved = { id, status: 'scheduled', scheduledAt: tomorrow };
		expect(await submit(fitting)).toMatchObject(moved);
		expect(await submit(fitting)).toMatchObject(moved);
		await expect(submit({})).rejects.toThrow("Can't submit a post with the status Scheduled");
		await posts.cancel(id);
		await posts.submit(id, { mode: 'at', at: '2026-02-06T09:00:00Z' });
		await expect(submit(fitting)).rejects.toThrow();
		expect(Date.parse(String(sandbox().post(id).scheduledAt))).toBe(Date.parse('2026-02-06T09:00:00Z'));
	});

	test.each<[string, IDataObject, string[]]>([
		['submit', { delivery: 'now' }, ['POST submit 429', 'POST submit 200']],
		['publish', {}, ['POST publish 429', 'POST schedule 200']],
		[
			'schedule',
			{ delivery: 'at', publishAt: '2026-01-05T12:00:00Z' },
			['POST schedule 422', 'POST schedule 200'],
		],
	])('moves a %s to the next possible time (P98, P110)', async (operation, parameters, expected) => {
		const postId = await draft();
		sandbox().requests.length = 0;
		const [post] = await node().json(`post:${operation}`, { postId, ...parameters, ...fitting });
		expect(post).toMatchObject({ status: 'scheduled', scheduledAt: tomorrow });
		expect(calls()).toEqual(expected);
	});

	test('moves the post again if another channel has reached its limit at that time (P110)', async () => {
		const later = { delivery: 'at', publishAt: '2026-01-06T08:00:00Z' };
		const [one, two] = [1, 2].map(() => ({ ...create, channels: [bluesky.id], ...later }));
		await node().run('post:create', one as IDataObject);
		await node().run('post:create', two as IDataObject);
		const [post] = await node().json('post:create', {
			...create,
			channels: [facebook.id, bluesky.id],
			...fitting,
		});
		expect(post?.scheduledAt).toMatch(/^2026-01-07T08:00:00(\.000)?\+00:00$/);
	});

	test.each<[string, string, IDataObject, number]>([
		['create', '/posts/', {}, 2],
		['submit', '/submit', { delivery: 'now' }, 2],
		['publish', '/publish', {}, 2],
		['schedule', '/schedule', { delivery: 'queue' }, 2],
	])(
		'stops a %s if the service returns the same time again (P110, D5)',
		async (operation, path, parameters, sent) => {
			const body = {
				error: 'platform_quota',
				detail: 'Full',
				tier: 'platform_quota:facebook',
				available_at: '2026-01-06T09:00:00+00:00',
			};
			const values = operation === 'create' ? create : { postId: await draft(), ...parameters };
			sandbox().requests.length = 0;
			for (const each of [path, '/submit', '/schedule', '/posts/']) {
				sandbox().faults.add({ path: each, method: 'POST', kind: 'status', status: 429, body, times: 99 });
			}
			const error = await node().error(`post:${operation}`, { ...values, ...fitting });
			expect(error.message).toContain('daily limit is reached');
			expect(sandbox().requests.filter(({ method }) => method === 'POST')).toHaveLength(sent);
		},
	);

	test('stops if the service returns no time (P110)', async () => {
		const body = {
			error: 'platform_quota',
			detail: 'Full',
			tier: 'platform_quota:facebook',
			available_at: null,
		};
		sandbox().faults.add({ path: '/publish', kind: 'status', status: 429, body });
		const postId = await draft();
		expect((await node().error('post:publish', { postId, ...fitting })).message).toContain('daily limit');
	});
});
