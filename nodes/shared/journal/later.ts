import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMs } from '../../../client/http/idempotency.js';
import { ownValue, recordOf } from '../../../client/http/json.js';

/**
 * The journal for later executions of a published workflow, in n8n's static data. Executions that overlap can overwrite each other's.
 * Manual executions have no static data, so theirs stays in the memory of the process.
 */

/** Entries for later executions, with the maximum number of each kind. Another one replaces the oldest. */
const laterTables = {
	/** Creates that may have been carried out, by method, path and key. A server error releases the key. */
	unconfirmedCreates: 100,
	/** Posts made while the outcome of an earlier create was unknown, which must not be mistaken for its post. */
	laterPosts: 500,
	/** Refused writes with keys that later executions use, too, by method, path and first key. */
	refusedWrites: 200,
	/** Edits of scheduled posts that came to an end, by their first key. */
	finishedEdits: 200,
	/** Drafts that the service saved for an item of a manual execution, but refused to deliver. */
	leftDrafts: 200,
} as const;

/** How long an entry for later executions is useful: as long as the service knows a key. */
const laterMs = idempotencyKeyMs;

/** An entry with its start time, in milliseconds since 1970. */
interface DatedEntry {
	startedAt: number;
}

/** Entries for later executions, by key. */
export interface LaterEntries<Entry> {
	get(key: string): Entry | undefined;
	/** Whether `isWanted` is true for any entry. */
	some(isWanted: (entry: Entry) => boolean): boolean;
	set(key: string, entry: Entry): void;
	delete(key: string): void;
}

/** n8n's context of an execution, with what identifies its node. */
type WorkflowContext = Pick<
	IExecuteFunctions,
	'getInstanceId' | 'getMode' | 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

const manualNodesMax = 100;

/** The data of nodes in manual executions, for which n8n saves no static data. Kept until the process ends. */
const manualData = new Map<string, IDataObject>();

function laterData(context: WorkflowContext): IDataObject {
	if (context.getMode() !== 'manual') return context.getWorkflowStaticData('node');
	const node = JSON.stringify([context.getInstanceId(), context.getWorkflow().id, context.getNode().id]);
	const data = manualData.get(node) ?? { ...context.getWorkflowStaticData('node') };
	manualData.delete(node);
	manualData.set(node, data);
	const [oldest = ''] = manualData.keys();
	if (manualData.size > manualNodesMax) manualData.delete(oldest);
	return data;
}

/**
 * Returns what is kept for later executions of the workflow.
 * @param now returns milliseconds since 1970
 */
export function laterEntries<Entry extends DatedEntry>(
	context: WorkflowContext,
	table: keyof typeof laterTables,
	now: () => number,
): LaterEntries<Entry> {
	const data = laterData(context);
	const entries = () => (data[table] ?? {}) as Record<string, Entry>;
	const isRecent = ({ startedAt }: DatedEntry): boolean => now() - startedAt < laterMs;
	const others = (key: string) =>
		Object.entries(entries()).filter(([other, each]) => other !== key && isRecent(each));
	// n8n notices a change only if the whole object is replaced.
	const replace = (kept: ReadonlyArray<readonly [string, Entry]>): void => {
		data[table] = { ...recordOf(kept) } as IDataObject;
	};
	return {
		get: (key) => {
			const found = ownValue(entries(), key);
			return found && isRecent(found) ? { ...found } : undefined;
		},
		some: (isWanted) => Object.values(entries()).some((entry) => isRecent(entry) && isWanted(entry)),
		set: (key, entry) => replace([...others(key).slice(1 - laterTables[table]), [key, entry]]),
		delete: (key) => {
			if (Object.hasOwn(entries(), key)) replace(others(key));
		},
	};
}
