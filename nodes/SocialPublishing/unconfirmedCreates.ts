import type { IExecuteFunctions } from 'n8n-workflow';
import { idempotencyKeyMs } from '../../client/http/idempotency';
import { ownValue, recordOf } from '../../client/http/json';
import type { UnconfirmedWrite } from '../../client/publishing/posts/recovery';
import { isKeyOfExecution } from '../shared/idempotency';

/** The most writes that are kept. Another one replaces the oldest. */
const entriesMax = 100;

/** Creates and duplicates, by method, path and key. */
const createShape = /^POST \S+\/posts\/(?:[^/\s]+\/duplicate)? (\S+)$/;

/** Whether another execution can send the same write again, and would create another post with it. */
function isShared(write: string): boolean {
	const [, key] = createShape.exec(write) ?? [];
	return key !== undefined && !isKeyOfExecution(key);
}

type Entries = Record<string, UnconfirmedWrite>;

/** Creates that may have been carried out, for the next execution of the workflow. */
export interface UnconfirmedCreates {
	get(write: string): UnconfirmedWrite | undefined;
	set(write: string, unconfirmed: UnconfirmedWrite): void;
}

/**
 * Keeps creates whose end was never learned in the static data of the node, as long as the service would know their keys. An
 * error of the service releases a key, so the key alone doesn't keep the next execution from creating the post again.
 *
 * n8n saves static data for executions of a published workflow, but neither for manual ones nor when the process is killed.
 * Executions that overlap can overwrite each other's data.
 */
export function unconfirmedCreates(
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>,
	now: () => number,
): UnconfirmedCreates {
	const data = context.getWorkflowStaticData('node');
	const entries = (): Entries => (data.unconfirmedCreates ?? {}) as unknown as Entries;
	const isRecent = ({ startedAt }: UnconfirmedWrite): boolean => now() - startedAt < idempotencyKeyMs;
	return {
		get: (write) => {
			const found = ownValue(entries(), write);
			return found && isRecent(found) ? { ...found } : undefined;
		},
		set: (write, unconfirmed) => {
			if (!isShared(write)) return;
			const kept = Object.entries(entries()).filter(([name, each]) => name !== write && isRecent(each));
			// Assigned as a whole, because n8n notices only changes of the first level for sure.
			data.unconfirmedCreates = recordOf([
				...kept.slice(1 - entriesMax),
				[write, unconfirmed] as const,
			]) as never;
		},
	};
}
