import type { AdaptedText } from '../../client/publishing/text/adapt';
import { ItemValues } from '../shared/executionMemory';
import type { ParameterReader } from '../shared/parameters';

/** What was changed in the texts of each item. */
const changes = new ItemValues<AdaptedText[]>();

/** Keeps what was changed in the texts of an item, for its output. */
export function keepTextChanges({ context, itemIndex }: ParameterReader, adapted: AdaptedText[]): void {
	changes.set(context, itemIndex, adapted);
}

/** Returns what was changed in the texts of an item. Undefined if the user didn't want any change. */
export const textChanges = ({ context, itemIndex }: ParameterReader): AdaptedText[] | undefined =>
	changes.of(context).get(itemIndex);
