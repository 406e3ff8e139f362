import './quietLog';
import { type IDataObject, type INodeParameters, type IPollFunctions, type NodeApiError } from 'n8n-workflow';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { runPoll } from '../../nodes/SocialPublishingTrigger/runPoll';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { seed, type RecordedRequest, type Sandbox } from '../../sandbox';
import { pollNode, type PollRun } from '../support/n8nContexts';
import { loadStaticData } from './staticData';

/** One minute in milliseconds, n8n's shortest polling interval. */
export const minuteMs = 60_000;

/** A trigger in a published workflow. */
export interface TriggerUnderTest {
	/** Polls once and returns the items' JSON, or null if the node returned null. */
	pollRaw(run?: PollRun): Promise<IDataObject[] | null>;
	/** Polls once and returns the items' JSON, or an empty list for null. */
	poll(run?: PollRun): Promise<IDataObject[]>;
	/** Polls and expects an error. */
	error(run?: PollRun): Promise<NodeApiError>;
	/** Runs the editor's manual test. */
	sample(run?: PollRun): Promise<IDataObject[]>;
	/** The requests that `work` made. */
	requestsOf(work: () => Promise<unknown>): Promise<RecordedRequest[]>;
	/** The state as n8n saves it. */
	save(): string;
	/** Restarts n8n with a saved state, by default the last one. */
	restart(saved?: string): void;
	/** Writes the state as a poll of another n8n would. */
	overwrite(state: IDataObject): void;
	/** Changes the parameters. */
	set(parameters: INodeParameters): void;
}

/** Where the trigger's credential points. */
interface TriggerTarget {
	sandbox: Sandbox;
	key?: string;
	url?: string;
}

/** The trigger, with no delay before retries. */
class UnhurriedTrigger extends SocialPublishingTrigger {
	override async poll(this: IPollFunctions) {
		return await runPoll(this, { sleep: async () => undefined });
	}
}

const jsonOf = (outputs: Awaited<ReturnType<typeof pollNode>>): IDataObject[] | null =>
	outputs === null ? null : outputs.flat().map(({ json }) => json);

/** Puts a trigger into a published workflow whose credential points at the sandbox. */
export function triggerOn({ sandbox, key = seed.keys.full, url }: TriggerTarget, first: INodeParameters) {
	let parameters = first;
	let staticData = loadStaticData();
	const data = { baseUrl: url ?? sandbox.url, apiKey: key };
	const credentials = [{ type: new SocialPublishingApi(), data }];
	const run = async (more: PollRun = {}) =>
		jsonOf(
			await pollNode(new UnhurriedTrigger(), { credentials, parameters, staticData, ...more }).finally(
				// The sandbox's watcher has no findings about the trigger, even if the poll failed.
				() => expect(sandbox.findings()).toEqual([]),
			),
		);
	const trigger: TriggerUnderTest = {
		pollRaw: run,
		poll: async (more) => (await run(more)) ?? [],
		sample: async (more) => (await run({ mode: 'manual', ...more })) ?? [],
		error: async (more) =>
			await run(more).then(
				(items) => {
					throw new Error(`No error, but ${JSON.stringify(items)}`);
				},
				(error: NodeApiError) => error,
			),
		requestsOf: async (work) => {
			sandbox.requests.length = 0;
			await work();
			return [...sandbox.requests];
		},
		save: () => JSON.stringify(staticData),
		restart: (saved = JSON.stringify(staticData)) => {
			staticData = loadStaticData(saved);
		},
		overwrite: (poll) => {
			staticData.poll = poll;
		},
		set: (next) => {
			parameters = next;
		},
	};
	return {
		...trigger,
		setKey: (apiKey: string) => Object.assign(data, { apiKey }),
		setUrl: (baseUrl: string) => Object.assign(data, { baseUrl }),
	};
}

/** The events of items in short form: `event previous>new`. */
export const summarize = (items: IDataObject[]): string[] =>
	items.map(
		({ event, previousStatus, status }) => `${String(event)} ${String(previousStatus)}>${String(status)}`,
	);
