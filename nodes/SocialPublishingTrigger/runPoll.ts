import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { publishingForPolls } from '../SocialPublishing/client';
import { isPassing, toPollError } from './failures';
import { toItems } from './output';
import { beginWatch, pollOnce } from './poll';
import { readSample } from './sample';
import { readSettings, watchOf, type TriggerSettings } from './settings';
import { readState, type PollState } from './state';

type Items = INodeExecutionData[][] | null;

/** n8n before 2.41 tells no budget. */
const defaultBudgetMs = 5 * 60_000;
/** Kept for the page under way and for handing over. */
const reserveMs = 20_000;

/**
 * Triggers that have polled since this process began. A poll that fails while n8n activates a workflow would switch it
 * off, so that a passing fault is not an error before the first poll that succeeds.
 */
const settledIn = new Set<string>();

const keyOf = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}/${context.getNode().id}`;

function createClock(context: IPollFunctions): () => boolean {
	const budgetMs = context.getPollBudgetMs?.() ?? defaultBudgetMs;
	const end = Date.now() + Math.max(budgetMs - reserveMs, budgetMs / 2);
	return () => Date.now() < end;
}

/** Where the state lies in the node's static data. */
interface Storage {
	poll?: unknown;
}

async function pollForItems(context: IPollFunctions, settings: TriggerSettings): Promise<Items> {
	const hasTime = createClock(context);
	const client = await publishingForPolls(context);
	const storage = context.getWorkflowStaticData('node') as Storage;
	const watch = watchOf(settings);
	const before = readState(storage.poll, watch);
	const state = before ?? (await beginWatch(client, settings));
	const isFirst = before === undefined && settings.startFrom === undefined;
	const result = isFirst ? { occurrences: [], state } : await pollOnce(client, settings, state, hasTime);
	// A poll that ran meanwhile has handed over the same changes: this one gives way.
	if (readState(storage.poll, watch)?.revision !== before?.revision) return null;
	if (result.state) storage.poll = structuredClone<PollState>(result.state);
	const items = result.occurrences.flatMap((occurrence) => toItems(occurrence, settings));
	return items.length > 0 ? [items] : null;
}

async function sampleItems(context: IPollFunctions, settings: TriggerSettings): Promise<Items> {
	const sample = await readSample(await publishingForPolls(context), settings);
	return [sample.flatMap((occurrence) => toItems(occurrence, settings))];
}

/** One poll: a sample when a person tries the trigger out, else what happened since the last poll. */
export async function runPoll(context: IPollFunctions): Promise<Items> {
	const isManual = context.getMode() === 'manual';
	const run = async () => await (isManual ? sampleItems : pollForItems)(context, readSettings(context));
	const items = await run().catch((error: unknown) => {
		if (isManual || settledIn.has(keyOf(context)) || !isPassing(error))
			throw toPollError(context.getNode(), error);
		context.logger.warn(`The first poll failed and is tried again: ${(error as Error).message}`);
		return undefined;
	});
	if (items === undefined) return null;
	settledIn.add(keyOf(context));
	return items;
}
