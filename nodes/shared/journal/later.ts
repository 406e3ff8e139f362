import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMs } from '../../../client/http/idempotency.js';
import { ownValue, recordOf } from '../../../client/http/json.js';
import { cell } from '../runState.js';

/**
 * The journal for later executions of a published workflow, in n8n's static data. Executions that overlap can overwrite each other's.
 * Manual executions have no static data, so theirs stays in the memory of the process.
 */

/** How many entries of a kind are kept, of which another one replaces the oldest, and for how long, in milliseconds. */
interface LaterTable {
	max: number;
	/** Default: as long as the service knows a key. */
	keptMs?: number;
}

/** Entries for later executions. */
const laterTables = {
	/** Creates that may have been carried out, by method, path and key. A server error releases the key. */
	unconfirmedCreates: { max: 100 },
	/** Posts made while the outcome of an earlier create was unknown, which must not be mistaken for its post. */
	laterPosts: { max: 500 },
	/** Refused writes with keys that later executions use, too, by method, path and first key. */
	refusedWrites: { max: 200 },
	/** Edits of posts that haven't come to an end, by post. */
	openEdits: { max: 200 },
	/** Drafts that the service saved for an item of a manual execution, but refused to deliver. */
	leftDrafts: { max: 200 },
	/** The copies with which failed posts were sent again, by the failed post. */
	sentAgain: { max: 500, keptMs: 35 * 24 * 3_600_000 },
	/** The credentials with which rows had posts, by ID. An API key that has ended was replaced by another one. */
	usedKeys: { max: 20, keptMs: 60 * 24 * 3_600_000 },
} as const satisfies Record<string, LaterTable>;

/** An entry with its start time, in milliseconds since 1970. */
interface DatedEntry {
	startedAt: number;
}

/** Entries for later executions, by key. */
export interface LaterEntries<Entry> {
	get(key: string): Entry | undefined;
	/** The keys of all entries. */
	names(): string[];
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

/** The service of a run, because a credential can be changed to the address of another one. */
const serviceOfRun = cell(() => ({ address: '' }));

/** Says which service the notes of a run are about. IDs are unique within a service, also across its workspaces. */
export const takeNotesOf = (context: object, address: string): void => {
	serviceOfRun(context).address = address;
};

/** How many services a node has notes of. */
const servicesMax = 3;

/**
 * Returns what is kept for later executions of the workflow, about the service of this run.
 * @param now returns milliseconds since 1970
 */
export function laterEntries<Entry extends DatedEntry>(
	context: WorkflowContext,
	table: keyof typeof laterTables,
	now: () => number,
): LaterEntries<Entry> {
	const data = laterData(context);
	const { max, keptMs = idempotencyKeyMs }: LaterTable = laterTables[table];
	const { address } = serviceOfRun(context);
	const services = () => (data.services ?? {}) as Record<string, Record<string, Record<string, Entry>>>;
	const ofService = () => ownValue(services(), address) ?? {};
	const entries = () => ofService()[table] ?? {};
	const isRecent = ({ startedAt }: DatedEntry): boolean => now() - startedAt < keptMs;
	const others = (key: string) =>
		Object.entries(entries()).filter(([other, each]) => other !== key && isRecent(each));
	// n8n notices a change only if the whole object is replaced.
	const replace = (kept: ReadonlyArray<readonly [string, Entry]>): void => {
		const others = Object.entries(services()).filter(([other]) => other !== address);
		const own = { ...ofService(), [table]: { ...recordOf(kept) } };
		data.services = {
			...recordOf([...others.slice(1 - servicesMax), [address, own] as const]),
		} as IDataObject;
	};
	return {
		get: (key) => {
			const found = ownValue(entries(), key);
			return found && isRecent(found) ? { ...found } : undefined;
		},
		names: () => Object.entries(entries()).flatMap(([key, entry]) => (isRecent(entry) ? [key] : [])),
		some: (isWanted) => Object.values(entries()).some((entry) => isRecent(entry) && isWanted(entry)),
		set: (key, entry) => replace([...others(key).slice(1 - max), [key, entry]]),
		delete: (key) => {
			if (Object.hasOwn(entries(), key)) replace(others(key));
		},
	};
}
