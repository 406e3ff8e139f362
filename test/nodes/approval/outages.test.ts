import { seed } from '../../../sandbox';
import { fieldsOf } from '../../support/approvalHost';
import { byId, itemsOf } from '../../support/publishingNode';
import {
	aroundRequests,
	inAnotherProcess,
	isSubmit,
	onDraft,
	onNewPost,
	tomorrow,
	useApprovals,
	withoutWaits,
} from '../../support/useApprovals';

const { ask, node, read, sandbox, submits } = useApprovals();
const { posts } = seed;

/** A signal that code can wait for. */
function event(): { happened: Promise<void>; happen: () => void } {
	let happen = (): void => undefined;
	const happened = new Promise<void>((resolve) => (happen = resolve));
	return { happened, happen };
}

const never = new Promise<never>(() => undefined);

describe('an approval without a usable response', () => {
	const failReads = () =>
		sandbox().faults.add({ method: 'GET', path: `/posts/${posts.draft}`, kind: 'status', times: 100 });

	/** Approves. The service returns 500 after its work and then for every read. */
	async function approveInAnOutage() {
		const disturb = aroundRequests(async (request, send) => {
			if (isSubmit(request)) failReads();
			return await send();
		});
		const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits(), disturb });
		const fields = fieldsOf(await waiting.get());
		sandbox().faults.add({ method: 'POST', path: /submit$/, kind: 'statusAfter', status: 500, times: 1 });
		const answer = await waiting.post({ ...fields, action: 'approved' });
		return { waiting, fields, answer };
	}

	test("says that it doesn't know the outcome, but never that nothing was published (P86)", async () => {
		const { waiting, answer } = await approveInAnOutage();
		expect([answer.status, waiting.resumed]).toEqual([502, []]);
		expect(answer.text).toContain('It isn&#39;t known whether the post was published or scheduled');
		expect(answer.text).not.toMatch(/wasn&#39;t|Nothing was|can decide again/);
	});

	test.each(['approved', 'rejected', 'close'])(
		'continues as approved after the service recovers, whatever is clicked: %s (P86)',
		async (action) => {
			const { waiting, fields } = await approveInAnOutage();
			sandbox().faults.clear();
			const { text } = await waiting.get();
			expect(text).toContain('The post was approved for this request. The post is now Scheduled.');
			expect(text).toContain('Continue the Workflow');
			expect(text).not.toContain('End This Request');
			const { text: end } = await waiting.post({ ...fields, action });
			expect(end).toContain('This request was approved before');
			expect(waiting.resumed).toMatchObject([
				[{ json: { approved: true, decision: 'approved', status: 'scheduled' } }],
			]);
			expect(submits()).toHaveLength(1);
		},
	);

	test('continues as approved until n8n itself continues, even after the time limit (P86)', async () => {
		let aheadMs = 0;
		const disturb = aroundRequests(async (request, send) => {
			if (isSubmit(request)) failReads();
			return await send();
		});
		const nodeType = withoutWaits({ now: () => Date.now() + aheadMs });
		const waiting = await ask({ ...onDraft, ...tomorrow, options: { limitHours: 1 } }, { nodeType, disturb });
		const fields = fieldsOf(await waiting.get());
		sandbox().faults.add({ method: 'POST', path: /submit$/, kind: 'statusAfter', status: 500 });
		await waiting.post({ ...fields, action: 'approved' });
		sandbox().faults.clear();
		aheadMs = 3_600_000;
		expect((await waiting.get()).text).toContain('Continue the Workflow');
		await waiting.post({ ...fields, action: 'close' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true, status: 'scheduled' } }]]);
	});

	test.each<[string, string, object]>([
		['approved', 'approved', { approved: true, status: 'scheduled' }],
		['ended', 'close', { approved: false, decision: 'obsolete', status: 'scheduled' }],
	])('can be %s in another process (P86)', async (_title, action, expected) => {
		const { waiting, fields } = await approveInAnOutage();
		sandbox().faults.clear();
		waiting.serve(inAnotherProcess());
		const { text } = await waiting.get();
		expect(text).toContain('The post is now Scheduled. An approval would have done the same.');
		await waiting.post({ ...fields, action });
		expect(waiting.resumed).toMatchObject([[{ json: expected }]]);
	});

	test.each(['approved', 'rejected', 'changesRequested', 'close'])(
		'continues as approved after n8n was killed before its response: %s (P86)',
		async (action) => {
			const delivered = event();
			const disturb = aroundRequests(async (request, send) => {
				const answer = await send();
				if (!isSubmit(request)) return answer;
				delivered.happen();
				return await never;
			});
			const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits(), disturb });
			const fields = fieldsOf(await waiting.get());
			const lost = waiting.post({ ...fields, action: 'approved' }).catch(() => undefined);
			await delivered.happened;
			waiting.serve(inAnotherProcess());
			expect((await waiting.get()).text).toContain('The post was approved for this request.');
			await waiting.post({ ...fields, action, 'comment-0': 'Later' });
			expect(waiting.resumed).toMatchObject([[{ json: { approved: true, status: 'scheduled' } }]]);
			expect(submits()).toHaveLength(1);
			await waiting.close();
			await lost;
		},
	);
});

