import type { INodeProperties } from 'n8n-workflow';
import { mapValues, ownValue, recordOf, withoutEmpty } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { addToOverride } from '../../../client/publishing/overrides.js';
import type { ChannelOverride, Overrides } from '../../../client/publishing/requests.js';
import type { Channel, Post as ExistingPost } from '../../../client/publishing/schemas.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { locatorValue, toText } from '../../shared/values.js';
import { postBoardLocator } from '../words/locators.js';
import { boardsOf, channelMarks } from '../words/names.js';

/**
 * Shows a field once channels are chosen, unless all of them are marked as not supporting it.
 * @param name the field for the channels
 */
export const shownUnless = (mark: string, name = 'channels'): INodeProperties['displayOptions'] => ({
	show: { [name]: [{ _cnd: { exists: true } }] },
	hide: { [name]: [{ _cnd: { includes: mark } }] },
});

/** The fields of a new post that only some networks support. */
export const networkFields: INodeProperties[] = [
	{
		...postBoardLocator,
		displayOptions: shownUnless(channelMarks.boardId),
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. A look inside our new showroom',
		description: 'The title on dev.to, where it is required, on Pinterest and on YouTube',
		hint: 'Only for dev.to, Pinterest and YouTube channels',
		displayOptions: shownUnless(channelMarks.title),
	},
];

/** The values of {@link networkFields}. Empty if the user left them empty. */
interface NetworkValues {
	/** The name or ID of a board. */
	board: string;
	title: unknown;
}

/** Reads {@link networkFields}. */
export const readNetworkFields = (parameters: ParameterReader): NetworkValues => ({
	board: locatorValue(parameters.value('boardId', '')),
	title: toText(parameters.value('title', ''), 'Title'),
});

/** The parts of a request that depend on what its channels support. */
interface ForChannels {
	accounts?: string[];
	firstComment?: string | null;
	perAccount?: Overrides | null;
}

/** Adds values to the override of a channel. Values that it already sets stay. */
const withDefaults = (overrides: Overrides, [channelId, values]: [string, ChannelOverride]): Overrides =>
	addToOverride(overrides, channelId, { ...values, ...withoutEmpty(ownValue(overrides, channelId) ?? {}) });

const isTurnedOff = (override: ChannelOverride | null | undefined): boolean => override?.firstComment === '';

/** Whether an override has an empty first comment, which turns the comment off on that channel. */
export const turnsOffComments = (overrides: Overrides | null | undefined): boolean =>
	Object.values(overrides ?? {}).some(isTurnedOff);

/** Clears first comments that are turned off, because no document says that an empty text does it (contract N35). */
const withoutTurnedOff = <Post extends ForChannels>(post: Post): Post => {
	const { perAccount } = post;
	if (!perAccount || !turnsOffComments(perAccount)) return post;
	const cleared = mapValues(perAccount, (own) => (isTurnedOff(own) ? { ...own, firstComment: null } : own));
	return { ...post, perAccount: cleared };
};

/**
 * Moves the first comment of a post into overrides if some of its channels can't have one, for which the service refuses it (contract
 * section 4), or have it turned off. So null, which clears the comment, clears it there, too. If none of them can have one, the check
 * and the service report it.
 * @param after the comments that the post and its channels would have after the request
 */
function withFirstComments<Post extends ForChannels>(
	post: Post,
	channels: Channel[],
	channelIds: string[],
	{ firstComment, perAccount }: ForChannels,
): Post {
	const silent = channels
		.filter(({ capabilities }) => capabilities.firstComment === false)
		.map(({ id }) => id);
	const others = channelIds.filter((id) => !silent.includes(id));
	const isForSome = post.firstComment !== undefined && silent.length > 0;
	const turnsOff = others.some((id) => isTurnedOff(ownValue(perAccount ?? {}, id)));
	if (others.length === 0 || !(isForSome || (firstComment && turnsOff))) return post;
	const added = others
		.filter((id) => (ownValue(perAccount ?? {}, id)?.firstComment ?? null) === null)
		.map((id): [string, ChannelOverride] => [id, { firstComment }]);
	return { ...withOverrides(post, added, channelIds), firstComment: null };
}

/** Adds overrides to a post. Null for its overrides clears those of all channels. */
function withOverrides<Post extends ForChannels>(
	post: Post,
	added: Array<[string, ChannelOverride]>,
	channelIds: string[],
): Post {
	if (added.length === 0) return post;
	const cleared = post.perAccount === null ? channelIds.map((id) => [id, null] as const) : [];
	return { ...post, perAccount: added.reduce(withDefaults, post.perAccount ?? recordOf(cleared)) };
}

/**
 * Adds overrides for what only some channels support. Pinterest channels that have the board get it, and channels that support a
 * first comment get it if others don't or have it turned off. Reads the channels only if there is a board or a first comment.
 * @param post with IDs in place of names
 * @param former the post that changes. Undefined if the request makes one or doesn't depend on it
 */
export async function forItsChannels<Post extends ForChannels>(
	{ accounts, checks }: PublishingClient,
	post: Post,
	{ board = '', former }: { board?: string; former?: ExistingPost } = {},
): Promise<Post> {
	const { firstComment, perAccount } = post;
	// A comment that stays leaves those that channels have of their own.
	const staying = firstComment === undefined && turnsOffComments(perAccount) ? former : undefined;
	const after: ForChannels = staying ? checks.updatedPost(staying, { perAccount }) : post;
	if (after.firstComment === undefined && board === '') return withoutTurnedOff(post);
	const channelIds = post.accounts ?? former?.channels.map(({ accountId }) => accountId) ?? [];
	const channels = (await accounts.list()).filter(({ id }) => channelIds.includes(id));
	const pinning = channels.filter(({ platform }) => platform === 'pinterest').map(({ id }) => id);
	const boards = board === '' ? [] : await boardsOf(accounts, pinning, board);
	const added = boards.map(([id, boardId]): [string, ChannelOverride] => [id, { boardId }]);
	return withoutTurnedOff(
		withFirstComments(withOverrides(post, added, channelIds), channels, channelIds, after),
	);
}
