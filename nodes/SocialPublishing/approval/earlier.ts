import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { firstCharacters } from '../../../client/http/text.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { inExpression, runIndexOf, type RunItem } from '../../shared/parameters.js';
import { memoCell } from '../../shared/runState.js';
import { postRecord } from '../postRecord.js';
import { channelLabel } from '../words/labels.js';
import { nameMax } from './links.js';
import { commentMax, type ChannelWords, type EarlierAnswer } from './request.js';
import { reviewsTools } from './wait.js';

/** How many earlier runs of the node are searched for a post. A loop can have thousands. */
const runsMax = 20;

/** The maximum length of the kept texts of a post as JSON, in characters. */
const keptMax = 50_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the texts of a post on each channel. */
export function channelWordsOf(post: Post): ChannelWords[] {
	const words = (channelId: string, label: string, own: Partial<Post['channels'][number]>): ChannelWords => ({
		channelId,
		label,
		caption: own.caption ?? post.caption,
		title: own.title ?? post.title ?? '',
		firstComment: own.firstComment ?? post.firstComment ?? '',
	});
	if (post.channels.length === 0) return [words('', '', {})];
	return post.channels.map((channel) => {
		const { accountId, platform, handle } = channel;
		return words(accountId, channelLabel(platform, handle, accountId), channel);
	});
}

/** What the node showed of a post in a run, and before it. */
interface Shown {
	run: number;
	words: ChannelWords[];
	/** Null if nothing was shown, or if the texts were too long. */
	before: ChannelWords[] | null;
}

/** Keeps what the node shows now, and returns what it showed in an earlier run. A retry of this run shows nothing new. */
function shownBefore(item: RunItem, post: Post): ChannelWords[] | undefined {
	const record = postRecord(item.context, post.id);
	const run = runIndexOf(item);
	const kept = record.large<Shown>('shown');
	const last = kept.is === 'kept' ? kept.value : undefined;
	const before = (last?.run === run ? last.before : last?.words) ?? null;
	const words = channelWordsOf(post);
	const isKept = JSON.stringify(words).length <= keptMax;
	record.keep('shown', isKept ? { run, words, before } : null);
	return before ?? undefined;
}

/** Reads the last decision about each post from the node's earlier outputs, by the ID of the post. */
function readDecisions({ context, itemIndex }: RunItem, runs: number): Map<string, IDataObject> {
	const byId = new Map<string, IDataObject>();
	// A review of an agent's tool call has no output of its own. The agent gets the decision.
	if (reviewsTools(context)) return byId;
	const node = inExpression(context.getNode().name);
	for (let run = Math.max(0, runs - runsMax); run < runs; run += 1) {
		const items = context.evaluateExpression(`{{ $(${node}).all(0, ${run}) }}`, itemIndex);
		for (const { json } of items as unknown as INodeExecutionData[]) byId.set(text(json.id), json);
	}
	return byId;
}

const decisions = memoCell<Map<string, IDataObject>>();

/** Returns the last decision about a post in this execution: that of this node, or that of another one from which the item comes. */
async function lastDecision(item: RunItem, { id }: Post): Promise<IDataObject | undefined> {
	const { context, itemIndex } = item;
	const ofNode = await decisions(context).get('', async () =>
		Promise.resolve(readDecisions(item, runIndexOf(item))),
	);
	const { json } = context.getInputData()[itemIndex] ?? {};
	return ofNode.get(id) ?? (json?.id === id ? json : undefined);
}

/**
 * Returns what an approver answered before, if the node asks again about the same post after changes were requested, and what they saw.
 * n8n saves both with the execution, so this works after a restart and on another worker.
 */
export async function findEarlier(item: RunItem, post: Post): Promise<EarlierAnswer | undefined> {
	const words = shownBefore(item, post);
	const output = await lastDecision(item, post);
	if (output?.decision !== 'changesRequested') return undefined;
	const by = firstCharacters(text(output.decidedBy), nameMax);
	const at = Date.parse(text(output.decidedAt));
	return {
		comment: firstCharacters(text(output.comment), commentMax),
		...(by === '' ? {} : { decidedBy: by }),
		...(Number.isNaN(at) ? {} : { decidedAt: new Date(at).toISOString() }),
		...(words === undefined ? {} : { words }),
	};
}
