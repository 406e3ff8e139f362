import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { variantValues, type Variants } from '../../../sandbox/variants';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { openPublishingApi, type PublishingApi } from '../../sandbox/publishingApi';
import { triggerOn, type TriggerUnderTest } from '../triggerUnderTest';
import { allEvents, entryOf, ReferenceTrigger, type Entry, type KnownPosts } from './referenceTrigger';
import { applyChange, command, type Command } from './commands';
import { longTestMs } from '../../support/longTest';

/** A state saved after a poll, with what had been seen by then. */
interface Saved {
	state: string;
	posts: KnownPosts | undefined;
}

interface Run {
	api: PublishingApi;
	trigger: TriggerUnderTest;
	reference: ReferenceTrigger;
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

async function poll({ trigger, reference, saved }: Run): Promise<void> {
	const { required, allowed } = await reference.poll();
	const emitted = (await trigger.poll()).map(toEntry);
	const unexpected = emitted.filter((entry) => !required.includes(entry) && !allowed.includes(entry));
	expect({ unexpected, emitted: emitted.filter((entry) => required.includes(entry)).sort() }).toEqual({
		unexpected: [],
		emitted: required.sort(),
	});
	expect(new Set(emitted).size).toBe(emitted.length);
	saved.push({ state: trigger.save(), posts: reference.posts });
}

async function failingPoll({ api, trigger }: Run, status: number): Promise<void> {
	const before = trigger.save();
	api.sandbox.faults.add({
		path: '/api/v1/posts/',
		kind: status === 200 ? 'body' : 'status',
		status,
		body: status === 200 ? '<html>' : undefined,
		retryAfter: 60,
	});
	const items = await trigger.poll().catch(() => []);
	api.sandbox.faults.clear();
	expect({ items, state: trigger.save() }).toEqual({ items: [], state: before });
}

function restart({ trigger, reference, saved }: Run, back: number): void {
	const { state, posts } = saved[Math.max(saved.length - 1 - back, 0)] ?? { state: '{}', posts: undefined };
	trigger.restart(state);
	reference.posts = posts;
}

const perform: {
	[K in Command['kind']]: (run: Run, command: Extract<Command, { kind: K }>) => Promise<void> | void;
} = {
	change: async ({ api }, { change }) => await applyChange(change, api),
	pass: ({ api }, { ms }) => api.sandbox.clock.advance(ms),
	poll,
	fault: async (run, { status }) => await failingPoll(run, status),
	sample: async ({ trigger }) => void (await trigger.sample()),
	restart: (run, { state }) => restart(run, state),
};

async function runCommands(
	visibilityLagMs: number,
	changeOrder: Variants['changeOrder'],
	commands: Command[],
): Promise<void> {
	const api = await openPublishingApi({ seed: 'default', visibilityLagMs, variants: { changeOrder } });
	const run: Run = {
		api,
		trigger: triggerOn(api, { events: allEvents }),
		reference: new ReferenceTrigger(api),
		saved: [],
	};
	try {
		for (const each of commands) await perform[each.kind](run, each as never);
		api.sandbox.clock.advance(visibilityLagMs);
		await poll(run);
	} finally {
		await api.sandbox.close();
	}
}

test(
	'emits exactly what listing all posts would show, whatever happens (D6, P63, P96, P111, N24)',
	async () => {
		const lag = fc.constantFrom(0, 0, 1, 30_000, 59_999, 60_000, 60_000);
		const commands = fc.array(command, { minLength: 20, maxLength: 70, size: 'max' });
		const order = fc.constantFrom(...variantValues.changeOrder);
		await fc.assert(fc.asyncProperty(lag, order, commands, runCommands), {
			seed: fuzzSeed,
			numRuns: fuzzRuns(150),
		});
	},
	longTestMs,
);
