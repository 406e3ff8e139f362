import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ownValue } from '../../../client/http/json.js';
import { numberText } from '../../../client/http/text.js';
import { ParameterError } from '../errors.js';
import { cell } from '../runState.js';

/**
 * The journal of an execution: what a node keeps of its own work beyond a run. `later.ts` has what later executions keep. Besides these,
 * there are only the origin of the keys (idempotency.ts) and the request of an approval (wait.ts), which n8n keeps in the same place.
 *
 * n8n saves `getContext` with the execution. So what is kept there is still there after Retry On Fail, after "Retry execution", in the next
 * round of a loop and after a wait. It's lost if the process is killed before n8n saves the execution. n8n Agents have no execution, so
 * there it lasts for one run.
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

/** All tables of an execution. docs/project/remembered.md lists them. */
export const executionTables = {
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
	/** By the nonce of a link to an approval page: the node whose page it opens. */
	approvalLinks: { isShared: true, outlivesRun: true },
	/** By post: whether a copy has the settings that the service doesn't copy. */
	socialPublishingCopies: { isShared: true, outlivesRun: true },
	/** By asset: what is known about its file. */
	socialPublishingFiles: { isShared: true, outlivesRun: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof executionTables;

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

interface LargePlace {
	entry: SavedEntry;
	name: string;
	length: number;
}

/** The part of n8n's context through which the journal is reached. */
type JournalContext = Pick<IExecuteFunctions, 'getContext'>;

/** What is kept where n8n has no execution, such as in n8n Agents. */
const memories = { flow: cell((): IDataObject => ({})), node: cell((): IDataObject => ({})) };

/**
 * Returns what n8n saves for the node in this execution.
 * @param of `flow` for what all nodes of the execution share
 */
export function executionMemory(context: JournalContext, of: 'flow' | 'node' = 'node'): IDataObject {
	try {
		return context.getContext(of);
	} catch {
		return memories[of](context);
	}
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

/** The large values of a memory, the oldest first. Knows their length, so it isn't computed for each of them. */
class LargeValues {
	private readonly places = new Map<string, LargePlace>();

	private total = 0;

	constructor(memory: IDataObject) {
		const saved = Object.keys(executionTables).flatMap((table) =>
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

const largeValuesOf = cell((memory: IDataObject) => new LargeValues(memory));

/** The number of entries of a table, because counting them takes time. */
const sizeOf = cell((entries: SavedEntries) => ({ count: Object.keys(entries).length }));

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
		const { isShared, outlivesRun }: Table = executionTables[table];
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
			`This run has more than ${numberText(entriesMax)} items`,
			"Nothing was sent for this item, because a retry couldn't know what was sent before. Add 'Loop Over Items' before this node, so that each run has fewer items",
		);
	}

	/** Ends its run. What stays is the first to go when space is needed. */
	end(hasFailure: boolean): void {
		const { outlivesRun }: Table = executionTables[this.table];
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
		return largeValuesOf(this.memory);
	}

	private get count(): number {
		return sizeOf(this.entries).count;
	}

	private set count(count: number) {
		sizeOf(this.entries).count = count;
	}
}

/** The entries that a run has written, or that it found from an earlier try. */
const touchedIn = cell(() => new Map<string, { end(hasFailure: boolean): void }>());

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
