/** @jest-environment ./test/n8n/support/queue-environment.mjs */
// Every test of the examples runs here once more: the testbed's n8n is that of queue mode.
import './exampleAgent.test';
import './examples.test';
import './examplesOfData.test';
import './examplesWithForms.test';
import { batchCaptions, batchOf, startFileServer, uploadOf, type KilledWork } from './support/killedWork';
import { publish, until } from './support/livePosts';
import type { RunResult } from './support/testbed';
import { watchNode, watchPosts } from './support/watchPosts';

const { n8n, slowCredential } = queueMode;

describe('n8n in queue mode', () => {
	it('runs the examples on the workers (D6)', async () => {
		const { results } = (await testbed.get('/rest/executions?limit=100')) as { results: { id: string }[] };
		expect(results.length).toBeGreaterThan(18);
		// One that has slept may go on with another worker.
		const workers = results.map(({ id }) => n8n.workersOf(id).length);
		expect(workers.filter((count) => count === 0)).toEqual([]);
		expect(workers.filter((count) => count === 1).length).toBeGreaterThan(16);
	});

	it('polls on the main alone, and runs on a worker what the trigger starts (D6, P96)', async () => {
		const id = await n8n.saveWorkflow(watchPosts);
		await n8n.stopWorkers();
		await n8n.activate(id);
		await publish('Seen by the main');
		await n8n.deactivate(id);
		await n8n.activate(id);
		const waiting = await until(async () => (await n8n.executionStates(id))[0]);
		expect(waiting).toMatchObject({ mode: 'trigger', status: 'new' });

		await n8n.startWorkers();
		const execution = await n8n.result(waiting.id);
		await n8n.deactivate(id);
		expect(execution.output(watchNode)).toMatchObject([{ caption: 'Seen by the main' }]);
		expect(n8n.workersOf(waiting.id)).toHaveLength(1);
	});
});

/** What a killed execution has left in the service. */
const remains = async (work: KilledWork) => ({ captions: await work.captions(), files: await work.files() });
type Remains = Awaited<ReturnType<typeof remains>>;

/** A work that was killed, and then run again by the user. */
interface Story {
	killed: RunResult;
	/** What came of Retry in n8n's list of executions. */
	retried: { status: string };
	atDeath: Remains;
	whenGivenUp: Remains;
	again: RunResult;
	atEnd: Remains;
}

describe('an execution whose worker is killed', () => {
	const stories = new Map<string, Story>();
	const story = (name: string) => stories.get(name) as Story;

	/** An execution that was asleep while its worker was killed. */
	let sleeper: RunResult;

	/** Starts a work and kills its worker in the middle. */
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

	/** Starts the example that waits for the outcome of a post, and gives the execution once it is asleep. */
	async function fallAsleep(): Promise<string> {
		const id = await testbed.saveWorkflow(testbed.readExample('publish-and-get-links'), slowCredential);
		const execution = await n8n.start(id, 'When clicking Execute workflow');
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

	it('goes on elsewhere when it waited for an outcome by n8n’s Wait node: no worker held it (P46)', () => {
		expect(sleeper.error).toBeUndefined();
		expect(sleeper.output('Write the summary')).toMatchObject([{ status: 'published' }]);
		expect(n8n.workersOf(sleeper.id)).toHaveLength(2);
	});

	it.each(['Batch by content', 'Batch by execution', 'Upload by content', 'Upload by execution'])(
		'is run again neither by n8n nor by its Retry: %s',
		(name) => {
			const { killed, retried, atDeath, whenGivenUp, again } = story(name);
			expect(killed.status).toBe('error');
			expect(n8n.workersOf(killed.id)).toHaveLength(1);
			expect(retried.status).toBe('error');
			expect(whenGivenUp).toEqual(atDeath);
			expect(again.error).toBeUndefined();
		},
	);

	it('leaves each post once when the user runs it again with keys from the content (P86, D4)', () => {
		const { atDeath, atEnd } = story('Batch by content');
		expect(atDeath.captions.length).toBeLessThan(batchCaptions('').length);
		expect(atEnd.captions).toEqual(batchCaptions('Batch by content'));
	});

	it('leaves twice what it had made when the user runs it again with keys from the execution (D4)', () => {
		const { atDeath, atEnd } = story('Batch by execution');
		const all = batchCaptions('Batch by execution');
		expect(atDeath.captions.length).toBeLessThan(all.length);
		expect(atEnd.captions).toEqual([...all, ...atDeath.captions].sort());
	});

	it('does not send a finished file again with keys from the content (P84, P86, D4)', () => {
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

	it('sends every file again with keys from the execution (D4)', () => {
		const { atDeath, atEnd } = story('Upload by execution');
		expect(atDeath.files.map(({ isComplete }) => isComplete)).toEqual([true, false]);
		expect(atEnd.files.map(({ isComplete }) => isComplete)).toEqual([true, true, false, true]);
		expect(atEnd.captions).toEqual(['Upload by execution 1', 'Upload by execution 2']);
	});
});
