import type { INodeParameters } from 'n8n-workflow';
import { profileNames, seed, type SandboxOptions } from '../../../sandbox';
import { hourMs, namesOf, openStage, type IncidentStage } from './triggerWithIncidents';

const { facebook, bluesky } = seed.channels;
const { keys } = seed;
const startFrom = '2026-01-05T08:00:00+00:00';

let stage: IncidentStage;
const open = async (parameters: INodeParameters, options: SandboxOptions = {}) => {
	stage = await openStage(parameters, { publishMs: 0, ...options });
};
const begin = async (parameters: INodeParameters, options: SandboxOptions = {}) => {
	await open(parameters, options);
	await stage.trigger.poll();
};
const poll = async () => namesOf(await stage.trigger.poll());
const hang = (id: string) => stage.api.sandbox.outcomes.hang(id);

afterEach(async () => await stage.api.sandbox.close());

describe('Post Overdue', () => {
	const events = ['postOverdue'];

	test('is reported once, one poll after the grace, with the time of the post', async () => {
		await begin({ events });
		const id = await stage.schedule(30);
		const dueAt = stage.timeIn(30);
		hang(id);
		expect(namesOf(await stage.pollFor(45))).toEqual([]);
		const [item, ...others] = await stage.pollFor(1);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ event: 'postOverdue', id, status: 'scheduled', caption: 'Hello' });
		expect(Date.parse(String(item?.dueAt))).toBe(Date.parse(dueAt));
		stage.trigger.restart();
		expect(namesOf(await stage.pollFor(60))).toEqual([]);
	});

	test("isn't reported for a post that is published or fails in time", async () => {
		await begin({ events });
		await stage.schedule(30);
		const failing = await stage.schedule(40);
		stage.api.sandbox.outcomes.add({ platform: 'facebook', outcome: 'publish' });
		stage.api.sandbox.outcomes.add({ platform: 'facebook', outcome: 'fail' });
		expect(namesOf(await stage.pollFor(120))).toEqual([]);
		expect(stage.api.sandbox.post(failing).status).toBe('failed');
	});

	test("isn't reported if the post is published in the last moment, even if the list doesn't show it yet", async () => {
		await begin({ events }, { visibilityLagMs: 60_000 });
		const id = await stage.schedule(30);
		hang(id);
		stage.pass(2);
		await stage.trigger.poll();
		stage.pass(42.9);
		stage.api.sandbox.outcomes.publish(id);
		stage.pass(0.5);
		expect(await poll()).toEqual([]);
		expect(namesOf(await stage.pollFor(5))).toEqual([]);
	});

	test('is reported for a post that hangs while it is published', async () => {
		await begin({ events }, { publishMs: 3_600_000 * 3 });
		await stage.api.create({ caption: 'now', delivery: { mode: 'now' } });
		await stage.schedule(30, { caption: 'planned' });
		expect(namesOf(await stage.pollFor(14))).toEqual([]);
		expect(namesOf(await stage.pollFor(2))).toEqual(['postOverdue now']);
		expect(namesOf(await stage.pollFor(60))).toEqual(['postOverdue planned']);
	});

	test("isn't reported again if the post begins to publish after it", async () => {
		await begin({ events, graceMinutes: 5 });
		const id = await stage.schedule(10, { accounts: [facebook.id, bluesky.id] });
		hang(id);
		expect(namesOf(await stage.pollFor(20))).toEqual(['postOverdue Hello']);
		stage.api.sandbox.outcomes.publish(id, facebook.id);
		expect(namesOf(await stage.pollFor(60))).toEqual([]);
	});

	test('is reported for a queued post with a time, a post in review and a post on hold', async () => {
		await begin({ events });
		const queued = await stage.api.create({ caption: 'queued', delivery: { mode: 'queue' } });
		hang(queued.id);
		await stage.sendToReview(2);
		stage.pass(1);
		await stage.trigger.poll();
		// The first slot is at twelve o'clock.
		stage.pass(200);
		expect((await poll()).sort()).toEqual(['postOverdue Hello', 'postOverdue queued']);
		expect(await poll()).toEqual([]);
	});

	test('counts only the channels that are still to be published', async () => {
		await begin({ events });
		const body = { mode: 'queue', queueIds: { [facebook.id]: seed.queues.facebookMornings.id } };
		await stage.api.create({ accounts: [facebook.id, bluesky.id], delivery: body });
		expect(namesOf(await stage.pollFor(9 * 60))).toEqual([]);
	});

	test('is reported again for a new time', async () => {
		await begin({ events });
		const id = await stage.schedule(10);
		hang(id);
		expect(namesOf(await stage.pollFor(30))).toEqual(['postOverdue Hello']);
		await stage.api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'at', at: stage.timeIn(10) } });
		hang(id);
		expect(namesOf(await stage.pollFor(30))).toEqual(['postOverdue Hello']);
	});

	test("isn't reported for a post that was deleted or that the key can't see any more", async () => {
		await begin({ events });
		const [deleted, hidden] = [
			await stage.schedule(10),
			await stage.schedule(10, { accounts: [bluesky.id] }),
		];
		hang(hidden);
		await stage.trigger.poll();
		await stage.api.send('DELETE', `/posts/${deleted}`);
		stage.api.sandbox.keys.setChannels(keys.full, [facebook.id]);
		expect(namesOf(await stage.pollFor(60))).toEqual([]);
		const { posts } = JSON.parse(stage.trigger.save()).poll.incidents;
		expect(posts).toBe('');
	});

	test('reads at most 100 posts in a poll, and continues with the next', async () => {
		await begin({ events });
		for (let number = 0; number < 130; number++) hang(await stage.schedule(10));
		await stage.trigger.poll();
		stage.pass(26);
		const [first, second] = [await poll(), await poll()];
		expect([first.length, second.length]).toEqual([100, 30]);
		expect(await poll()).toEqual([]);
	});

	test.each([-1, 'soon', null])('rejects %j for Overdue After (Minutes)', async (graceMinutes) => {
		await open({ events, graceMinutes });
		expect((await stage.trigger.error()).message).toContain("'Overdue After (Minutes)' can't be");
	});
});

