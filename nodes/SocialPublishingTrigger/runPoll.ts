import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { publishingForPolls } from '../SocialPublishing/client';
import { createClock, isActivation, runAlone } from './activation';
import { isPassing, toPollError } from './failures';
import { identify } from './identity';
import { toItems } from './output';
import { pollOnce } from './poll';
import { readSample } from './sample';
import { readSettings } from './settings';
import { revisionOf } from './state';

type Items = INodeExecutionData[][] | null;

/** Where the state lies in the node's static data. */
interface Storage {
	poll?: unknown;
}

async function pollForItems(context: IPollFunctions, storage: Storage): Promise<Items> {
	const hasTime = createClock(context);
	const settings = readSettings(context);
	const client = await publishingForPolls(context);
	const identity = await identify(context, settings);
	const revision = revisionOf(storage.poll);
	const { occurrences, state } = await pollOnce({ client, settings, identity, hasTime }, storage.poll);
	// A poll that ran meanwhile has handed over the same changes: this one gives way.
	if (revisionOf(storage.poll) !== revision) return null;
	const items = occurrences.flatMap((occurrence) => toItems(occurrence, settings));
	// Last of all, so that a state never stands for what was not handed over.
	if (state) storage.poll = state;
	return items.length > 0 ? [items] : null;
}

async function pollInBackground(context: IPollFunctions): Promise<Items> {
	const storage = context.getWorkflowStaticData('node') as Storage;
	const mayFail = !isActivation(context, storage);
	return await runAlone(storage, async () => await pollForItems(context, storage)).catch((error: unknown) => {
		if (mayFail || !isPassing(error)) throw toPollError(context.getNode(), error);
		// n8n would give up the activation, and nothing would start it again when the service is back.
		context.logger.warn(`The first poll failed and is tried again: ${(error as Error).message}`);
		return null;
	});
}

async function sample(context: IPollFunctions): Promise<Items> {
	const settings = readSettings(context);
	const occurrences = await readSample(await publishingForPolls(context), settings);
	return [occurrences.flatMap((occurrence) => toItems(occurrence, settings))];
}

/** One poll: a sample when a person tries the trigger out, else what happened since the last poll. */
export async function runPoll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() !== 'manual') return await pollInBackground(context);
	return await sample(context).catch((error: unknown) => {
		throw toPollError(context.getNode(), error);
	});
}
