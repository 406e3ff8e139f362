import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMs } from '../../client/http/idempotency.js';
import { ownValue, recordOf } from '../../client/http/json.js';
import { ParameterError } from './errors.js';
import { stateOf } from './runState.js';

/**
 * The journal: what a node keeps of its own work beyond a run. Besides it, there are only the origin of the keys (idempotency.ts) and the
 * request of an approval (wait.ts), which n8n keeps in the same place.
 *
 * n8n saves `getContext` with the execution. So what is kept there is still there after Retry On Fail, after "Retry execution", in the next
 * round of a loop and after a wait. It's lost if the process is killed before n8n saves the execution. n8n Agents have no execution, so
 * there it lasts for one run. Static data is for later executions of a published workflow. Executions that overlap can overwrite each
 * other's. Manual executions have none, so theirs stays in the memory of the process.
 *
 * An entry has facts, which are small and always kept, and can have large values. All large values of a node share the room of
 * {@link largeMax} characters, and the oldest are dropped. Whoever asks for one is told, and must say what happens then.
 */

/** What the entries of a table are about, and how long they count. */
interface Table {
	/** Whether all nodes of the execution share the entries. Default: they are the node's own. */
	isShared?: boolean;
	/** Whether a run that ended well keeps its entries, such as for the next round of a loop. Default: they are for retries only. */
	outlivesRun?: boolean;
}

/** All tables of an execution. */
const tables = {
	/** By item: its writes with what came back, its uploads, and the clashes that it has passed. */
	items: {},
	/** By the key of its input: what a call has cost. Its answer is a large value. */
	charges: {},
	/** By method, path and key: requests of which the outcome is unknown, or that were refused. */
	requests: {},
	/** By post: whose it is, whether it was made here, and how an interrupted edit must deliver it. */
	posts: { outlivesRun: true },
	/** By item: the post that it sent. What the post is compared by is a large value. */
	sent: { outlivesRun: true },
	/** By asset: what is known about its file. */
	socialPublishingFiles: { isShared: true, outlivesRun: true },
} as const satisfies Record<string, Table>;

/** The name of a table. */
export type TableName = keyof typeof tables;

/** With this many entries in a table, the oldest of runs that have ended go. {@link JournalEntry.requireRoom} refuses more. */
export const entriesMax = 10_000;

/** The room for all large values of a node in an execution, as JSON, in characters. */
export const largeMax = 4_000_000;

/** A large value: kept, dropped because there was no room, or never there. */
export type Large<T> = { is: 'kept'; value: T } | { is: 'dropped' } | { is: 'never' };

/** An entry as n8n saves it, in plain JSON. */
interface SavedEntry {
	facts?: object;
	/** Large values by name. Null for one that was dropped. */
	large?: Record<string, { value: unknown } | null>;
	/** Whether its run has ended without stopping the workflow, so it's hardly needed anymore. */
	hasEnded?: true;
}

type SavedEntries = Record<string, SavedEntry>;

/** Where a large value is. */
interface LargePlace {
	entry: SavedEntry;
	name: string;
	length: number;
}

/** The part of n8n's context through which the journal is reached. */
type JournalContext = Pick<IExecuteFunctions, 'getContext'>;

/**
 * Returns what n8n saves for the node in this execution.
 * @param of `flow` for what all nodes of the execution share
 */
