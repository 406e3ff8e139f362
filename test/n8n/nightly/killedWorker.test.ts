/** @jest-environment ./test/n8n/support/queue-environment.mjs */
import type { FaultKind } from '../../../sandbox/http/faults';
import { chain, node } from '../support/chain';
import {
	batchCaptions,
	batchOf,
	itemsOf,
	startFileServer,
	uploadOf,
	type KilledWork,
} from '../support/killedWork';
import { until } from '../support/livePosts';
import type { RunResult, Workflow } from '../support/testbed';

const { n8n, slowCredential } = queueMode;

/** What a killed execution left behind in the service. */
const remains = async (work: KilledWork) => ({ captions: await work.captions(), files: await work.files() });
type Remains = Awaited<ReturnType<typeof remains>>;

/** A workload that was killed and then run again by the user. */
interface Story {
	killed: RunResult;
	/** The result of Retry in n8n's list of executions. */
	retried: { status: string };
	atDeath: Remains;
	whenGivenUp: Remains;
	again: RunResult;
	atEnd: Remains;
}

describe('an execution whose worker is killed', () => {
	const stories = new Map<string, Story>();
	const story = (name: string) => stories.get(name) as Story;

	/** An execution that was waiting when its worker was killed. */
	let sleeper: RunResult;

	/** Starts a workload and kills its worker halfway through. */
	async function kill(work: KilledWork): Promise<{ work: KilledWork; id: string; execution: string }> {
		const id = await testbed.saveWorkflow(work.workflow, slowCredential);
		const execution = await n8n.start(id, 'Start');
		await until(async () => ((await work.isHalfDone()) ? true : undefined));
		await n8n.killWorkerOf(execution);
		return { work, id, execution };
	}

	async function tell({ work, id, execution }: Awaited<ReturnType<typeof kill>>, atDeath: Remains) {
		const killed = await n8n.result(execution);
		const retried = (await testbed.post(`/rest/executions/${execution}/retry`, {})) as { status: string };
		const whenGivenUp = await remains(work);
		const again = await n8n.run(id, 'Start');
		const atEnd = await remains(work);
		stories.set(work.workflow.name, { killed, retried, atDeath, whenGivenUp, again, atEnd });
	}

	/** Starts a workflow that publishes a post and then waits, and returns the execution once it waits. */
	async function fallAsleep(): Promise<string> {
		const publish = { resource: 'post', operation: 'create', channels: ['Bluesky'], delivery: 'now' };
		const outcome = { postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, limitSeconds: 60 };
		const workflow = chain('Publish, wait, and read the outcome', [
			node('Publish', testbed.nodeType, { ...publish, caption: 'Worth the wait' }),
			// n8n stores an execution that waits for 65 seconds or more.
			node('Wait', 'n8n-nodes-base.wait', { amount: 70 }, 1.1),
			node('Outcome', testbed.nodeType, { resource: 'post', operation: 'waitForOutcome', ...outcome }),
		]);
		const id = await testbed.saveWorkflow(workflow, slowCredential);
		const execution = await n8n.start(id, 'Start');
		const isAsleep = async () => (await n8n.executionStates(id)).some(({ status }) => status === 'waiting');
		await until(async () => ((await isAsleep()) ? true : undefined));
		return execution;
	}

	beforeAll(async () => {
		const asleep = await fallAsleep();
		await n8n.killWorkerOf(asleep);
		await n8n.startWorkers();
		const server = await startFileServer();
		const works = [
			batchOf('Batch by content', 'content'),
			batchOf('Batch by execution', 'execution'),
			uploadOf('Upload by content', 'content', server.url, 1),
			uploadOf('Upload by execution', 'execution', server.url, 2),
		];
		const deaths: Awaited<ReturnType<typeof kill>>[] = [];
		for (const work of works) {
			deaths.push(await kill(work));
			await n8n.startWorkers();
		}
		const remainsAtDeath = await Promise.all(works.map(remains));
		await Promise.all(
			deaths.map(async (death, index) => await tell(death, remainsAtDeath[index] as Remains)),
		);
		await server.close();
		sleeper = await n8n.result(asleep);
	});

	test('continues on another worker if it waited in n8n’s Wait node, which occupies none (P46)', () => {
		expect(sleeper.error).toBeUndefined();
		expect(sleeper.output('Outcome')).toMatchObject([{ status: 'published' }]);
		expect(n8n.workersOf(sleeper.id)).toHaveLength(2);
	});

	test.each(['Batch by content', 'Batch by execution', 'Upload by content', 'Upload by execution'])(
		'is not rerun by n8n or by its Retry: %s',
		(name) => {
			const { killed, retried, atDeath, whenGivenUp, again } = story(name);
			expect(killed.status).toBe('error');
			expect(n8n.workersOf(killed.id)).toHaveLength(1);
			expect(retried.status).toBe('error');
			expect(whenGivenUp).toEqual(atDeath);
			expect(again.error).toBeUndefined();
		},
	);

	test('creates each post once if the user reruns it with keys from the content (D4)', () => {
		const { atDeath, atEnd } = story('Batch by content');
		expect(atDeath.captions.length).toBeLessThan(batchCaptions('').length);
		expect(atEnd.captions).toEqual(batchCaptions('Batch by content'));
	});

	test('duplicates existing posts if the user reruns it with keys from the execution (D4)', () => {
		const { atDeath, atEnd } = story('Batch by execution');
		const all = batchCaptions('Batch by execution');
		expect(atDeath.captions.length).toBeLessThan(all.length);
		expect(atEnd.captions).toEqual([...all, ...atDeath.captions].sort());
	});

	test('skips completed files with keys from the content (P84, D4)', () => {
		const { atDeath, again, atEnd } = story('Upload by content');
		expect(atDeath.files.map(({ isComplete }) => isComplete)).toEqual([true, false]);
		expect(atEnd.files.map(({ isComplete }) => isComplete)).toEqual([true, true]);
		expect(atEnd.files[0]?.timesSent).toEqual([1, 1, 1]);
		expect(atEnd.captions).toEqual(['Upload by content 1', 'Upload by content 2']);
		expect(again.files('Download').map(({ id }) => id)).toEqual([
			expect.stringMatching(/^database:/),
			expect.stringMatching(/^database:/),
		]);
	});

	test('uploads every file again with keys from the execution (D4)', () => {
		const { atDeath, atEnd } = story('Upload by execution');
		expect(atDeath.files.map(({ isComplete }) => isComplete)).toEqual([true, false]);
		expect(atEnd.files.map(({ isComplete }) => isComplete)).toEqual([true, true, false, true]);
		expect(atEnd.captions).toEqual(['Upload by execution 1', 'Upload by execution 2']);
	});
});

