import type { IDataObject } from 'n8n-workflow';
import { CancelledError, NetworkError } from '../../../client/http/errors';
import type { Send } from '../../../client/http/types';
import { versionOf } from '../../../nodes/SocialPublishing/approval/version';
import { profileNames, seed } from '../../../sandbox';
import { fetchSend } from '../../support/fetchSend';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { clientOf, wishOf } from '../../support/publishingClient';
import { useSandbox } from '../../support/useSandbox';

/** Which post belongs to an item whose earlier try ended without an answer. */

const { channels, keys } = seed;
const { facebook, linkedin } = channels;
const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00+00:00`;
const at = (publishAt: string): IDataObject => ({ delivery: 'at', publishAt });
const unchecked = { options: { checkFirst: false } };
const base: IDataObject = { channels: [linkedin.id], ...unchecked };

describe.each(profileNames)('in the profile %s', (profile) => {
	const sandbox = useSandbox({ profile, dailyCaps: { facebook: 1 } });
	const posts = () => clientOf({ baseUrl: sandbox().url, key: keys.full }).posts;
	/** The tries of one execution, each with what n8n keeps of the earlier ones. */
	const tries = (json: IDataObject = {}) => {
		const run = { runData: createRunData(itemsOf(json)), executionId: 'one', staticData: {} };
		return {
			fails: async (operation: string, parameters: IDataObject) =>
				await node().error(`post:${operation}`, parameters, run),
			json: async (operation: string, parameters: IDataObject) =>
				(await node().json(`post:${operation}`, parameters, run))[0] ?? {},
		};
	};
	/** The request whose answer is lost. From then on, the service answers nothing. */
	let lost:
		| { method: string; path: RegExp; status?: number; passed: number; isStopped?: boolean }
		| undefined;
	let isDown = false;
	beforeEach(() => {
		lost = undefined;
		isDown = false;
	});
	const down = { status: 503, headers: {}, body: '{"error":"unavailable","detail":"down"}' };
	const send: Send = async (request) => {
		if (isDown) return down;
		const answer = await fetchSend(keys.full)(request);
		const isMeant = request.method === lost?.method && lost.path.test(request.url);
		isDown = isMeant && (lost?.passed ?? 0) === 0;
		if (lost && isMeant) lost.passed -= 1;
		if (!isDown) return answer;
		if (lost?.isStopped) throw new CancelledError();
		if (lost?.status === undefined) throw new NetworkError('The connection broke', 'ECONNRESET');
		return { ...down, status: lost.status };
	};
	const node = () => nodeFor(sandbox(), { own: { send } });
	/**
	 * An outage right after a request was carried out. With a status, the service forgets its key, as far as its profile does.
	 * @param passed how many such requests are answered before
	 */
	const outageAfter = (method: string, path: RegExp, status?: number, passed = 0) =>
		void (lost = { method, path, status, passed });
	const recover = () => {
		sandbox().faults.clear();
		[lost, isDown] = [undefined, false];
		sandbox().clock.advance(5_000);
	};
	const kept = () =>
		sandbox()
			.posts()
			.map(({ caption, status }) => [caption, status]);

	describe('a create whose answer is lost in an outage', () => {
		const statuses = [undefined, 500];
		const deliveries: IDataObject[] = [{ delivery: 'now' }, at(day(10)), { delivery: 'queue' }];
		const cases = ['create', 'upsert', 'syncCalendar'].flatMap((operation) =>
			deliveries.flatMap((delivery) => statuses.map((status) => ({ operation, delivery, status }))),
		);

		test.each(cases)(
			'is the post of a retry with another text: %j',
			async ({ operation, delivery, status }) => {
				const { fails, json } = tries();
				outageAfter('POST', /\/posts\/$/, status);
				await fails(operation, { ...base, ...delivery, caption: 'First' });
				recover();
				const output = await json(operation, { ...base, ...delivery, caption: 'Second' });
				expect(sandbox().posts()).toHaveLength(1);
				expect(output).toMatchObject({ id: sandbox().posts()[0]?.id });
				// A row goes on as if it named the post. What is published already stays as it is.
				const isChanged = operation !== 'create' && delivery.delivery !== 'now';
				expect(kept()[0]?.[0]).toBe(isChanged ? 'Second' : 'First');
			},
		);

		test.each(['create', 'upsert', 'syncCalendar'])(
			'is the post of a retry of %s with another time',
			async (operation) => {
				const { fails, json } = tries();
				outageAfter('POST', /\/posts\/$/, 500);
				await fails(operation, { ...base, ...at(day(10)), caption: 'First' });
				recover();
				await json(operation, { ...base, ...at(day(11)), caption: 'First' });
				expect(sandbox().posts()).toHaveLength(1);
			},
		);

		test('is returned as it is, with a finding that names what differs', async () => {
			const { fails, json } = tries();
			outageAfter('POST', /\/posts\/$/, 500);
			await fails('create', { ...base, delivery: 'now', caption: 'First' });
			recover();
			const output = await json('create', { ...base, delivery: 'now', caption: 'Second' });
			expect(kept()[0]?.[0]).toBe('First');
			expect(output.findings).toMatchObject([{ code: 'earlierTry', field: 'caption', severity: 'warning' }]);
		});

		test('gets the new text if it is still the draft that the try has left', async () => {
			const { fails, json } = tries();
			outageAfter('POST', /\/posts\/$/, 500);
			await fails('create', { ...base, delivery: 'draft', caption: 'First' });
			recover();
			await json('create', { ...base, delivery: 'draft', caption: 'Second' });
			expect(kept()).toEqual([['Second', 'draft']]);
		});
	});

	describe('a try that the service has not carried out', () => {
		const unavailable = { method: 'POST', path: '/api/v1/posts/', kind: 'status', status: 503 } as const;

		test('does not take a post with the same text for another day as its own', async () => {
			await posts().create(
				wishOf({ accounts: [linkedin.id], caption: 'Hi', delivery: { mode: 'at', at: day(20) } }),
			);
			sandbox().faults.add(unavailable);
			const [made] = await node().json('post:create', { ...base, ...at(day(10)), caption: 'Hi' });
			expect(sandbox().posts()).toHaveLength(2);
			expect(made?.scheduledAt).toContain('2026-01-10');
		});

		test('does not take a draft that is meant for another day as its own', async () => {
			await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hi', proposedPublishAt: day(20) }));
			sandbox().faults.add(unavailable);
			await node().json('post:create', { ...base, delivery: 'now', caption: 'Hi' });
			expect(sandbox().posts()).toHaveLength(2);
		});

		test('does not take a copy with other texts for the copy of Duplicate', async () => {
			const original = await posts().create(
				wishOf({
					accounts: [linkedin.id],
					caption: 'Hi',
					perAccount: { [linkedin.id]: { caption: 'For LinkedIn' } },
				}),
			);
			sandbox().faults.add({ method: 'POST', path: /\/duplicate$/, kind: 'statusAfter' });
			const other = await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hi' }));
			const [copy] = await node().json('post:duplicate', { postId: byId(original.id) });
			expect(copy?.id).not.toBe(other.id);
		});

		test('is said to be open if the corrected text is refused, and its text is sent nowhere', async () => {
			const { fails } = tries();
			sandbox().faults.add({ ...unavailable, times: 20 });
			await fails('create', { ...base, delivery: 'now', caption: 'First' });
			recover();
			sandbox().faults.add({ method: 'POST', path: '/api/v1/posts/', kind: 'status', status: 422 });
			const { description } = await fails('create', { ...base, delivery: 'now', caption: 'Second' });
			expect(description).toContain('An earlier try of this item may have been carried out');
			expect(sandbox().posts()).toEqual([]);
		});

		test('sends nothing as long as the list cannot be read', async () => {
			const { fails, json } = tries();
			sandbox().faults.add({ ...unavailable, times: 20 });
			await fails('create', { ...base, delivery: 'now', caption: 'First' });
			recover();
			sandbox().faults.add({ method: 'GET', path: '/api/v1/posts/', kind: 'status', status: 503, times: 20 });
			sandbox().requests.length = 0;
			const { description } = await fails('create', { ...base, delivery: 'now', caption: 'Second' });
			expect(description).toContain('An earlier try of this item may have been carried out');
			expect(description).not.toContain('Nothing was changed');
			expect(sandbox().requests.filter(({ method }) => method === 'POST')).toEqual([]);
			recover();
			await json('create', { ...base, delivery: 'now', caption: 'Second' });
			expect(sandbox().posts()).toMatchObject([{ caption: 'Second' }]);
		});

		test('is an error after 24 hours, which names posts like it', async () => {
			const { fails } = tries();
			sandbox().faults.add({ ...unavailable, times: 20 });
			await fails('create', { ...base, ...at(day(10)), caption: 'First' });
			sandbox().faults.clear();
			const like = { accounts: [linkedin.id], caption: 'First' };
			const { id } = await posts().create(wishOf({ ...like, delivery: { mode: 'at', at: day(20) } }));
			sandbox().clock.advance(25 * 3_600_000);
			for (const caption of ['First', 'Second']) {
				const { message, description } = await fails('create', { ...base, ...at(day(10)), caption });
				expect(message).toBe('An earlier try may have created this post');
				expect(description).toContain(id);
			}
			expect(sandbox().posts()).toHaveLength(1);
		});
	});

	test('Edit and Reschedule schedules the post again after an outage right after its cancel', async () => {
		const { id } = await posts().create(
			wishOf({
				accounts: [linkedin.id],
				caption: 'Hi',
				delivery: { mode: 'at', at: day(10) },
			}),
		);
		const { fails, json } = tries();
		const parameters = {
			postId: byId(id),
			updateFields: { caption: 'New' },
			options: { ...unchecked.options, ifScheduled: 'reschedule' },
		};
		outageAfter('POST', /\/cancel$/);
		await fails('update', parameters);
		recover();
		expect(await json('update', parameters)).toMatchObject({ caption: 'New', status: 'scheduled' });
		expect(sandbox().post(id)).toMatchObject({ caption: 'New', status: 'scheduled' });
	});

	test('Edit and Reschedule leaves and names a draft that someone has changed meanwhile', async () => {
		const { id } = await posts().create(
			wishOf({
				accounts: [linkedin.id],
				caption: 'Hi',
				delivery: { mode: 'at', at: day(10) },
			}),
		);
		const { fails } = tries();
		const parameters = {
			postId: byId(id),
			updateFields: { caption: 'New' },
			options: { ...unchecked.options, ifScheduled: 'reschedule' },
		};
		outageAfter('POST', /\/cancel$/);
		await fails('update', parameters);
		recover();
		sandbox().clock.advance(600_000);
		await posts().update(id, { content: { caption: 'Theirs' } });
		expect((await fails('update', parameters)).description).toContain(id);
		expect(sandbox().post(id)).toMatchObject({ caption: 'Theirs', status: 'draft' });
	});

	test.each(['upsert', 'syncCalendar'])(
		'a row of %s with Known Updated At knows its own update after an outage',
		async (operation) => {
			const { id, updatedAt } = await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hi' }));
			sandbox().clock.advance(1_000);
			const { fails, json } = tries();
			const row = (caption: string) => ({
				...base,
				delivery: 'draft',
				caption,
				postId: byId(id),
				options: { ...unchecked.options, knownUpdatedAt: updatedAt },
			});
			outageAfter('PATCH', /\/posts\//);
			await fails(operation, row('First'));
			recover();
			expect(await json(operation, row('Second'))).toMatchObject({ action: 'updated', caption: 'Second' });
		},
	);

	test('a submit that was moved to the next possible time is found again after an outage', async () => {
		await posts().create(
			wishOf({ accounts: [facebook.id], caption: 'A', delivery: { mode: 'at', at: day(10) } }),
		);
		const { id } = await posts().create(wishOf({ accounts: [facebook.id], caption: 'B' }));
		const { fails, json } = tries();
		const parameters = {
			postId: byId(id),
			...at('2026-01-10T10:00:00+00:00'),
			options: { onDailyLimit: 'reschedule' },
		};
		sandbox().faults.add({
			method: 'POST',
			path: /\/submit$/,
			kind: 'body',
			status: 422,
			body: {
				error: 'platform_quota',
				detail: 'full',
				available_at: day(11),
			},
		});
		outageAfter('POST', /\/submit$/, undefined, 1);
		await fails('submit', parameters);
		recover();
		expect(await json('submit', parameters)).toMatchObject({ id, status: 'scheduled' });
	});

	test('a refusal keeps its reason in each of six tries, and ends when its cause is gone', async () => {
		const { id } = await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hi' }));
		const { fails, json } = tries();
		const submit = (hour: number) => ({
			postId: byId(id),
			...at(`2026-01-01T0${hour}:00:00+00:00`),
			...unchecked,
		});
		const reasons = new Set<string>();
		for (const hour of [1, 2, 3, 4, 5, 6]) reasons.add((await fails('submit', submit(hour))).message);
		expect([...reasons]).toEqual(['The service refused to submit this post']);
		expect(await json('submit', { ...submit(1), ...at(day(10)) })).toMatchObject({ id, status: 'scheduled' });
	});

	test('a write that was carried out is not denied by a read that fails after it', async () => {
		const items = itemsOf({ channels: [linkedin.id] }, { channels: [] });
		const run = { items, runData: createRunData(items), executionId: 'one' };
		const parameters = { ...base, channels: '={{ $json.channels }}', delivery: 'now', caption: 'Hi' };
		await node().error('post:create', parameters, run);
		const [post] = sandbox().posts();
		sandbox().faults.add({ method: 'GET', path: /\/posts\//, kind: 'status', status: 503, times: 20 });
		const { message, description } = await node().error('post:create', parameters, run);
		expect(message).toContain('The write itself was carried out');
		expect(description).toContain(post?.id);
		expect(description).not.toContain('Nothing was changed');
	});

	test('a write that n8n stops may have been carried out, and a retry finds its post', async () => {
		const { fails, json } = tries();
		lost = { method: 'POST', path: /\/posts\/$/, passed: 0, isStopped: true };
		const { message, description } = await fails('create', { ...base, delivery: 'now', caption: 'First' });
		expect(message).toBe('The execution was canceled');
		expect(description).toContain('The request may have been carried out anyway');
		recover();
		await json('create', { ...base, delivery: 'now', caption: 'Second' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('an approval whose key keeps a 409 is submitted under the next key, but not within a minute', async () => {
		const post = await posts().create(wishOf({ accounts: [linkedin.id], caption: 'Hi' }));
		const delivery = { mode: 'at', at: day(10) } as const;
		const decided = {
			approved: true,
			decision: 'approved',
			decidedAt: '2026-01-05T08:00:00.000+00:00',
			delivery,
		};
		const version = versionOf({ posts: posts() }, post, delivery);
		const item = { ...decided, id: post.id, version, comment: '', caption: 'Hi' };
		const conflict = { status: 409, headers: {}, body: '{"error":"E1409","detail":"no"}' };
		const keysSent: string[] = [];
		const keeping: Send = async (request) => {
			const key = String(request.headers['Idempotency-Key'] ?? '');
			if (!request.url.endsWith('/submit')) return await fetchSend(keys.full)(request);
			keysSent.push(key);
			return key.endsWith('-2') ? await fetchSend(keys.full)(request) : conflict;
		};
		const staticData = {};
		const submit = async () =>
			await nodeFor(sandbox(), { own: { send: keeping } }).json(
				'post:submit',
				{ delivery: 'approved' },
				{ items: itemsOf(item), staticData },
			);
		await expect(submit()).rejects.toThrow();
		await expect(submit()).rejects.toThrow();
		expect(new Set(keysSent).size).toBe(1);
		sandbox().clock.advance(61_000);
		expect(await submit()).toMatchObject([{ id: post.id, status: 'scheduled' }]);
	});

	describe('in the editor', () => {
		const manual = { mode: 'manual' } as const;
		const refused = {
			...base,
			channels: [channels.linkedinBroken.id],
			delivery: 'now',
			caption: '={{ $json.text }}',
		};
		const corrected = { ...refused, channels: [linkedin.id] };

		test('a run does not continue the draft of another row at the same position', async () => {
			await node().error('post:create', refused, { ...manual, items: itemsOf({ text: 'One' }) });
			await node().json('post:create', corrected, { ...manual, items: itemsOf({ text: 'Two' }) });
			expect(
				kept()
					.map(([caption]) => caption)
					.sort(),
			).toEqual(['One', 'Two']);
		});

		test('a run does not overwrite what someone has corrected in the draft', async () => {
			const items = itemsOf({ text: 'One' });
			await node().error('post:create', refused, { ...manual, items });
			const [draft] = sandbox().posts();
			sandbox().clock.advance(1_000);
			await posts().update(String(draft?.id), { content: { caption: 'Corrected by hand' } });
			await node().json('post:create', corrected, { ...manual, items });
			expect(sandbox().post(String(draft?.id)).caption).toBe('Corrected by hand');
		});
	});
});
