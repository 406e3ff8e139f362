import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ownValue } from '../../client/http/json';
import { Memo } from '../../client/http/memo';

/** The part of n8n's context that leads to what is kept. */
type RemembersContext = Pick<IExecuteFunctions, 'getContext'>;

/** What n8n Agents get: n8n keeps nothing for them, so this lasts for one run. */
const runMemories = new WeakMap<object, IDataObject>();

function memoryOfRun(context: object): IDataObject {
	const memory = runMemories.get(context) ?? {};
	runMemories.set(context, memory);
	return memory;
}

/**
 * What the node keeps for an execution. n8n saves it with the execution and gives it back to Retry On Fail, to "Retry
 * execution" and to the next round of a loop. In n8n Agents there is no run data, `getContext` throws, and the node remembers for the run alone.
 */
export function executionMemory(context: RemembersContext): IDataObject {
	try {
		return context.getContext('node');
	} catch {
		return memoryOfRun(context);
	}
}

/** A part of the memory, bounded so that an execution's data stays small. */
export interface Shelf {
	name: string;
	/** The most entries that are kept. Another one replaces the oldest. */
	entriesMax: number;
	/** Characters of one entry as JSON; a longer one isn't kept. */
	charactersMax: number;
	/** Whether a run that went well keeps the entries for later runs, such as the next round of a loop. Default false. */
	outlivesRun?: boolean;
}

const entriesOf = (context: RemembersContext, { name }: Shelf): Record<string, unknown> =>
	(executionMemory(context)[name] ??= {}) as Record<string, unknown>;

/** Entries that each run has added. */
const entriesOfRun = new WeakMap<object, Array<{ shelf: Shelf; key: string }>>();

/** What is kept under a key; undefined when nothing is. */
export const recall = (context: RemembersContext, shelf: Shelf, key: string): unknown =>
	ownValue(entriesOf(context, shelf), key);

/** Keeps a value that JSON can express. */
export function remember(context: RemembersContext, shelf: Shelf, key: string, value: unknown): void {
	if (JSON.stringify(value).length > shelf.charactersMax) return;
	const entries = entriesOf(context, shelf);
	const keys = Object.hasOwn(entries, key) ? [] : Object.keys(entries);
	const [oldest = ''] = keys;
	if (keys.length >= shelf.entriesMax) delete entries[oldest];
	entries[key] = value;
	if (shelf.outlivesRun) return;
	const added = entriesOfRun.get(context) ?? [];
	added.push({ shelf, key });
	entriesOfRun.set(context, added);
}

/** Drops what a run has added. A run that went well isn't tried again, and a loop must not fill the execution's data. */
export function forgetRun(context: RemembersContext): void {
	for (const { shelf, key } of entriesOfRun.get(context) ?? []) delete entriesOf(context, shelf)[key];
	entriesOfRun.delete(context);
}

const memosOfRuns = new WeakMap<object, Memo<unknown>>();

/**
 * What a run does once for all its items, by key, also while it is under way. A failure is forgotten.
 * @param run what lives exactly as long as the run, such as its context
 */
export function memoOfRun<T>(run: object): Memo<T> {
	const memo = memosOfRuns.get(run) ?? new Memo<unknown>();
	memosOfRuns.set(run, memo);
	return memo as Memo<T>;
}
