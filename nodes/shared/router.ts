import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently } from './mapConcurrently.js';
import { showHint } from './operation.js';
import { Run, type Routing } from './run.js';
import { waitHints } from './waits.js';

/**
 * Creates the execute method of a node. It runs the chosen operation for every item and pairs each output with its input, in the
 * order of the items. Depending on On Error, each failure becomes an item, or the first one stops the workflow.
 */
export function route<Client>(routing: Routing<Client>) {
	return async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(this, routing);
		const count = this.getInputData().length;
		const workers = run.parallelRequests();
		const outcomes = await run
			.check(count, workers)
			.then(async () => await mapConcurrently(count, workers, run.item))
			.then(async (items) => [...items, await run.rest(count, items.flat())])
			.catch(() => {
				throw run.stopped();
			});
		run.finish(count);
		const hints = routing.hints?.(this, run.operationName()) ?? [];
		for (const hint of [...hints, ...waitHints(this)]) showHint(this, hint);
		return [outcomes.flat()];
	};
}
