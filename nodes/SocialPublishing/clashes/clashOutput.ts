import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Operation } from '../../shared/operation.js';
import type { RunItem } from '../../shared/parameters.js';
import { forgetWish } from '../form/wish.js';
import { captionOf } from '../output/postOutput.js';
import { tell, type ComparedWith } from '../output/results.js';
import { rowSentence } from '../output/sentences.js';
import { beginComparison, clashesOf, SkippedItem } from './check.js';
import type { ShownClash } from './clashReport.js';
import { keepSent } from './runClashes.js';

/** What the output of an item that was left out has. Its message and `clashes` say why. */
export const skippedOutput = { action: 'skipped', reason: 'clash' } as const;

/** Whether an output is that of an item that was left out because of a clash. */
export const isLeftOut = ({ action, reason }: IDataObject): boolean =>
	action === skippedOutput.action && reason === skippedOutput.reason;

/** The service has returned a post that clashes, because another run has created it with the same idempotency key. */
const asReturned = (clash: ShownClash): ShownClash => ({
	...clash,
	message: `${clash.message}. The service returned this post instead of a new one`,
});

/**
 * Adds to an output what was found for its item, if the user wants a comparison. An output of one channel gets only the clashes of
 * that channel.
 */
export function addClashes(
	item: RunItem,
	output: IDataObject,
): IDataObject & { clashes?: ShownClash[]; comparedWith?: ComparedWith } {
	const found = clashesOf(item);
	if (!found) return output;
	const { accountId, id: sentId } = output;
	const { comparedWith } = found;
	const clashes = found.clashes
		.filter((clash) => accountId === undefined || clash.accountId === accountId)
		.map((clash) =>
			clash.postId !== null && clash.postId === sentId && !isLeftOut(output) ? asReturned(clash) : clash,
		);
	return { ...output, clashes, ...(comparedWith ? { comparedWith } : {}) };
}

/** Keeps a post that an item has sent, for the next round of a loop. */
function keepIfSent(item: RunItem, outputs: IDataObject[]): void {
	const { planned } = clashesOf(item) ?? {};
	const ids = outputs.map(({ id }) => id);
	const postId = ids.find((id) => typeof id === 'string');
	const isSent = outputs.every((output) => !isLeftOut(output) && output.dryRun !== true);
	if (isSent && postId !== undefined && planned) keepSent(item, { ...planned, postId });
}

/** Adds the clashes of each item to the output of an operation, and returns an item that was left out as one output. */
export const reportingClashes = (operation: Operation<PublishingClient>): Operation<PublishingClient> => ({
	...operation,
	execute: async (parameters, client) => {
		beginComparison(parameters);
		const working = operation.execute(parameters, client).finally(() => {
			forgetWish(parameters);
		});
		const result = await working.catch((error: unknown) => {
			if (!(error instanceof SkippedItem)) throw error;
			const { postId: id, channels = [] } = clashesOf(parameters)?.planned ?? {};
			const caption = captionOf(parameters).caption || (channels[0]?.caption ?? '');
			const message = rowSentence({ action: 'skipped', why: error.message }, { caption });
			tell(parameters, { row: skippedOutput });
			return { message, ...(id ? { id } : {}), caption, ...skippedOutput };
		});
		keepIfSent(parameters, [result].flat());
		const outputs = [result].flat().map((output) => addClashes(parameters, output));
		const { comparedWith } = clashesOf(parameters) ?? {};
		tell(parameters, { clashes: outputs.flatMap(({ clashes = [] }) => clashes), comparedWith });
		return Array.isArray(result) ? outputs : (outputs[0] as IDataObject);
	},
});
