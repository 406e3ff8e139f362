import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../../client/http/json';
import { firstCharacters } from '../../../client/http/text';
import { memoOfRun } from '../../shared/runState';
import { channelLabel } from '../labels';
import { commentMax, nameMax, type ChannelWords, type EarlierAnswer } from './request';

/** How many earlier runs of the node are searched for a post. A loop can have thousands. */
const runsMax = 20;

/** The maximum length of the kept texts of a post as JSON, in characters. n8n saves them with the execution. */
const keptMax = 50_000;

/** The part of n8n's data of an execution that leads to earlier outputs of the node. */
interface EarlierRuns {
	$runIndex: number;
	$items(node: string, output: number, run: number): INodeExecutionData[];
	$getPairedItem(node: string, source: unknown, item: unknown): INodeExecutionData | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the texts of a post on each channel, from the service's post or from the node's output. Undefined for anything else. */
export function channelWordsOf(post: unknown): ChannelWords[] | undefined {
	if (!isObject(post) || typeof post.caption !== 'string' || !Array.isArray(post.channels)) return undefined;
	const words = (channelId: string, label: string, own: IDataObject): ChannelWords => ({
		channelId,
		label,
		caption: text(own.caption ?? post.caption),
		title: text(own.title ?? post.title),
		firstComment: text(own.firstComment ?? post.firstComment),
	});
	const channels = (post.channels as unknown[]).filter(isObject) as IDataObject[];
	if (channels.length === 0) return [words('', '', {})];
	return channels.map((channel) => {
		const { accountId, platform, handle } = channel;
		const id = text(accountId);
		return words(id, channelLabel(text(platform), text(handle) || undefined, id), channel);
	});
}

/** Returns n8n's answer, or undefined if n8n has none, such as for a node without an earlier run. */
function ifThere<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Reads the last decision about each post from the node's earlier outputs, by the ID of the post. */
function readById(context: IExecuteFunctions): Map<string, IDataObject> {
	const byId = new Map<string, IDataObject>();
	const runs = context.getWorkflowDataProxy(0) as unknown as EarlierRuns;
	const first = Math.max(0, runs.$runIndex - runsMax);
	for (let run = first; run < runs.$runIndex; run += 1) {
		const items = ifThere(() => runs.$items(context.getNode().name, 0, run)) ?? [];
		for (const { json } of items) byId.set(text(json.id), json);
	}
	byId.delete('');
	return byId;
}

/** Finds the output of the node from which an item of a loop comes. A new post has another ID in each round. */
function readByOrigin(context: IExecuteFunctions, itemIndex: number): IDataObject | undefined {
	const runs = context.getWorkflowDataProxy(itemIndex) as unknown as EarlierRuns;
	const { pairedItem } = context.getInputData()[itemIndex] ?? {};
	if (runs.$runIndex === 0 || pairedItem === undefined) return undefined;
	return runs.$getPairedItem(context.getNode().name, context.getInputSourceData(), pairedItem)?.json;
}

/**
 * Returns what an approver answered before, if the node asks again after changes were requested. Reads the node's own outputs, which
 * n8n saves with the execution. So this works after a restart and on another worker.
 */
export async function findEarlier(
	context: IExecuteFunctions,
	itemIndex: number,
	postId: string,
): Promise<EarlierAnswer | undefined> {
	const byId = await memoOfRun<Map<string, IDataObject>>(context).get('earlier decisions', async () =>
		Promise.resolve(ifThere(() => readById(context)) ?? new Map<string, IDataObject>()),
	);
	const output = byId.get(postId) ?? ifThere(() => readByOrigin(context, itemIndex));
	if (output?.decision !== 'changesRequested') return undefined;
	const words = channelWordsOf(output);
	const by = firstCharacters(text(output.decidedBy), nameMax);
	const at = Date.parse(text(output.decidedAt));
	return {
		comment: firstCharacters(text(output.comment), commentMax),
		...(by === '' ? {} : { decidedBy: by }),
		...(Number.isNaN(at) ? {} : { decidedAt: new Date(at).toISOString() }),
		...(words === undefined || JSON.stringify(words).length > keptMax ? {} : { words }),
	};
}
