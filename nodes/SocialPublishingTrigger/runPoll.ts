import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { messageOf } from '../../client/http/errors.js';
import type { PublishingClient, PublishingOptions } from '../../client/publishing/index.js';
import { publishingForPolls } from '../SocialPublishing/client.js';
import { isPassing, toPollError, type Poller } from './failures.js';
import { toIncidentItem, toItems } from './output.js';
import { poll } from './poll.js';
import { revisionOf } from './pollState.js';
import { readSample } from './sample.js';
import { readSettings, settingsFingerprint, type TriggerSettings } from './settings.js';
import { takeTurn } from './turns.js';

/** The time limit of a poll in milliseconds, for n8n before 2.41, which doesn't provide it. */
const defaultBudgetMs = 5 * 60_000;
/** Milliseconds reserved for the current page and for returning the items. */
const reserveMs = 20_000;

const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? defaultBudgetMs;

/** Returns a function that says whether there is time for another page. */
function createTimeCheck(context: IPollFunctions): () => boolean {
	const budgetMs = budgetOf(context);
	const end = Date.now() + Math.max(budgetMs - reserveMs, budgetMs / 2);
	return () => Date.now() < end;
}

/** Static data that polls have used. n8n loads it again whenever it activates a workflow. */
const polledBefore = new WeakSet<object>();
const beingPolled = new WeakSet<object>();

/** n8n's scheduler is recognized by its shorter budget. */
const pollerOf = (context: IPollFunctions): Poller =>
	context.getActivationMode() === 'update' && budgetOf(context) < defaultBudgetMs ? 'scheduler' : 'timer';

/**
 * Whether n8n makes this poll to activate a workflow. Call it once per poll. n8n's scheduler loads the workflow for every poll,
 * and activates nothing.
 */
function isActivation(context: IPollFunctions, staticData: object): boolean {
	const isFirst = !polledBefore.has(staticData);
	polledBefore.add(staticData);
	return isFirst && pollerOf(context) === 'timer';
}

type Items = INodeExecutionData[][] | null;

/** Runs a poll unless another one with the same static data is still running. That one finds the same changes. */
async function runAlone(staticData: object, run: () => Promise<Items>): Promise<Items> {
	if (beingPolled.has(staticData)) return null;
	beingPolled.add(staticData);
	return await run().finally(() => beingPolled.delete(staticData));
}

/**
 * Runs a poll of n8n's scheduler, unless another poll of the node has the turn. The scheduler loads the static data for every
 * poll, so the data can't show which polls are running.
 */
async function runInTurn(
	context: IPollFunctions,
	staticData: StaticData,
	run: () => Promise<Items>,
): Promise<Items> {
	// n8n reserves up to half of its limit, so the limit can be twice the budget.
	const limitMs = 2 * budgetOf(context);
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const endTurn = takeTurn(node, { revision: revisionOf(staticData.poll), limitMs });
	if (!endTurn) return null;
	let items: Items = null;
	try {
		items = await run();
		return items;
	} finally {
		endTurn(items !== null);
	}
}

type Connect = () => Promise<PublishingClient>;

interface Ports {
	connect: Connect;
	/** Milliseconds since 1970. */
	now: () => number;
}

interface StaticData {
	/** The stored state. */
	poll?: unknown;
}

/** What starts the workflow: changes of posts, and incidents. */
type Happened = Pick<Awaited<ReturnType<typeof poll>>, 'events' | 'incidents'>;

const itemsOf = ({ events, incidents }: Happened, settings: TriggerSettings): INodeExecutionData[] => [
	...events.flatMap((event) => toItems(event, settings)),
	...incidents.map((incident) => toIncidentItem(incident, settings)),
];

/** Throws if the channels or the API key couldn't be read, unless there are items, which must not wait for them. */
function reportFailure({ logger }: IPollFunctions, failure: unknown, items: INodeExecutionData[]): void {
	if (items.length === 0) throw failure;
	logger.warn(
		`The channels or the API key couldn't be read. The next poll reads them. Cause: ${messageOf(failure)}`,
	);
}

async function pollForItems(
	context: IPollFunctions,
	{ connect, now }: Ports,
	staticData: StaticData,
): Promise<Items> {
	const hasTime = createTimeCheck(context);
	const client = await connect();
	const settings = await readSettings(context, client);
	const fingerprint = await settingsFingerprint(context, settings);
	const revision = revisionOf(staticData.poll);
	const found = await poll({ client, settings, fingerprint, hasTime, now }, staticData.poll);
	// Another poll has run in the meantime and returned the same changes, so this one returns none.
	if (revisionOf(staticData.poll) !== revision) return null;
	const items = itemsOf(found, settings);
	if (found.failure !== undefined) reportFailure(context, found.failure, items);
	if (found.isDamaged) {
		context.logger.warn(
			"What the trigger remembered of incidents couldn't be read. Open incidents are reported again.",
		);
	}
	// Stored last, so that a state never includes changes that n8n didn't receive.
	if (found.state) staticData.poll = found.state;
	return items.length > 0 ? [items] : null;
}

async function pollInBackground(context: IPollFunctions, ports: Ports): Promise<Items> {
	const staticData = context.getWorkflowStaticData('node') as StaticData;
	const canFail = !isActivation(context, staticData);
	const run = async (): Promise<Items> => await pollForItems(context, ports, staticData);
	const poller = pollerOf(context);
	const polled = poller === 'timer' ? runAlone(staticData, run) : runInTurn(context, staticData, run);
	return await polled.catch((error: unknown) => {
		if (canFail) throw toPollError(context.getNode(), error, poller);
		if (!isPassing(error)) throw toPollError(context.getNode(), error);
		// An error would cancel the activation, and nothing would retry it when the service is back.
		context.logger.warn(`The first poll failed, so n8n tries again later. Cause: ${messageOf(error)}`);
		return null;
	});
}

/** Marks an item about something that has not happened. Its message says so, too, because it can reach people during a test. */
const asSample = ({ json: { message, ...json } }: INodeExecutionData): INodeExecutionData => ({
	json: { message: `Sample: ${String(message)}`, sample: true, ...json },
});

async function sample(context: IPollFunctions, connect: Connect): Promise<Items> {
	const client = await connect();
	const settings = await readSettings(context, client);
	const { events, invented, incidents } = await readSample(client, settings);
	const samples = itemsOf({ events: invented, incidents }, settings).map(asSample);
	return [[...itemsOf({ events, incidents: [] }, settings), ...samples]];
}

/**
 * Runs one poll. Returns a sample in a manual test, otherwise what happened since the last poll.
 * @param own options to use instead of n8n's, such as waits that take no time
 */
export async function runPoll(context: IPollFunctions, own: Partial<PublishingOptions> = {}): Promise<Items> {
	const connect = async (): Promise<PublishingClient> => await publishingForPolls(context, own);
	const { now = Date.now } = own;
	if (context.getMode() !== 'manual') return await pollInBackground(context, { connect, now });
	return await sample(context, connect).catch((error: unknown) => {
		throw toPollError(context.getNode(), error);
	});
}
