import { ownValue } from '../../../client/http/json.js';
import { inSentence } from '../../../client/http/text.js';
import type { UpdatePost } from '../../../client/publishing/requests.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import type { AdaptedText } from '../../../client/publishing/text/adapt.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { itemCell } from '../../shared/runState.js';
import { hintOnce } from './hints.js';
import { channelPhrase } from './labels.js';

const changesOf = itemCell<AdaptedText[]>();

/** Keeps what was changed in the texts of an item, for its output. */
export function keepTextChanges({ context, itemIndex }: ParameterReader, adapted: AdaptedText[]): void {
	changesOf(context).set(itemIndex, adapted);
}

/** Returns what was changed in the texts of an item. Undefined if the user didn't want any change. */
export const textChanges = ({ context, itemIndex }: ParameterReader): AdaptedText[] | undefined =>
	changesOf(context).get(itemIndex);

/**
 * Says which channels of a post keep a text of their own although its caption was changed. Without today's settings, it isn't known who
 * wrote such a text.
 * @param content what was changed
 */
export function hintKeptTexts(
	parameters: ParameterReader,
	{ channels }: Post,
	{ caption, perAccount }: Pick<UpdatePost, 'caption' | 'perAccount'>,
): void {
	const isSet = ({ accountId }: PostChannel): boolean =>
		typeof ownValue(perAccount ?? {}, accountId)?.caption === 'string';
	const kept = channels.filter((channel) => typeof channel.caption === 'string' && !isSet(channel));
	if (caption === undefined || kept.length === 0) return;
	const names = kept.map(({ platform, handle, accountId }) => channelPhrase(platform, handle, accountId));
	const [keep, them] =
		names.length === 1 ? ['keeps a text of its own', 'it'] : ['keep texts of their own', 'them'];
	hintOnce(
		parameters,
		[`${inSentence(names)} ${keep}. To clear ${them}, use 'Fields to Clear: Channel Overrides' in 'Update'.`],
		'warning',
	);
}