/** Waits for a number of requests of a kind. A `stall` fault leaves the last one without an answer. */
async function untilHeld(method: string, path: RegExp, count: number): Promise<void> {
	await until(async () => {
		const requests = await testbed.sandbox.requests();
		const met = requests.filter((request) => request.method === method && path.test(request.path));
		return met.length >= count ? true : undefined;
	});
}

/** Leaves the next request of a kind without an answer, once the faults queued before it are used up. */
async function hold(method: string, path: RegExp, before: FaultKind[] = []): Promise<void> {
	// Faults are sent as JSON, so the pattern is text.
	const fault = { method, pathPattern: path.source } as unknown as Parameters<
		typeof testbed.sandbox.addFault
	>[0];
	for (const kind of before) {
		await testbed.sandbox.addFault({ ...fault, kind, ...(kind === 'stall' ? { ms: 0 } : {}) });
	}
	await testbed.sandbox.addFault({ ...fault, kind: 'stall' });
}

describe('a calendar whose worker is killed', () => {
	interface Row {
		text: string;
		day: number;
		postId?: string;
		updatedAt?: string;
	}

	const timeOf = ({ day }: Row): string => `2099-03-${String(day).padStart(2, '0')}T09:00:00.000+00:00`;

	const workflowOf = (rows: Row[]): Workflow =>
		chain('Calendar', [
			...itemsOf(rows.map((row) => ({ ...row, publishAt: timeOf(row) }))),
			node('Sync', testbed.nodeType, {
				resource: 'post',
				operation: 'syncCalendar',
				postId: { __rl: true, mode: 'id', value: "={{ $json.postId ?? '' }}" },
				channels: [testbed.seed.channels.facebook.id],
				caption: '={{ $json.text }}',
				delivery: 'at',
				publishAt: '={{ $json.publishAt }}',
				removeMissing: true,
				removeFrom: '2099-01-01T00:00:00',
				removeTo: '2100-01-01T00:00:00',
				removalsDryRun: false,
				options: { knownUpdatedAt: "={{ $json.updatedAt ?? '' }}" },
			}),
		]);

	/** The calendar's posts as `text: status`. */
	const inService = async (): Promise<string[]> => {
		const { posts: seeded } = testbed.seed;
		const posts = (await testbed.sandbox.posts()).filter(({ id }) => !Object.values(seeded).includes(id));
		return posts.map(({ caption, status }) => `${caption}: ${status}`).sort();
	};

	/** The plan after the first run: two new rows, a changed text, a rescheduled post, and two removed rows. */
	async function planned(): Promise<{ rows: Row[]; ids: Record<string, string> }> {
		const texts = ['Edited', 'Moved', 'Stays', 'Removed 1', 'Removed 2'];
		const first = texts.map((text, index): Row => ({ text, day: index + 1 }));
		const run = await n8n.run(await n8n.saveWorkflow(workflowOf(first)), 'Start');
		expect(run.error).toBeUndefined();
		const outputs = run.output('Sync');
		const [edited, moved, stays] = first.map(
			(row, index): Row => ({
				...row,
				postId: String(outputs[index]?.id),
				updatedAt: String(outputs[index]?.updatedAt),
			}),
		) as [Row, Row, Row];
		const rows = [
			{ text: 'New 1', day: 11 },
			{ text: 'New 2', day: 12 },
			{ ...edited, text: 'Edited again' },
			{ ...moved, day: 20 },
			stays,
		];
		return { rows, ids: { edited: String(edited.postId), moved: String(moved.postId) } };
	}

	beforeEach(async () => await testbed.sandbox.reset());

	test.each<{
		point: string;
		request: [method: string, path: string];
		before?: FaultKind[];
		atDeath: string[];
		/** The row whose post the next run leaves as a draft, because nothing shows who returned it to draft. */
		leaves?: string;
	}>([
		{
			point: 'after a create whose answer was lost',
			request: ['POST', '/posts/$'],
			before: ['dropAfter'],
			atDeath: ['New 1: scheduled', 'Edited: scheduled', 'Removed 1: scheduled', 'Removed 2: scheduled'],
		},
		{
			point: 'between two creates',
			request: ['POST', '/posts/$'],
			before: ['stall'],
			atDeath: ['New 1: scheduled', 'Edited: scheduled', 'Removed 1: scheduled', 'Removed 2: scheduled'],
		},
		{
			point: 'between cancel and edit',
			request: ['PATCH', '/posts/EDITED$'],
			atDeath: ['New 2: scheduled', 'Edited: draft', 'Removed 1: scheduled', 'Removed 2: scheduled'],
			leaves: 'Edited again',
		},
		{
			point: 'between edit and schedule',
			request: ['POST', '/posts/EDITED/submit$'],
			atDeath: ['New 2: scheduled', 'Edited again: draft', 'Removed 1: scheduled', 'Removed 2: scheduled'],
			leaves: 'Edited again',
		},
		{
			point: 'before a post is moved',
			request: ['POST', '/posts/MOVED/schedule$'],
			atDeath: ['Edited again: scheduled', 'Removed 1: scheduled', 'Removed 2: scheduled'],
		},
		{
			point: 'between two removals',
			request: ['DELETE', '/posts/[^/]+$'],
			before: ['stall'],
			atDeath: ['Edited again: scheduled', 'Removed 1: scheduled'],
		},
	])('matches the list after the next run if killed $point (P71, N9, N36)', async (story) => {
		const { point, before = [], atDeath, leaves } = story;
		const { rows, ids } = await planned();
		const [method, pattern] = story.request;
		const path = new RegExp(pattern.replace('EDITED', ids.edited ?? '').replace('MOVED', ids.moved ?? ''));
		const id = await n8n.saveWorkflow(workflowOf(rows));
		const earlier = (await testbed.sandbox.requests()).filter(
			(request) => request.method === method && path.test(request.path),
		).length;
		await hold(method, path, before);
		const killed = await n8n.start(id, 'Start');
		await untilHeld(method, path, earlier + before.length + 1);
		await n8n.killWorkerOf(killed);
		await n8n.startWorkers();
		const left = await inService();
		expect([point, left]).toEqual([point, expect.arrayContaining([...atDeath, 'Moved: scheduled'])]);

		const again = await n8n.run(id, 'Start');
		expect(again.error).toBeUndefined();
		expect(n8n.workersOf(again.id)).not.toEqual(n8n.workersOf(killed));
		let outputs = again.output('Sync').slice(0, rows.length);
		const writtenBack = (): Row[] =>
			rows.map((row, index) => ({
				...row,
				postId: String(outputs[index]?.id),
				updatedAt: String(outputs[index]?.updatedAt),
			}));
		const conflicts = rows.filter((_, index) => outputs[index]?.action === 'conflict');
		expect(conflicts.map(({ text }) => text)).toEqual(leaves === undefined ? [] : [leaves]);
		if (leaves !== undefined) {
			const lookedAt = await n8n.run(await n8n.saveWorkflow(workflowOf(writtenBack())), 'Start');
			outputs = lookedAt.output('Sync').slice(0, rows.length);
			// Someone has looked at the post since, so the killed run's open request isn't this one.
			const findings = await testbed.sandbox.takeFindings();
			expect(findings.filter(({ rule }) => rule !== 'another-key')).toEqual([]);
		}
		expect(await inService()).toEqual(rows.map(({ text }) => `${text}: scheduled`).sort());
		for (const [index, row] of rows.entries()) {
			const post = await testbed.sandbox.post(String(outputs[index]?.id));
			expect(post).toMatchObject({ id: row.postId ?? post.id, caption: row.text });
			expect(Date.parse(post.scheduledAt ?? '')).toBe(Date.parse(timeOf(row)));
		}

		const writes = async () =>
			(await testbed.sandbox.requests()).filter((request) => request.method !== 'GET').length;
		const count = await writes();
		const last = await n8n.run(await n8n.saveWorkflow(workflowOf(writtenBack())), 'Start');
		expect(last.output('Sync').map(({ action }) => action)).toEqual(rows.map(() => 'unchanged'));
		expect(await writes()).toBe(count);
	});
});