test("says that a post wasn't delivered if the service refused it, and keeps the entered text (P76)", async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { allowEdits: true } });
	sandbox().faults.add({ method: 'PATCH', path: posts.draft, kind: 'status', status: 403 });
	const { status, text } = await waiting.send({ action: 'approved', 'caption-0': 'A better text' });
	expect([status, waiting.resumed]).toEqual([502, []]);
	expect(text).toContain('The post wasn&#39;t published or scheduled.');
	expect(text).toContain('A better text</textarea>');
});

test("says that a post wasn't delivered if the service fails and the post is still a draft (P86)", async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits() });
	sandbox().faults.add({
		method: 'POST',
		path: `${posts.draft}/submit`,
		kind: 'status',
		status: 500,
		times: 20,
	});
	const { status, text } = await waiting.send({ action: 'approved' });
	expect([status, waiting.resumed]).toEqual([502, []]);
	expect(text).toContain('The post wasn&#39;t published or scheduled. The service has an internal error.');
	expect(text).not.toMatch(/may have|might have|Nothing was changed/);
});

test("says that nothing was delivered if the page can't be rendered again (P86)", async () => {
	const disturb = aroundRequests(async (request, send) => {
		if (isSubmit(request))
			sandbox().faults.add({ method: 'GET', path: '/api/v1/me/', kind: 'status', times: 10 });
		return await send();
	});
	const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits(), disturb });
	const fields = fieldsOf(await waiting.get());
	sandbox().faults.add({ method: 'POST', path: /submit$/, kind: 'status', status: 403 });
	const { status, text } = await waiting.post({ ...fields, action: 'approved' });
	expect([status, waiting.resumed]).toEqual([502, []]);
	expect(text).toContain('<h1>The post wasn&#39;t published or scheduled</h1>');
});

test('checks the approval of every post on the page before a rejection (P86)', async () => {
	const delivered = event();
	const disturb = aroundRequests(async (request, send) => {
		const answer = await send();
		if (!isSubmit(request)) return answer;
		delivered.happen();
		return await never;
	});
	const count = 21;
	const items = itemsOf(...Array.from({ length: count }, (_, index) => ({ text: `Post ${index}` })));
	const parameters = { ...onNewPost, ...tomorrow, caption: '={{ $json.text }}' };
	const waiting = await ask(parameters, { items, nodeType: withoutWaits(), disturb });
	const last = count - 1;
	const decisions = items.map((_, index) => [`decision-${index}`, index === last ? 'approved' : 'rejected']);
	const fields = Object.fromEntries(decisions) as Record<string, string>;
	waiting.send({ ...fields, action: 'decide' }).catch(() => undefined);
	await delivered.happened;
	await node().json('post:cancel', { postId: byId(String(waiting.output[last]?.id)) });
	waiting.serve(inAnotherProcess());
	const { status } = await waiting.send({ ...fields, [`decision-${last}`]: 'rejected', action: 'decide' });
	expect([status, waiting.resumed]).toEqual([409, []]);
});

test.each(['without', 'with'])(
	"doesn't save an edit that empties the caption of a post %s media (P76)",
	async (which) => {
		if (which === 'with') {
			const mediaAssetIds = seed.media.image;
			await node().json('post:update', { postId: byId(posts.draft), media: 'assets', mediaAssetIds });
		}
		const waiting = await ask({ ...onDraft, ...tomorrow, options: { allowEdits: true } });
		const before = await read(posts.draft);
		const { status, text } = await waiting.send({ action: 'approved', 'caption-0': ' ' });
		expect([status, text]).toEqual([
			422,
			expect.stringContaining('A caption of the post is empty now. Enter a caption, or request changes.'),
		]);
		expect([waiting.resumed, submits(), await read(posts.draft)]).toEqual([[], [], before]);
	},
);

