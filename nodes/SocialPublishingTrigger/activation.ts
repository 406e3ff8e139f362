import type { IPollFunctions } from 'n8n-workflow';

/** What n8n gives a poll when it tells nothing else, in milliseconds. */
const defaultBudgetMs = 5 * 60_000;
/** Kept for the page under way and for handing over. */
const reserveMs = 20_000;

/** n8n before 2.41 tells no budget. */
const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? defaultBudgetMs;

/** Says whether there is still time for another page. */
export function createClock(context: IPollFunctions): () => boolean {
	const budgetMs = budgetOf(context);
	const end = Date.now() + Math.max(budgetMs - reserveMs, budgetMs / 2);
	return () => Date.now() < end;
}

/** Static data that a poll was made with: n8n loads it anew whenever it activates a workflow. */
const begun = new WeakSet<object>();
const underWay = new WeakSet<object>();

/**
 * Whether this is the poll that n8n makes to activate a workflow; asked once for each poll. n8n's own scheduler, which
 * loads the workflow for every single poll, is known by its shorter budget.
 */
export function isActivation(context: IPollFunctions, staticData: object): boolean {
	const isFirst = !begun.has(staticData);
	begun.add(staticData);
	return isFirst && !(context.getActivationMode() === 'update' && budgetOf(context) < defaultBudgetMs);
}

/** Runs a poll unless another one with the same static data is not done yet: that one tells everything. */
export async function runAlone<T>(staticData: object, poll: () => Promise<T>): Promise<T | null> {
	if (underWay.has(staticData)) return null;
	underWay.add(staticData);
	return await poll().finally(() => underWay.delete(staticData));
}
