import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PublishingClient, PublishingOptions } from '../../client/publishing';
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

type Connect = () => Promise<PublishingClient>;

/** Where the state lies in the node's static data. */
interface Storage {
	poll?: unknown;
}

async function pollForItems(context: IPollFunctions, connect: Connect, storage: Storage): Promise<Items> {
	const hasTime = createClock(context);
	const settings = readSettings(context);
	const client = await connect();
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

async function pollInBackground(context: IPollFunctions, connect: Connect): Promise<Items> {
	const storage = context.getWorkflowStaticData('node') as Storage;
	const mayFail = !isActivation(context, storage);
	const poll = async (): Promise<Items> => await pollForItems(context, connect, storage);
	return await runAlone(storage, poll).catch((error: unknown) => {
		if (mayFail || !isPassing(error)) throw toPollError(context.getNode(), error);
		// n8n would give up the activation, and nothing would start it again when the service is back.
		context.logger.warn(`The first poll failed and is tried again: ${(error as Error).message}`);
		return null;
	});
}

async function sample(context: IPollFunctions, connect: Connect): Promise<Items> {
	const settings = readSettings(context);
	const occurrences = await readSample(await connect(), settings);
	return [occurrences.flatMap((occurrence) => toItems(occurrence, settings))];
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