describe('Review Overdue', () => {
	const events = ['reviewOverdue'];

	test('is reported once per review, with the beginning of the review', async () => {
		await begin({ events, reviewLimitHours: 2 });
		const id = await stage.sendToReview();
		const since = stage.timeIn(0);
		expect(namesOf(await stage.pollFor(120))).toEqual([]);
		const [item] = await stage.pollFor(1);
		expect(item).toMatchObject({ event: 'reviewOverdue', id, status: 'pending_approval' });
		expect(Date.parse(String(item?.since))).toBe(Date.parse(since));
		expect(namesOf(await stage.pollFor(200))).toEqual([]);
	});

	test("doesn't begin again when someone comments on the post", async () => {
		await begin({ events, reviewLimitHours: 2 });
		const id = await stage.sendToReview();
		await stage.pollFor(60);
		stage.api.sandbox.review.comment(id);
		expect(namesOf(await stage.pollFor(62))).toEqual(['reviewOverdue Hello']);
		stage.api.sandbox.review.comment(id);
		expect(namesOf(await stage.pollFor(200))).toEqual([]);
	});

	test('begins again with another text', async () => {
		await begin({ events, reviewLimitHours: 2 });
		const id = await stage.sendToReview();
		await stage.pollFor(100);
		await stage.api.send('POST', `/posts/${id}/withdraw`, { body: {} });
		await stage.api.send('PATCH', `/posts/${id}`, { body: { caption: 'Better' } });
		await stage.api.send('POST', `/posts/${id}/submit`, {
			body: { delivery: { mode: 'queue' } },
			key: keys.drafts,
		});
		expect(namesOf(await stage.pollFor(119))).toEqual([]);
		expect(namesOf(await stage.pollFor(3))).toEqual(['reviewOverdue Better']);
	});

	test.each(['approve', 'reject', 'requestChanges'] as const)("isn't reported after %s", async (decision) => {
		await begin({ events, reviewLimitHours: 2 });
		const id = await stage.sendToReview();
		await stage.pollFor(119);
		stage.api.sandbox.review[decision](id);
		expect(namesOf(await stage.pollFor(60))).toEqual([]);
	});
});