describe('a post that was approved before n8n was killed, and then returned to draft', () => {
	const minutesMs = 60_000;

	/** Approves at an edited time, kills the process before n8n can save the decision, and returns the post to draft. */
	async function approveAndReturn(edits: Record<string, string> = {}) {
		const delivered = event();
		const disturb = aroundRequests(async (request, send) => {
			const answer = await send();
			if (!isSubmit(request)) return answer;
			delivered.happen();
			return await never;
		});
		const parameters = { ...onDraft, ...tomorrow, options: { allowEdits: true } };
		const waiting = await ask(parameters, { nodeType: withoutWaits(), disturb });
		waiting.send({ ...edits, action: 'approved' }).catch(() => undefined);
		await delivered.happened;
		await node().json('post:cancel', { postId: byId(posts.draft) });
		const clock = { aheadMs: 0 };
		const sleep = async () => undefined;
		waiting.serve(inAnotherProcess({ sleep, now: () => Date.now() + clock.aheadMs }));
		return { waiting, clock };
	}

	test.each(['rejected', 'changesRequested'])(
		"isn't published again, and the request can then be closed: %s (P86, N23)",
		async (action) => {
			const { waiting } = await approveAndReturn();
			const { status, text } = await waiting.send({ action: 'approved' });
			expect([status, text]).toEqual([409, expect.stringContaining('It can&#39;t be approved here again.')]);
			expect(text).not.toMatch(/You can decide again|wasn&#39;t published/);
			await waiting.send({ action, 'comment-0': 'Later' });
			expect(waiting.resumed).toMatchObject([
				[{ json: { approved: false, status: 'draft', decision: action } }],
			]);
			expect(await read(posts.draft)).toMatchObject({ status: 'draft' });
		},
	);

	test.each<[string, Record<string, string>]>([
		['without edits', {}],
		['at another time', { 'publishAt-0': '2099-02-01T10:00' }],
	])('can be rejected after any delivery must have ended: approved %s (P86)', async (_title, edits) => {
		const { waiting, clock } = await approveAndReturn(edits);
		const first = await waiting.send({ action: 'rejected' });
		expect([first.status, first.text]).toEqual([
			409,
			expect.stringContaining('If you still see it here 5 minutes from now, you can reject it'),
		]);
		clock.aheadMs = 4 * minutesMs;
		expect((await waiting.send({ action: 'rejected' })).status).toBe(409);
		expect(waiting.resumed).toEqual([]);
		clock.aheadMs = 6 * minutesMs;
		await waiting.send({ action: 'rejected' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: false, status: 'draft' } }]]);
	});

	test('is reported to a user who approves it at another time than before (P86)', async () => {
		const { waiting } = await approveAndReturn({ 'publishAt-0': '2099-02-01T10:00' });
		const { status, text } = await waiting.send({ action: 'approved' });
		expect([status, text]).toEqual([
			409,
			expect.stringContaining('Someone approved a post on this page before.'),
		]);
		expect([waiting.resumed, (await read(posts.draft)).status]).toEqual([[], 'draft']);
	});
});

describe('an approval and a rejection in two processes of n8n', () => {
	/** Approves in one process and rejects in another one when the approval reaches a certain point. */
	async function raceAt(point: 'reading' | 'submitting' | 'delivered') {
		const reached = event();
		const go = event();
		const seen = event();
		const disturb = aroundRequests(async (request, send) => {
			if (isSubmit(request)) {
				if (point === 'submitting') reached.happen();
				if (point === 'reading') await go.happened;
				const answer = await send();
				seen.happen();
				if (point !== 'delivered') return answer;
				reached.happen();
				await go.happened;
				return answer;
			}
			if (point === 'reading') reached.happen();
			return await send();
		});
		// The rejection's pause ends after the approval's time.
		const rejecting = inAnotherProcess({
			sleep: async () => {
				go.happen();
				await seen.happened;
			},
		});
		const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits() });
		const fields = fieldsOf(await waiting.get());
		waiting.serve(withoutWaits(), disturb);
		const approval = waiting.post({ ...fields, action: 'approved' });
		await reached.happened;
		return { waiting, fields, approval, rejecting, go };
	}

	test.each(['reading', 'submitting', 'delivered'] as const)(
		'end in one output, approved if the post is scheduled: %s (P86)',
		async (point) => {
			const { waiting, fields, approval, rejecting, go } = await raceAt(point);
			waiting.serve(rejecting);
			const rejection = await waiting.post({ ...fields, action: 'rejected' });
			go.happen();
			await approval;
			expect(await read(posts.draft)).toMatchObject({ status: 'scheduled' });
			expect(waiting.resumed.flat().map(({ json }) => json.approved)).not.toContain(false);
			expect(waiting.resumed[0]).toMatchObject([{ json: { approved: true, status: 'scheduled' } }]);
			expect(rejection.text).not.toContain('Rejected');
		},
	);

	test('reject and deliver nothing without the approval', async () => {
		const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: inAnotherProcess() });
		await waiting.send({ action: 'rejected' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: false, status: 'draft' } }]]);
		expect(submits()).toEqual([]);
	});
});

