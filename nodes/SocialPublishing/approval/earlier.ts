import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { firstCharacters } from '../../../client/http/text.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { runIndexOf, type RunItem } from '../../shared/parameters.js';
import { inExpression } from '../../shared/values.js';
import { cell } from '../../shared/runState.js';
import { postRecord } from '../postRecord.js';
import { channelWordsOf, type ChannelWords } from './channelWords.js';
import { nameMax } from './links.js';
import { commentMax, type EarlierAnswer } from './request.js';
import { reviewsTools } from './wait.js';

/** How many earlier runs of the node are searched for a post. A loop can have thousands. */
const runsMax = 20;

/** The maximum length of the kept texts of a post as JSON, in characters. */
const keptMax = 50_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

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
	record.keep('shown', JSON.stringify(words).length <= keptMax ? { run, words, before } : null);
	return before ?? undefined;
}

/** The last decision about each post in the node's earlier outputs, by the ID of the post. */
const decisions = cell((context: IExecuteFunctions): Map<string, IDataObject> => {
	// A review of an agent's tool call has no output of its own. The agent gets the decision.
	const runs = reviewsTools(context) ? 0 : runIndexOf({ context, itemIndex: 0 });
	const outputOf = (run: number): unknown =>
		context.evaluateExpression(`{{ $(${inExpression(context.getNode().name)}).all(0, ${run}) }}`, 0);
	const last = Array.from({ length: runs }, (_, run) => run).slice(-runsMax);
	const items = last.flatMap((run) => outputOf(run) as INodeExecutionData[]);
	return new Map(items.map(({ json }) => [text(json.id), json]));
});

/**
 * Returns what an approver answered before, if the node asks again about the same post after changes were requested, and what they saw.
 * The last answer in this execution counts, from this node or from another one that the item comes from. n8n saves both with the
 * execution, so this works after a restart and on another worker.
 */
export function findEarlier(item: RunItem, post: Post): EarlierAnswer | undefined {
	const words = shownBefore(item, post);
	const input = item.context.getInputData()[item.itemIndex]?.json;
	const answer = decisions(item.context).get(post.id) ?? (input?.id === post.id ? input : undefined);
	if (answer?.decision !== 'changesRequested') return undefined;
	const by = firstCharacters(text(answer.decidedBy), nameMax);
	const at = Date.parse(text(answer.decidedAt));
	return {
		comment: firstCharacters(text(answer.comment), commentMax),
		...(by === '' ? {} : { decidedBy: by }),
		...(Number.isNaN(at) ? {} : { decidedAt: new Date(at).toISOString() }),
		...(words === undefined ? {} : { words }),
	};
}