describe('an approval in queue mode', () => {
	const { draft } = testbed.seed.posts;
	const approve = node('Approve', testbed.nodeType, {
		resource: 'post',
		operation: 'sendAndWait',
		source: 'existing',
		postId: { __rl: true, mode: 'id', value: draft },
		delivery: 'at',
		publishAt: '2099-01-06T09:00:00+00:00',
	});

	const submit = node('Submit', testbed.nodeType, {
		resource: 'post',
		operation: 'submit',
		delivery: 'approved',
	});

	/** A workflow that waits. */
	async function ask(): Promise<{ execution: string; link: string }> {
		const workflow = chain('Approval in a queue', [approve, submit]);
		const execution = await n8n.start(await n8n.saveWorkflow(workflow), 'Start');
		const soFar = await n8n.resultSoFar(execution);
		expect([soFar.status, soFar.error]).toEqual(['waiting', undefined]);
		return { execution, link: String(soFar.output('Approve')[0]?.approvalLink) };
	}

	/** The form that a browser sends for a click on Approve. */
	async function fillIn(link: string): Promise<() => Promise<string>> {
		const page = await (await fetch(link)).text();
		expect(page).toContain('Approve a post');
		const body = new URLSearchParams({ action: 'approved' });
		const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
		for (const [, name = '', value = ''] of hidden) body.set(name, value);
		return async () => await (await fetch(link, { method: 'POST', body })).text();
	}

	const submits = async () =>
		(await testbed.sandbox.requests()).filter(
			({ method, path }) => method === 'POST' && path.endsWith('/submit'),
		);

	beforeEach(async () => await testbed.sandbox.reset());

	const restartMain = async () => {
		await n8n.killMain();
		await n8n.startMain();
	};

	test.each<[fate: string, happen: (execution: string) => Promise<unknown>]>([
		['nothing happens', async () => undefined],
		[
			'its worker is killed',
			async (execution) => {
				await n8n.killWorkerOf(execution);
				await n8n.startWorkers();
			},
		],
		['the main is killed', restartMain],
	])('continues with one submit if %s while it waits', async (_fate, happen) => {
		const { execution, link } = await ask();
		const [before] = n8n.workersOf(execution);
		await happen(execution);
		const click = await fillIn(link);
		const answers = await Promise.all([click(), click()]);
		expect(answers.filter((answer) => answer.includes('Your decision was saved'))).not.toEqual([]);
		const { error, output } = await n8n.result(execution);
		expect(error).toBeUndefined();
		expect(output('Approve')).toMatchObject([{ id: draft, approved: true, status: 'draft' }]);
		expect(output('Submit')).toMatchObject([{ id: draft, status: 'scheduled' }]);
		expect(n8n.workersOf(execution)).toContain(before);
		expect(await submits()).toHaveLength(1);
	});
});
