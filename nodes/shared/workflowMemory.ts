import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ownValue, recordOf } from '../../client/http/json';

/** A part of the memory that the node keeps for later executions of its workflow. */
interface WorkflowMemorySection {
	name: string;
	/** The maximum number of entries. Another one replaces the oldest. */
	entriesMax: number;
	/** How long an entry is useful, in milliseconds. Older ones are ignored. */
	ageMaxMs: number;
}

/** An entry with its start time, in milliseconds since 1970. */
interface DatedEntry {
	startedAt: number;
}

/** Entries for later executions, by key. */
interface WorkflowMemory<Entry> {
	get(key: string): Entry | undefined;
	/** Whether `isWanted` is true for any entry. */
	some(isWanted: (entry: Entry) => boolean): boolean;
	set(key: string, entry: Entry): void;
}

/** n8n's context of an execution, with what identifies its node. */
type WorkflowContext = Pick<
	IExecuteFunctions,
	'getInstanceId' | 'getMode' | 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

const manualNodesMax = 100;

/** The data of nodes in manual executions, for which n8n saves no static data. Kept until the process ends. */
const manualData = new Map<string, IDataObject>();

function dataOf(context: WorkflowContext): IDataObject {
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
 * Keeps values for later executions of the workflow in the node's static data. n8n saves them only for executions of a
 * published workflow, and not if the process is killed. Executions that overlap can overwrite each other's data. Values of manual
 * executions stay in the memory of the process.
 * @param now returns milliseconds since 1970
 */
export function workflowMemory<Entry extends DatedEntry>(
	context: WorkflowContext,
	{ name, entriesMax, ageMaxMs }: WorkflowMemorySection,
	now: () => number,
): WorkflowMemory<Entry> {
	const data = dataOf(context);
	const entries = () => (data[name] ?? {}) as Record<string, Entry>;
	const isRecent = ({ startedAt }: DatedEntry): boolean => now() - startedAt < ageMaxMs;
	return {
		get: (key) => {
			const found = ownValue(entries(), key);
			return found && isRecent(found) ? { ...found } : undefined;
		},
		some: (isWanted) => Object.values(entries()).some((entry) => isRecent(entry) && isWanted(entry)),
		set: (key, entry) => {
			const others = Object.entries(entries()).filter(([other, each]) => other !== key && isRecent(each));
			// n8n notices the change only if the whole object is replaced.
			const kept = [...others.slice(1 - entriesMax), [key, entry] as const];
			data[name] = { ...recordOf(kept) } as IDataObject;
		},
	};
}