describe('Post Due Soon', () => {
	const events = ['postDueSoon'];

	test('is reported once in the lead time, and never after the post was published', async () => {
		await begin({ events });
		const id = await stage.schedule(120);
		expect(namesOf(await stage.pollFor(59))).toEqual([]);
		expect(await stage.pollFor(1)).toMatchObject([{ event: 'postDueSoon', id, status: 'scheduled' }]);
		expect(namesOf(await stage.pollFor(120))).toEqual([]);
	});

	test('is reported again if the post was moved, but not for the same time', async () => {
		await begin({ events });
		const id = await stage.schedule(30);
		const move = async (at: string) =>
			await stage.api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'at', at } });
		const [first, later] = [stage.timeIn(30), stage.timeIn(40)];
		expect(await poll()).toEqual(['postDueSoon Hello']);
		await stage.api.send('POST', `/posts/${id}/cancel`, { body: {} });
		expect(namesOf(await stage.pollFor(1))).toEqual([]);
		await move(first);
		expect(namesOf(await stage.pollFor(1))).toEqual([]);
		await move(later);
		expect(namesOf(await stage.pollFor(1))).toEqual(['postDueSoon Hello']);
	});

	test.each([
		[
			'published',
			async (id: string) => void (await stage.api.send('POST', `/posts/${id}/publish`, { body: {} })),
		],
		['deleted', async (id: string) => void (await stage.api.send('DELETE', `/posts/${id}`))],
		['put on hold', async (id: string) => void stage.api.sandbox.review.hold(id)],
	])("isn't reported for a post that was %s before", async (_title, change) => {
		await begin({ events }, { visibilityLagMs: 60_000 });
		const id = await stage.schedule(61);
		stage.pass(1);
		await stage.trigger.poll();
		await change(id);
		stage.pass(0.5);
		expect(await poll()).toEqual([]);
		expect(namesOf(await stage.pollFor(60))).toEqual([]);
	});

	test("isn't reported if no poll was in its window", async () => {
		await begin({ events, leadMinutes: 5 });
		await stage.schedule(30);
		await stage.trigger.poll();
		stage.pass(31);
		expect(await poll()).toEqual([]);
	});

	test('is reported for a queued post if the service shows a time for it', async () => {
		await begin({ events });
		await stage.api.create({ caption: 'queued', delivery: { mode: 'queue' } });
		expect(namesOf(await stage.pollFor(200))).toEqual(['postDueSoon queued']);
	});
});

describe('the first poll', () => {
	const events = ['postOverdue', 'reviewOverdue', 'postDueSoon'];
	/** A post that is overdue, one in review for two days, and one that is due soon. */
	const prepare = async () => {
		hang(await stage.schedule(60, { caption: 'overdue' }));
		const { id } = await stage.api.create({ caption: 'review', delivery: { mode: 'queue' } }, keys.drafts);
		stage.pass(48 * 60);
		await stage.schedule(30, { caption: 'soon' });
		return id;
	};

	test('remembers what is already late, and reports a post that is due soon', async () => {
		await open({ events });
		await prepare();
		expect(await poll()).toEqual(['postDueSoon soon']);
		expect(namesOf(await stage.pollFor(5))).toEqual([]);
	});

	test('reports everything that is late once if Start From is set', async () => {
		await open({ events, options: { startFrom } });
		await prepare();
		expect((await poll()).sort()).toEqual([
			'postDueSoon soon',
			'postOverdue overdue',
			'reviewOverdue review',
		]);
		stage.trigger.restart();
		expect(namesOf(await stage.pollFor(5))).toEqual([]);
	});

	test('reports nothing before a Start From in the future', async () => {
		await open({ events, options: { startFrom: '2026-01-07T10:00:00+00:00' } });
		await prepare();
		expect(await poll()).toEqual([]);
		stage.pass(61);
		expect((await poll()).sort()).toEqual(['postOverdue overdue', 'reviewOverdue review']);
	});
});

describe('filters', () => {
	test.each([
		[{ channels: [bluesky.id] }, ['postOverdue bluesky']],
		[{ createdByThisKey: true }, ['postOverdue bluesky', 'postOverdue mine']],
		[{ statuses: ['publishing'] }, []],
		[{ statuses: ['scheduled'] }, ['postOverdue bluesky', 'postOverdue mine', 'postOverdue other']],
	])('%j', async (filters, told) => {
		await begin({ events: ['postOverdue'], filters });
		hang(await stage.schedule(10, { caption: 'mine' }));
		hang(await stage.schedule(10, { caption: 'bluesky', accounts: [bluesky.id] }));
		const body = { caption: 'other', delivery: { mode: 'at', at: stage.timeIn(10) } };
		hang((await stage.api.create(body, keys.noAnalytics)).id);
		expect(namesOf(await stage.pollFor(30)).sort()).toEqual(told);
	});
});

