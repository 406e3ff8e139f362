import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ownValue, recordOf } from '../../client/http/json';

/** A part of what the node keeps for later executions of its workflow. */
interface DatedShelf {
	name: string;
	/** The most entries that are kept. Another one replaces the oldest. */
	entriesMax: number;
	/** How long an entry is of use, in milliseconds. */
	ageMaxMs: number;
}

/** An entry, with when it began to be of use, in milliseconds since 1970. */
interface Dated {
	startedAt: number;
}

/** Entries for later executions, by key. */
interface WorkflowMemory<Entry> {
	get(key: string): Entry | undefined;
	/** Whether any entry is as wanted. */
	some(isWanted: (entry: Entry) => boolean): boolean;
	set(key: string, entry: Entry): void;
}

/**
 * Keeps values for later executions of the workflow, in the static data of the node. n8n saves them for executions of a published
 * workflow, but neither for manual ones nor when the process is killed. Executions that overlap can overwrite each other's data.
 * @param now returns milliseconds since 1970
 */
export function workflowMemory<Entry extends Dated>(
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>,
	{ name, entriesMax, ageMaxMs }: DatedShelf,
	now: () => number,
): WorkflowMemory<Entry> {
	const data = context.getWorkflowStaticData('node');
	const entries = () => (data[name] ?? {}) as Record<string, Entry>;
	const isRecent = ({ startedAt }: Dated): boolean => now() - startedAt < ageMaxMs;
	return {
		get: (key) => {
			const found = ownValue(entries(), key);
			return found && isRecent(found) ? { ...found } : undefined;
		},
		some: (isWanted) => Object.values(entries()).some((entry) => isRecent(entry) && isWanted(entry)),
		set: (key, entry) => {
			const others = Object.entries(entries()).filter(([other, each]) => other !== key && isRecent(each));
			// Replaced as a whole, so that n8n notices the change.
			const kept = [...others.slice(1 - entriesMax), [key, entry] as const];
			data[name] = { ...recordOf(kept) } as IDataObject;
		},
	};
}
