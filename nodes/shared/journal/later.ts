import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMs } from '../../../client/http/idempotency.js';
import { ownValue, recordOf, without } from '../../../client/http/json.js';
import { digestOf } from '../idempotency.js';
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

/** All tables for later executions. docs/project/remembered.md lists them. */
export const laterTables = {
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

/** What a node has noted under one credential: a table of entries for each kind, and the workspace if it's known. */
interface Notes {
	workspace?: string;
	tables?: Record<string, Record<string, DatedEntry>>;
}

const notesIn = (data: IDataObject): Record<string, Notes> => (data.notes ?? {}) as Record<string, Notes>;

/** Under how many credentials a node has notes. */
const credentialsMax = 5;

/** Keeps notes under a name as the newest. n8n notices a change only if the whole object is replaced. */
function keepNotes(data: IDataObject, name: string, notes: Notes): void {
	const others = Object.entries(notesIn(data)).filter(([other]) => other !== name);
	data.notes = { ...recordOf([...others.slice(1 - credentialsMax), [name, notes] as const]) } as IDataObject;
}

/** Under which name a run keeps its notes, because a credential can be changed to another service, workspace or API key. */
const runOwner = cell(() => ({ name: '', workspace: undefined as string | undefined }));

/** A service, and what signs in there, such as an API key. Only a digest of it is kept. */
interface Owner {
	address: string;
	secret: string;
}

/**
 * Says whose notes a run uses: those that were made with the same API key. A new key takes over the notes of a former one of the same
 * workspace. Notes of another workspace, or of one that isn't known, aren't used.
 * @param readWorkspace returns the ID of the key's workspace. Asked once for a new key, and only if there are notes that it can take over
 */
export async function takeNotesOf(
	context: WorkflowContext,
	{ address, secret }: Owner,
	readWorkspace: () => Promise<string | undefined>,
): Promise<void> {
	const data = laterData(context);
	const name = `${address} ${digestOf([address, secret])}`;
	runOwner(context).name = name;
	const all = notesIn(data);
	const former = Object.entries(all).filter(
		([other, { workspace }]) => other.startsWith(`${address} `) && workspace !== undefined,
	);
	if (Object.hasOwn(all, name) || former.length === 0) return;
	const workspace = await readWorkspace();
	const [taken, notes] = former.findLast(([, each]) => each.workspace === workspace) ?? [];
	if (taken !== undefined) data.notes = without(all, taken) as IDataObject;
	keepNotes(data, name, { ...notes, workspace });
}

/** Keeps with the notes of a run which workspace they're about. Stores nothing if there are none. */
export function noteWorkspace(context: WorkflowContext, workspace: string): void {
	const owner = runOwner(context);
	owner.workspace = workspace;
	const data = laterData(context);
	const notes = ownValue(notesIn(data), owner.name);
	if (notes && notes.workspace !== workspace) keepNotes(data, owner.name, { ...notes, workspace });
}

/**
 * Returns what is kept for later executions of the workflow that have the same API key, or one of the same workspace.
 * @param now returns milliseconds since 1970
 */
export function laterEntries<Entry extends DatedEntry>(
	context: WorkflowContext,
	table: keyof typeof laterTables,
	now: () => number,
): LaterEntries<Entry> {
	const data = laterData(context);
	const { max, keptMs = idempotencyKeyMs }: LaterTable = laterTables[table];
	const owner = runOwner(context);
	const ofOwner = () => ownValue(notesIn(data), owner.name) ?? {};
	const entries = () => (ofOwner().tables?.[table] ?? {}) as Record<string, Entry>;
	const isRecent = ({ startedAt }: DatedEntry): boolean => now() - startedAt < keptMs;
	const others = (key: string) =>
		Object.entries(entries()).filter(([other, each]) => other !== key && isRecent(each));
	const replace = (kept: ReadonlyArray<readonly [string, Entry]>): void => {
		const { workspace = owner.workspace, tables } = ofOwner();
		keepNotes(data, owner.name, { workspace, tables: { ...tables, [table]: recordOf(kept) } });
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