export function executionMemory(context: JournalContext, of: 'flow' | 'node' = 'node'): IDataObject {
	try {
		return context.getContext(of);
	} catch {
		return stateOf(context, `memory of the ${of}`, (): IDataObject => ({}));
	}
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

/** The large values of a memory, the oldest first. Knows their length, so it isn't computed for each of them. */
class LargeValues {
	private readonly places = new Map<string, LargePlace>();

	private total = 0;

	constructor(memory: IDataObject) {
		const saved = Object.keys(tables).flatMap((table) =>
			Object.entries((memory[table] ?? {}) as SavedEntries).flatMap(([key, entry]) =>
				Object.entries(entry.large ?? {}).map(([name, kept]) => ({
					id: idOf(table, key, name),
					entry,
					name,
					kept,
				})),
			),
		);
		for (const { id, entry, name, kept } of saved) {
			if (kept) this.place(id, { entry, name, length: lengthOf(kept.value) });
		}
	}

	set(id: string, entry: SavedEntry, name: string, value: unknown): void {
		this.remove(id);
		const length = lengthOf(value);
		const isKept = length <= largeMax;
		if (isKept) this.makeRoom(length);
		entry.large = { ...entry.large, [name]: isKept ? { value } : null };
		if (isKept) this.place(id, { entry, name, length });
	}

	remove(id: string): void {
		this.total -= this.places.get(id)?.length ?? 0;
		this.places.delete(id);
	}

	private place(id: string, place: LargePlace): void {
		this.places.set(id, place);
		this.total += place.length;
	}

	private makeRoom(length: number): void {
		while (this.total + length > largeMax) {
			const [id, { entry, name }] = this.oldest();
			entry.large = { ...entry.large, [name]: null };
			this.remove(id);
		}
	}

	/** The oldest value of a run that has ended, or else the oldest of all. */
	private oldest(): [string, LargePlace] {
		for (const found of this.places) if (found[1].entry.hasEnded) return found;
		const [first] = this.places;
		return first as [string, LargePlace];
	}
}

/** Identifies a large value within a memory. */
const idOf = (table: string, key: string, name: string): string => JSON.stringify([table, key, name]);

/** When a table is full, so many entries go at once, because each search for the oldest takes time. */
const evictedAtOnce = 500;

/** One entry of a table, whether it exists or not. */
class JournalEntry<Facts extends object> {
	private readonly memory: IDataObject;

	private readonly entries: SavedEntries;

	constructor(
		private readonly context: JournalContext,
		private readonly table: TableName,
		private readonly key: string,
	) {
		const { isShared, outlivesRun }: Table = tables[table];
		this.memory = executionMemory(context, isShared ? 'flow' : 'node');
		this.entries = (this.memory[table] ??= {}) as SavedEntries;
		if (this.exists && !outlivesRun) this.touch();
	}

	/** Whether anything is kept. */
	get exists(): boolean {
		return Object.hasOwn(this.entries, this.key);
	}

	/** What is known, in plain JSON. */
	get facts(): Partial<Facts> {
		return (this.saved?.facts ?? {}) as Partial<Facts>;
	}

	/** Adds or replaces facts. */
	note(facts: Partial<Facts>): void {
		const entry = this.written();
		entry.facts = { ...entry.facts, ...facts };
	}

	/** Returns a large value. */
	large<T>(name: string): Large<T> {
		const kept = ownValue(this.saved?.large ?? {}, name);
		if (kept === undefined) return { is: 'never' };
		return kept === null ? { is: 'dropped' } : { is: 'kept', value: kept.value as T };
	}

	/** Keeps a large value, which must be plain JSON, as long as there is room. */
	keep(name: string, value: unknown): void {
		this.largeValues.set(idOf(this.table, this.key, name), this.written(), name, value);
	}

	/**
	 * Makes sure that another entry can be kept. Call it before anything is sent, because a retry must know what was sent. Throws a
	 * `ParameterError` if the table is full of entries that can still be needed.
	 */
	requireRoom(): void {
		if (this.exists || this.count < entriesMax) return;
		this.evict();
		if (this.count < entriesMax) return;
		throw new ParameterError(
			`This run has more than ${entriesMax.toLocaleString('en-US')} items`,
			"Nothing was sent for this item, because a retry couldn't know what was sent before. Add 'Loop Over Items' before this node, so that each run has fewer items",
		);
	}

	/** Ends its run. What stays is the first to go when space is needed. */
	end(hasFailure: boolean): void {
		const { outlivesRun }: Table = tables[this.table];
		const { saved } = this;
		if (saved && (outlivesRun || hasFailure)) saved.hasEnded = true;
		else this.remove();
	}

	private remove(): void {
		const { saved } = this;
		if (saved === undefined) return;
		for (const name of Object.keys(saved.large ?? {})) {
			this.largeValues.remove(idOf(this.table, this.key, name));
		}
		delete this.entries[this.key];
		this.count -= 1;
	}

	private get saved(): SavedEntry | undefined {
		return ownValue(this.entries, this.key);
	}

	private written(): SavedEntry {
		this.touch();
		const { saved } = this;
		if (saved) {
			delete saved.hasEnded;
			return saved;
		}
		if (this.count >= entriesMax) this.evict();
		const entry: SavedEntry = {};
		this.entries[this.key] = entry;
		this.count += 1;
		return entry;
	}

	private evict(): void {
		const ended = Object.entries(this.entries).filter(([, { hasEnded }]) => hasEnded);
		for (const [key] of ended.slice(0, evictedAtOnce)) {
			new JournalEntry(this.context, this.table, key).remove();
		}
	}

	private touch(): void {
		touchedIn(this.context).set(idOf(this.table, this.key, ''), this);
	}

	private get largeValues(): LargeValues {
		return stateOf(this.memory, 'large values', () => new LargeValues(this.memory));
	}

	private get size(): { count: number } {
		return stateOf(this.entries, 'size', () => ({ count: Object.keys(this.entries).length }));
	}

	private get count(): number {
		return this.size.count;
	}

	private set count(count: number) {
		this.size.count = count;
	}
}

/** The entries that a run has written, or that it found from an earlier try. */
const touchedIn = (context: object): Map<string, { end(hasFailure: boolean): void }> =>
	stateOf(context, 'touched entries', () => new Map<string, { end(hasFailure: boolean): void }>());

/** Returns the entry of a table under a key, whether it exists or not. */
export const entryOf = <Facts extends object>(
	context: JournalContext,
	table: TableName,
	key: string,
): JournalEntry<Facts> => new JournalEntry<Facts>(context, table, key);

/** Returns the keys of the items that have sent a post, in the order in which they were added. */
export const keysOfSent = (context: JournalContext): string[] =>
	Object.keys((executionMemory(context).sent ?? {}) as SavedEntries);

/**
 * Ends a run that doesn't stop the workflow. Without a failed item, it isn't retried, and a loop must not fill the execution's data. With
 * one, n8n can still run it again.
 */
export function runEnded(context: JournalContext, hasFailure = false): void {
	const touched = touchedIn(context);
	for (const entry of touched.values()) entry.end(hasFailure);
	touched.clear();
}

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