test("doesn't report a post as unpublished that someone publishes while the edits are saved (P76)", async () => {
	let isPublished = false;
	const disturb = aroundRequests(async (request, send) => {
		if (request.method === 'PATCH' && !isPublished) {
			isPublished = true;
			await node().json('post:publish', { postId: byId(posts.draft) });
		}
		return await send();
	});
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { allowEdits: true } }, { disturb });
	const { text } = await waiting.send({ action: 'approved', 'caption-0': 'A better text' });
	expect(text).toContain('<h1>This request has ended</h1>');
	expect(text).toContain('The post is now Publishing.');
	expect(waiting.resumed).toMatchObject([[{ json: { approved: false, decision: 'obsolete' } }]]);
	expect(submits()).toEqual([]);
});

describe('the time limit', () => {
	test("of n8n is later than the page's, to let a delivery that started in time finish", async () => {
		const waiting = await ask({ ...onDraft, ...tomorrow, options: { limitHours: 1 } });
		const { text } = await waiting.get();
		expect(text).toContain('Decide before');
		const pageEnds = Date.now() + 3_600_000;
		expect((waiting.waitTill?.getTime() ?? 0) - pageEnds).toBeGreaterThan(4 * 60_000);
	});

	test('is checked again before each delivery', async () => {
		let aheadMs = 0;
		const disturb = aroundRequests(async (request, send) => {
			const answer = await send();
			if (isSubmit(request)) aheadMs = 7_200_000;
			return answer;
		});
		const several = { ...onNewPost, ...tomorrow, caption: '={{ $json.text }}', options: { limitHours: 1 } };
		const waiting = await ask(several, {
			items: itemsOf({ text: 'One' }, { text: 'Two' }),
			nodeType: withoutWaits({ now: () => Date.now() + aheadMs }),
			disturb,
		});
		const { text } = await waiting.send({ action: 'approved' });
		expect(text).toContain('Post 2: Not delivered, because the time limit has passed.');
		expect(waiting.resumed[0]?.map(({ json }) => [json.approved, json.decision, json.status])).toEqual([
			[true, 'approved', 'scheduled'],
			[false, 'expired', 'draft'],
		]);
		expect(submits()).toHaveLength(1);
	});

	test('ends a request that is approved as it expires', async () => {
		let aheadMs = 0;
		const disturb = aroundRequests(async (_request, send) => {
			aheadMs = 7_200_000;
			return await send();
		});
		const nodeType = withoutWaits({ now: () => Date.now() + aheadMs });
		const waiting = await ask({ ...onDraft, ...tomorrow, options: { limitHours: 1 } }, { nodeType });
		const fields = fieldsOf(await waiting.get());
		waiting.serve(nodeType, disturb);
		const { status, text } = await waiting.post({ ...fields, action: 'approved' });
		expect([status, text]).toEqual([410, expect.stringContaining('This request has expired')]);
		expect([waiting.resumed, submits()]).toEqual([[], []]);
	});
});

test('leaves a post unchanged that someone edits while others of the page are delivered (P76)', async () => {
	let second = '';
	const disturb = aroundRequests(async (request, send) => {
		if (isSubmit(request) && !request.url.includes(second))
			await node().json('post:update', { postId: byId(second), updateFields: { caption: 'Unseen' } });
		return await send();
	});
	const waiting = await ask(
		{ ...onNewPost, ...tomorrow, caption: '={{ $json.text }}' },
		{ items: itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' }), disturb },
	);
	second = String(waiting.output[1]?.id);
	const { text } = await waiting.send({ action: 'approved' });
	expect(text).toContain('Post 2: Not delivered. Someone changed the post after it was approved.');
	expect(
		waiting.resumed[0]?.map(({ json }) => [json.approved, json.status, 'deliveryError' in json]),
	).toEqual([
		[true, 'scheduled', false],
		[false, 'draft', true],
		[true, 'scheduled', false],
	]);
	expect(await read(second)).toMatchObject({ status: 'draft', caption: 'Unseen' });
});
