import type { INodeProperties } from 'n8n-workflow';
import { ownValue, recordOf } from '../../../../../client/http/json';
import type { PublishingClient } from '../../../../../client/publishing';
import { addToOverride } from '../../../../../client/publishing/overrides';
import type { ChannelOverride, Overrides } from '../../../../../client/publishing/requests';
import type { Channel } from '../../../../../client/publishing/schemas';
import { locatorValue, toText, type ParameterReader } from '../../../../shared/parameters';
import { postBoardLocator } from '../../../locators';
import { boardsOf, channelMarks } from '../../../names';

/** Shows a field once channels are chosen, unless all of them are marked as not supporting it. */
const shownUnless = (mark: string): INodeProperties['displayOptions'] => ({
	show: { channels: [{ _cnd: { exists: true } }] },
	hide: { channels: [{ _cnd: { includes: mark } }] },
});

/** The fields of a new post that only some networks support. */
export const networkFields: INodeProperties[] = [
	{
		...postBoardLocator,
		hint: 'Only for Pinterest channels',
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
	addToOverride(overrides, channelId, { ...values, ...ownValue(overrides, channelId) });

/**
 * Moves the first comment of a post into overrides if some of its channels can't have one, because the service refuses it for those
 * (contract section 4). So null, which clears the comment, clears it there, too. If none of them can, the check and the service report
 * it.
 */
function withFirstComments<Post extends ForChannels>(
	post: Post,
	channels: Channel[],
	channelIds: string[],
): Post {
	const { firstComment } = post;
	if (firstComment === undefined || firstComment === '') return post;
	const silent = channels
		.filter(({ capabilities }) => capabilities.firstComment === false)
		.map(({ id }) => id);
	const others = channelIds.filter((id) => !silent.includes(id));
	if (silent.length === 0 || others.length === 0) return post;
	const added = others.map((id): [string, ChannelOverride] => [id, { firstComment }]);
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
 * first comment get it if others don't. Reads the channels only if there is a board or a first comment.
 * @param post with IDs in place of names
 * @param channelIds the channels of the post
 */
export async function forItsChannels<Post extends ForChannels>(
	{ accounts }: PublishingClient,
	post: Post,
	{ board = '', channelIds = post.accounts ?? [] }: { board?: string; channelIds?: string[] } = {},
): Promise<Post> {
	if ((post.firstComment === undefined || post.firstComment === '') && board === '') return post;
	const channels = (await accounts.list()).filter(({ id }) => channelIds.includes(id));
	const pinning = channels.filter(({ platform }) => platform === 'pinterest').map(({ id }) => id);
	const boards = board === '' ? [] : await boardsOf(accounts, pinning, board);
	const added = boards.map(([id, boardId]): [string, ChannelOverride] => [id, { boardId }]);
	return withFirstComments(withOverrides(post, added, channelIds), channels, channelIds);
}
