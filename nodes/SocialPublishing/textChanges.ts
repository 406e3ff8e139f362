import type { AdaptedText } from '../../client/publishing/text/adapt';
import type { ParameterReader } from '../shared/parameters';

/** What was changed in the texts of each item, by the run's context. */
const changesOfRuns = new WeakMap<object, Map<number, AdaptedText[]>>();

/** Keeps what was changed in the texts of an item, for its output. */
export function keepTextChanges({ context, itemIndex }: ParameterReader, adapted: AdaptedText[]): void {
	const ofItems = changesOfRuns.get(context) ?? new Map<number, AdaptedText[]>();
	changesOfRuns.set(context, ofItems.set(itemIndex, adapted));
}

/** Returns what was changed in the texts of an item. Undefined if the user didn't want any change. */
export const textChanges = ({ context, itemIndex }: ParameterReader): AdaptedText[] | undefined =>
	changesOfRuns.get(context)?.get(itemIndex);