describe('the clock', () => {
	// The Date header has no fractions of a second.
	const wholeSecond = Math.floor(Date.now() / 1000) * 1000;

	test.each([-1, 1, 6])("is the service's, if n8n's is %d hours off", async (hours) => {
		await begin({ events: ['postOverdue', 'postDueSoon'] }, { now: wholeSecond + hours * hourMs });
		hang(await stage.schedule(120));
		expect(namesOf(await stage.pollFor(59))).toEqual([]);
		expect(namesOf(await stage.pollFor(1))).toEqual(['postDueSoon Hello']);
		expect(namesOf(await stage.pollFor(75))).toEqual([]);
		expect(namesOf(await stage.pollFor(1))).toEqual(['postOverdue Hello']);
	});

	test("is asked for with one more request if the service's answers have no Date header", async () => {
		await begin({ events: ['postOverdue'] }, { variants: { dates: 'missing' } });
		hang(await stage.schedule(10));
		expect(namesOf(await stage.pollFor(30))).toEqual(['postOverdue Hello']);
		const requests = await stage.trigger.requestsOf(async () => await stage.pollFor(1));
		expect(requests.map(({ query }) => query.limit)).toEqual(['100', '1']);
	});
});

describe('requests (P65)', () => {
	test('are as many as without these events while nothing is due', async () => {
		await begin({ events: ['postOverdue', 'reviewOverdue', 'postDueSoon'] });
		for (let number = 0; number < 20; number++) await stage.schedule(2_000 + number);
		await stage.sendToReview();
		await stage.pollFor(5);
		const requests = await stage.trigger.requestsOf(async () => await stage.pollFor(10));
		expect(requests).toHaveLength(10);
		expect(requests.filter(({ status }) => status === 304).length).toBeGreaterThan(7);
	});

	test('read one post for each deadline that has come', async () => {
		await begin({ events: ['postOverdue'] });
		const id = await stage.schedule(10);
		hang(id);
		await stage.pollFor(20);
		stage.pass(6);
		const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
		expect(requests.map(({ path }) => path)).toEqual(['/api/v1/posts/', `/api/v1/posts/${id}`]);
	});

	test('lose nothing if reading a post fails', async () => {
		await begin({ events: ['postOverdue'] });
		const id = await stage.schedule(10);
		hang(id);
		await stage.pollFor(20);
		stage.pass(6);
		const before = stage.trigger.save();
		stage.api.sandbox.faults.add({
			path: `/api/v1/posts/${id}`,
			kind: 'status',
			status: 500,
			retryAfter: 30,
		});
		expect(await stage.trigger.error()).toMatchObject({ httpCode: '500' });
		expect(stage.trigger.save()).toBe(before);
		expect(await poll()).toEqual(['postOverdue Hello']);
	});
});

describe.each(profileNames)('a post that the first poll does not list yet, in the profile %s', (profile) => {
	const lagging = { profile, visibilityLagMs: 59_000, publishMs: 0 } as const;

	/** Makes a post some seconds before the first poll, which its list shows only afterwards. */
	async function beginLate(
		events: string[],
		make: () => Promise<string>,
		secondsBefore: number,
	): Promise<string> {
		await open({ events } as never, lagging);
		const id = await make();
		stage.pass(secondsBefore / 60);
		await stage.trigger.poll();
		return id;
	}

	test.each([0, 1, 20, 58])(
		'is still due soon and overdue if it was made %d seconds before',
		async (seconds) => {
			const late = async () => {
				const made = await stage.schedule(90);
				hang(made);
				return made;
			};
			const id = await beginLate(['postDueSoon', 'postOverdue'], late, seconds);
			expect((await stage.pollFor(120)).map((item) => [item.event, item.id])).toEqual([
				['postDueSoon', id],
				['postOverdue', id],
			]);
		},
	);

	test.each([0, 1, 20, 58])(
		'is still overdue in review if it was sent %d seconds before',
		async (seconds) => {
			const id = await beginLate(['reviewOverdue'], async () => await stage.sendToReview(), seconds);
			stage.pass(24 * 60 - 5);
			expect((await stage.pollFor(10)).map((item) => item.id)).toEqual([id]);
		},
	);
});
