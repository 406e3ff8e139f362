import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ownValue } from '../../client/http/json';
import { Memo } from '../../client/http/memo';

/** The part of n8n's context through which the memory is reached. */
type RemembersContext = Pick<IExecuteFunctions, 'getContext'>;

/** Memories for n8n Agents. n8n keeps nothing for them, so each memory lasts for one run. */
const runMemories = new WeakMap<object, IDataObject>();

function memoryOfRun(context: object): IDataObject {
	const memory = runMemories.get(context) ?? {};
	runMemories.set(context, memory);
	return memory;
}

/**
 * Returns the node's memory of an execution. n8n saves it with the execution, so it's still there after Retry On Fail, after
 * "Retry execution" and in the next round of a loop. n8n Agents have no run data and `getContext` throws, so the memory lasts
 * only for the run.
 * @param of `flow` for the memory that all nodes of the execution share
 */
export function executionMemory(context: RemembersContext, of: 'flow' | 'node' = 'node'): IDataObject {
	try {
		return context.getContext(of);
	} catch {
		return memoryOfRun(context);
	}
}

/** A part of the memory. Its limits keep an execution's data small. */
export interface MemorySection {
	name: string;
	/** The maximum number of entries. Another one replaces the oldest. Default: no maximum. */
	entriesMax?: number;
	/** The maximum length of an entry as JSON, in characters. A longer one isn't kept. */
	charactersMax: number;
	/** Whether all nodes of the execution share the entries. Default false. */
	isShared?: boolean;
	/** The maximum length of all entries together. Another one replaces the oldest. Default: no maximum. */
	totalMax?: number;
	/** Whether a successful run keeps the entries for later runs, such as the next round of a loop. Default false. */
	outlivesRun?: boolean;
}

function entriesOf(context: RemembersContext, { name, isShared }: MemorySection): Record<string, unknown> {
	const memory = executionMemory(context, isShared ? 'flow' : 'node');
	return (memory[name] ??= {}) as Record<string, unknown>;
}

/** Entries that each run has added. */
const entriesOfRun = new WeakMap<object, Array<{ section: MemorySection; key: string }>>();

/** Returns the value that is kept under a key, or undefined. */
export const recall = (context: RemembersContext, section: MemorySection, key: string): unknown =>
	ownValue(entriesOf(context, section), key);

/** The length of all entries of sections with a maximum, so that it isn't computed for each entry. */
const totals = new WeakMap<object, number>();

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

/** Removes the oldest entries until there is room for another one. */
function makeRoom(entries: Record<string, unknown>, section: MemorySection, length: number): void {
	const { entriesMax = Infinity, totalMax = Infinity } = section;
	if (entriesMax !== Infinity && Object.keys(entries).length >= entriesMax) {
		const [oldest = ''] = Object.keys(entries);
		delete entries[oldest];
	}
	if (totalMax === Infinity) return;
	let total = (totals.get(entries) ?? lengthOf(entries)) + length;
	for (const [oldest, value] of total > totalMax ? Object.entries(entries) : []) {
		if (total <= totalMax) break;
		total -= lengthOf(value);
		delete entries[oldest];
	}
	totals.set(entries, total);
}

/** Keeps a value, which must be plain JSON. A value that is too long isn't kept. */
export function remember(
	context: RemembersContext,
	section: MemorySection,
	key: string,
	value: unknown,
): void {
	const length = lengthOf(value);
	if (length > section.charactersMax) return;
	const entries = entriesOf(context, section);
	if (!Object.hasOwn(entries, key)) makeRoom(entries, section, length);
	entries[key] = value;
	if (section.outlivesRun) return;
	const added = entriesOfRun.get(context) ?? [];
	added.push({ section, key });
	entriesOfRun.set(context, added);
}

/** Removes the entries that a run has added. A successful run isn't retried, and a loop must not fill the execution's data. */
export function forgetRun(context: RemembersContext): void {
	for (const { section, key } of entriesOfRun.get(context) ?? []) {
		const entries = entriesOf(context, section);
		delete entries[key];
		totals.delete(entries);
	}
	entriesOfRun.delete(context);
}

const memosOfRuns = new WeakMap<object, Memo<unknown>>();

/**
 * Returns the memo of a run, for work that is done once for all items. Items that ask for the same key share the work, even
 * while it's in progress. A failure is forgotten.
 * @param run an object that lives exactly as long as the run, such as its context
 */
export function memoOfRun<T>(run: object): Memo<T> {
	const memo = memosOfRuns.get(run) ?? new Memo<unknown>();
	memosOfRuns.set(run, memo);
	return memo as Memo<T>;
}

/** One value for each item of a run, for as long as the run lasts. n8n doesn't save them. */
export class ItemValues<T> {
	private readonly runs = new WeakMap<object, Map<number, T>>();

	/** The values of a run, by item. */
	of(context: object): ReadonlyMap<number, T> {
		return this.runs.get(context) ?? new Map<number, T>();
	}

	/** Sets the value of an item. */
	set(context: object, itemIndex: number, value: T): void {
		this.runs.set(context, (this.runs.get(context) ?? new Map<number, T>()).set(itemIndex, value));
	}
}
