import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PublishingClient, PublishingOptions } from '../../client/publishing';
import { publishingForPolls } from '../SocialPublishing/client';
import { isPassing, toPollError } from './failures';
import { toItems } from './output';
import { poll } from './poll';
import { revisionOf } from './pollState';
import { readSample } from './sample';
import { readSettings, settingsFingerprint } from './settings';

/** The time limit of a poll in milliseconds, for n8n before 2.41, which doesn't tell it. */
const defaultBudgetMs = 5 * 60_000;
/** Kept for the page being read and for handing over the items. */
const reserveMs = 20_000;

const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? defaultBudgetMs;

/** Creates a function that says whether there is time for another page. */
function createTimeCheck(context: IPollFunctions): () => boolean {
	const budgetMs = budgetOf(context);
	const end = Date.now() + Math.max(budgetMs - reserveMs, budgetMs / 2);
	return () => Date.now() < end;
}

/** Static data that a poll was made with: n8n loads it again whenever it activates a workflow. */
const polledBefore = new WeakSet<object>();
const beingPolled = new WeakSet<object>();

/**
 * Whether this is the poll that n8n makes to activate a workflow; asked once for each poll. n8n's own scheduler, which
 * loads the workflow for every single poll, is recognized by its shorter budget.
 */
function isActivation(context: IPollFunctions, staticData: object): boolean {
	const isFirst = !polledBefore.has(staticData);
	polledBefore.add(staticData);
	return isFirst && !(context.getActivationMode() === 'update' && budgetOf(context) < defaultBudgetMs);
}

/** Runs a poll unless another one with the same static data is still running, which finds the same changes. */
async function runAlone<T>(staticData: object, run: () => Promise<T>): Promise<T | null> {
	if (beingPolled.has(staticData)) return null;
	beingPolled.add(staticData);
	return await run().finally(() => beingPolled.delete(staticData));
}

type Items = INodeExecutionData[][] | null;

type Connect = () => Promise<PublishingClient>;

/** The node's static data. */
interface StaticData {
	/** The stored state. */
	poll?: unknown;
}

async function pollForItems(
	context: IPollFunctions,
	connect: Connect,
	staticData: StaticData,
): Promise<Items> {
	const hasTime = createTimeCheck(context);
	const client = await connect();
	const settings = await readSettings(context, client);
	const fingerprint = await settingsFingerprint(context, settings);
	const revision = revisionOf(staticData.poll);
	const { events, state } = await poll({ client, settings, fingerprint, hasTime }, staticData.poll);
	// A poll that ran meanwhile has handed over the same changes: this one gives way.
	if (revisionOf(staticData.poll) !== revision) return null;
	const items = events.flatMap((event) => toItems(event, settings));
	// Stored last, so that a state never includes changes that n8n didn't receive.
	if (state) staticData.poll = state;
	return items.length > 0 ? [items] : null;
}

async function pollInBackground(context: IPollFunctions, connect: Connect): Promise<Items> {
	const staticData = context.getWorkflowStaticData('node') as StaticData;
	const canFail = !isActivation(context, staticData);
	const run = async (): Promise<Items> => await pollForItems(context, connect, staticData);
	return await runAlone(staticData, run).catch((error: unknown) => {
		if (canFail || !isPassing(error)) throw toPollError(context.getNode(), error);
		// n8n would cancel the activation, and nothing would repeat it when the service is back.
		context.logger.warn(
			`The first poll failed, so n8n tries again later. Cause: ${(error as Error).message}`,
		);
		return null;
	});
}

async function sample(context: IPollFunctions, connect: Connect): Promise<Items> {
	const client = await connect();
	const settings = await readSettings(context, client);
	const events = await readSample(client, settings);
	return [events.flatMap((event) => toItems(event, settings))];
}

/**
 * One poll: a sample when a person tries the trigger out, else what happened since the last poll.
 * @param own used in place of n8n's, e.g. waits that take no time
 */
export async function runPoll(context: IPollFunctions, own: Partial<PublishingOptions> = {}): Promise<Items> {
	const connect = async (): Promise<PublishingClient> => await publishingForPolls(context, own);
	if (context.getMode() !== 'manual') return await pollInBackground(context, connect);
	return await sample(context, connect).catch((error: unknown) => {
		throw toPollError(context.getNode(), error);
	});
}
