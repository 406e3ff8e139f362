import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { talkTo, type Talk } from '../../sandbox/talk';
import { triggerOn, type TriggerUnderTest } from '../triggerUnderTest';
import { allEvents, entryOf, Observer, type Entry, type Looks } from './referenceTrigger';
import { carryOut, step, type Step } from './commands';

/** A failure prints the seed that leads to it again; another one looks at other sequences. */
const seed = Number(process.env.TRIGGER_MODEL_SEED ?? 20_260_105);
const runs = Number(process.env.TRIGGER_MODEL_RUNS ?? 150);

/** A state as it was saved after a poll, and what was known by then. */
interface Saved {
	state: string;
	looks: Looks | undefined;
}

interface Run {
	talk: Talk;
	trigger: TriggerUnderTest;
	observer: Observer;
	/** Oldest first. */
	saved: Saved[];
}

const toEntry = ({ event, id, postId, accountId, previousStatus, status }: IDataObject): Entry =>
	entryOf(
		String(id ?? postId),
		String(event),
		previousStatus as string | null,
		String(status),
		(accountId ?? '') as string,
	);

async function poll({ trigger, observer, saved }: Run): Promise<void> {
	const { must, may } = await observer.look();
	const told = (await trigger.poll()).map(toEntry);
	const allowed = [...may];
	const unexpected = told.filter((entry) => !must.includes(entry) && !allowed.includes(entry));
	expect({ unexpected, told: told.filter((entry) => must.includes(entry)).sort() }).toEqual({
		unexpected: [],
		told: must.sort(),
	});
	expect(new Set(told).size).toBe(told.length);
	saved.push({ state: trigger.save(), looks: observer.looks });
}

async function failingPoll({ talk, trigger }: Run, status: number): Promise<void> {
	const before = trigger.save();
	talk.sandbox.faults.add({
		path: '/api/v1/posts/',
		kind: status === 200 ? 'body' : 'status',
		status,
		body: status === 200 ? '<html>' : undefined,
		retryAfter: 60,
	});
	const items = await trigger.poll().catch(() => []);
	talk.sandbox.faults.clear();
	expect({ items, state: trigger.save() }).toEqual({ items: [], state: before });
}

function restart({ trigger, observer, saved }: Run, back: number): void {
	const { state, looks } = saved[Math.max(saved.length - 1 - back, 0)] ?? { state: '{}', looks: undefined };
	trigger.restart(state);
	observer.looks = looks;
}

const perform: { [K in Step['kind']]: (run: Run, step: Extract<Step, { kind: K }>) => Promise<void> | void } =
	{
		change: async ({ talk }, { change }) => await carryOut(change, talk),
		pass: ({ talk }, { ms }) => talk.sandbox.clock.advance(ms),
		poll,
		fault: async (run, { status }) => await failingPoll(run, status),
		sample: async ({ trigger }) => void (await trigger.sample()),
		restart: (run, { state }) => restart(run, state),
	};

async function play(visibilityLagMs: number, steps: Step[]): Promise<void> {
	const talk = await talkTo({ seed: 'default', visibilityLagMs });
	const run: Run = {
		talk,
		trigger: triggerOn(talk, { events: allEvents }),
		observer: new Observer(talk),
		saved: [],
	};
	try {
		for (const each of steps) await perform[each.kind](run, each as never);
		talk.sandbox.clock.advance(visibilityLagMs);
		await poll(run);
	} finally {
		await talk.sandbox.close();
	}
}

test('whatever happens, the trigger tells at each poll what listing all posts would show: no more, no less (D6, P63, P96, P111)', async () => {
	const lag = fc.constantFrom(0, 0, 1, 30_000, 59_999, 60_000, 60_000);
	const steps = fc.array(step, { minLength: 20, maxLength: 70, size: 'max' });
	await fc.assert(fc.asyncProperty(lag, steps, play), {
		seed,
		numRuns: runs,
		// A busy machine gets through fewer sequences.
		interruptAfterTimeLimit: 45_000,
	});
}, 120_000);
