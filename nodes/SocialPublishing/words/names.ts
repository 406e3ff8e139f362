import { isObject, merged, ownValue, recordOf } from '../../../client/http/json.js';
import { isBlank, trimmed } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { LiveOptions } from '../../../client/publishing/posts/content.js';
import type { Delivery, Overrides } from '../../../client/publishing/requests.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import type { Platform } from '../../../client/publishing/values.js';
import { ParameterError } from '../../shared/errors.js';
import { memoCell } from '../../shared/runState.js';
import { sortedBy } from '../../shared/fields.js';
import { inLowerCase, isUuid, Names, type Choice } from '../../shared/names.js';
import { idAndName, shown, type ListMeaning } from '../../shared/values.js';
import { channelLabel, channelPhrase, fieldLabel, nameOf, platformNames } from './labels.js';
import { mainQueue } from './locators.js';

/**
 * Looks up IDs by name. A field that accepts the ID of a channel, a queue, a board or a YouTube category also accepts a name. IDs
 * are recognized by their format, so they usually need no request. Names are looked up in a list that each run reads only once.
 */
type Accounts = PublishingClient['accounts'];

/** A channel of this node's output has its ID as `id`, and a channel of a post as `accountId`. */
export const ofChannels: ListMeaning = {
	field: 'Channel Names or IDs',
	keys: ['value', 'id', 'accountId', 'name'],
	isNamed: true,
};

/** The lists that a run has read, each once for all items: channels by network, the others by channel. */
const lists = {
	channels: memoCell<Names<string[]>>(),
	boards: memoCell<Names<string>>(),
	categories: memoCell<Names<string>>(),
	queues: memoCell<Names<string | null>>(),
};

/** A channel can be named by its network, its handle, or both. */
function channelChoice({ id, platform, handle }: Channel): Choice<string[]> {
	const network = nameOf(platformNames, platform);
	const label = channelLabel(platform, handle, id);
	return { label, names: [handle, network, platform, `${platform}: ${handle}`], value: [id] };
}

/** Returns the choices for several channels: all channels, and all channels of each network. */
export function groupsOf(channels: Channel[]): Array<Choice<string[]>> {
	const idsOn = (platform: string) => channels.filter((one) => one.platform === platform).map(({ id }) => id);
	const networks = [...new Set(channels.map(({ platform }) => platform))].map((platform) => ({
		label: `All ${nameOf(platformNames, platform)} Channels`,
		names: [`all ${nameOf(platformNames, platform)}`, `all ${platform}`],
		value: idsOn(platform),
	}));
	const all = { label: 'All Channels', names: ['all'], value: channels.map(({ id }) => id) };
	return [all, ...sortedBy(networks, ({ label }) => label)].map((group) => ({ ...group, isGroup: true }));
}

/** The names of channels, for a field that takes one of them. */
const channelNames = async (accounts: Accounts, platform?: Platform): Promise<Names<string[]>> =>
	await lists.channels(accounts).get(platform ?? '', async () => {
		const all = await accounts.list();
		return new Names(
			all
				.filter((channel) => platform === undefined || channel.platform === platform)
				.map((channel) => channelChoice(channel)),
		);
	});

/** The names of channels and of groups of them, for a field that takes several. */
const channelAndGroupNames = async (accounts: Accounts): Promise<Names<string[]>> =>
	await lists.channels(accounts).get('with groups', async () => {
		const channels = await accounts.list();
		return new Names([...channels.map(channelChoice), ...groupsOf(channels)]);
	});

const xNetwork = /^@?(?:x|twitter)$/i;

/**
 * Returns the channels with a name. Throws a `ParameterError` if there is none, which says so of the network that people look for most
 * and the service doesn't have.
 */
function findChannels(
	names: Names<string[]>,
	name: string,
	named: { field: string; kind: string },
): string[] {
	if (xNetwork.test(trimmed(name)) && !names.has(name))
		throw new ParameterError(
			"X (Twitter) isn't supported by the service",
			`Remove ${shown(name)} from '${named.field}'`,
		);
	return names.find(name, { ...named, note: "If the channel isn't among them, this API key can't use it" });
}

/**
 * Returns the ID of the channel with a name. IDs are returned in lowercase, as the service writes them. Throws a `ParameterError`
 * if the name doesn't match exactly one channel.
 * @param platform the network that the channel must be on, if the field is for only one network
 */
export async function toChannelId(
	accounts: Accounts,
	given: string,
	{ field, platform }: { field: string; platform?: Platform },
): Promise<string> {
	const name = await ownIdOrName(given, channelIds(accounts));
	if (isUuid(name)) return inLowerCase(name);
	const single = await channelNames(accounts, platform);
	// What is also the name of several channels, such as 'All', can mean them.
	const names = platform === undefined && single.has(name) ? await channelAndGroupNames(accounts) : single;
	const kind = platform === undefined ? 'channel' : `${platformNames[platform]} channel`;
	const [id = ''] = findChannels(names, name, { field, kind });
	return id;
}

/** Returns the ID of an object if it's one of the service's own, otherwise its name. Reads the IDs only if there are both. */
async function ownIdOrName(text: string, readIds: () => Promise<readonly string[]>): Promise<string> {
	const [first, name] = idAndName(text);
	if (name === undefined) return first;
	return (await readIds()).some((id) => id.toLowerCase() === first.toLowerCase()) ? first : name;
}

const channelIds = (accounts: Accounts) => async (): Promise<string[]> =>
	(await accounts.list()).map(({ id }) => id);

/** Suffixes of list values for channels without boards or titles, by the name of the field that doesn't apply. */
export const channelMarks = { boardId: ':noBoard', title: ':noTitle' } as const;

const marks = /(?::noBoard)?(?::noTitle)?$/;
const network = /^[a-z_]+:/;

/**
 * Returns the list value for one or more channels. It says what none of them has, so that choosing it can hide these fields. n8n
 * shows and hides fields only by the chosen values, and tests what all of them contain. It aborts a test with a regular
 * expression after a quarter of a second, which a busy machine can exceed.
 */
export function markedValue(value: string, channels: Channel[]): string {
	const hasBoard = channels.some(({ capabilities }) => capabilities.boardRequired !== false);
	const hasTitle = channels.some(({ capabilities }) => capabilities.title?.supported !== false);
	return `${value}${hasBoard ? '' : channelMarks.boardId}${hasTitle ? '' : channelMarks.title}`;
}

/** Returns the list value for one channel, which also has the network. */
export const channelValue = (channel: Channel): string =>
	markedValue(`${channel.platform}:${channel.id}`, [channel]);

/** Returns the ID or the name in a value of {@link channelValue} or {@link markedValue}. Leaves other texts unchanged. */
export function idOrNameIn(text: string): string {
	const plain = text.replace(marks, '');
	const id = plain.replace(network, '');
	return isUuid(id) ? id : plain;
}

/** Returns the IDs of all channels in a list of names and IDs. An entry can have several, separated by commas. */
export async function toChannelIds(accounts: Accounts, given: string[], field: string): Promise<string[]> {
	const chosen = given.map(async (entry) => idOrNameIn(await ownIdOrName(entry, channelIds(accounts))));
	const entries = await Promise.all(chosen);
	const parts = entries.flatMap((entry) => entry.split(',').map((part) => trimmed(part))).filter(Boolean);
	if (parts.every(isUuid)) return parts.map(inLowerCase);
	const names = await channelAndGroupNames(accounts);
	const split = entries.flatMap((entry) => names.split(entry, field));
	return split.flatMap((name) =>
		isUuid(name) ? [inLowerCase(name)] : findChannels(names, name, { field, kind: 'channel' }),
	);
}

/** Returns the ID of a channel's queue. Null for the Main queue. */
async function toQueueId(
	accounts: Accounts,
	channelId: string,
	given: string | null,
): Promise<string | null> {
	if (given === null || given === mainQueue) return null;
	const queues = async () => (await accounts.get(channelId)).queues.map(({ id }) => id);
	const name = await ownIdOrName(given, queues);
	if (isUuid(name)) return inLowerCase(name);
	const names = await lists.queues(accounts).get(channelId, async () => {
		const { queues } = await accounts.get(channelId);
		return new Names([
			{ label: 'Main Queue', names: [mainQueue], value: null },
			...queues.map(({ id, name: label }) => ({ label, value: id })),
		]);
	});
	return names.find(name, { field: fieldLabel('queueIds'), kind: 'queue' });
}

/** Pinterest's board IDs are long numbers. */
const boardId = /^\d{10,}$/;

/** The contract doesn't define the format of board IDs. An unlisted text is an ID if it has a digit and no spaces. */
const isUnlistedId = (text: string): boolean => /\d/.test(text) && !/\s/.test(text);

/** Throws a `ParameterError` in place of the service's refusal to list the boards of a channel that isn't on Pinterest. */
async function refuseOtherNetwork(accounts: Accounts, channelId: string, refusal: unknown): Promise<never> {
	const { platform, handle } = (await accounts.list()).find(({ id }) => id === channelId) ?? {};
	if (platform === undefined || platform === 'pinterest') throw refusal;
	throw new ParameterError(
		`'${fieldLabel('boardId')}' can't be set for ${channelPhrase(platform, handle, channelId)}`,
		'Only Pinterest channels have boards. Remove it',
	);
}

const boardNames = async (accounts: Accounts, channelId: string): Promise<Names<string>> =>
	await lists.boards(accounts).get(channelId, async () => {
		const reading = accounts.boards(channelId);
		const boards = await reading.catch(
			async (error: unknown) => await refuseOtherNetwork(accounts, channelId, error),
		);
		return new Names(boards.map(({ id, name: label }) => ({ label, names: [id], value: id })));
	});

async function toBoardId(accounts: Accounts, channelId: string, given: string): Promise<string> {
	const name = await ownIdOrName(given, async () => (await accounts.boards(channelId)).map(({ id }) => id));
	if (boardId.test(name)) return name;
	const names = await boardNames(accounts, channelId);
	if (!names.has(name) && isUnlistedId(name)) return name;
	return names.find(name, { field: fieldLabel('boardId'), kind: 'board' });
}

/**
 * Finds the board with a name or an ID on each of several channels. Leaves out channels without it, because every channel has its
 * own boards. Throws a `ParameterError` if no channel has a board with the name.
 */
export async function boardsOf(
	accounts: Accounts,
	channelIds: string[],
	board: string,
): Promise<Array<[channelId: string, boardId: string]>> {
	const named = async (channelId: string): Promise<[string, string]> => [
		channelId,
		await toBoardId(accounts, channelId, board),
	];
	if (channelIds.length < 2) return await Promise.all(channelIds.map(named));
	const lists = await Promise.all(channelIds.map(async (channelId) => await boardNames(accounts, channelId)));
	const having = channelIds.filter((_id, index) =>
		idAndName(board).some((name) => name !== undefined && lists[index]?.has(name)),
	);
	return await Promise.all((having.length > 0 ? having : channelIds).map(named));
}

/** YouTube's category IDs (contract section 2, `options.youtube`). */
const categoryId = /^\d{1,4}$/;

async function toCategoryId(accounts: Accounts, channelId: string, name: string): Promise<string> {
	if (categoryId.test(name)) return name;
	const names = await lists.categories(accounts).get(channelId, async () => {
		const { categories } = await accounts.youTubeCategories(channelId);
		return new Names(categories.map(({ id, title }) => ({ label: title, value: id })));
	});
	return names.find(name, { field: fieldLabel('categoryId'), kind: 'category', kinds: 'categories' });
}

type Fields = Record<string, unknown>;

const isName = (value: unknown): value is string => typeof value === 'string' && !isBlank(value);

async function withCategoryId(accounts: Accounts, channelId: string, options: Fields): Promise<Fields> {
	const { youtube } = options;
	if (!isObject(youtube)) return options;
	// Tables and models have IDs of digits as numbers.
	const given = typeof youtube.categoryId === 'number' ? String(youtube.categoryId) : youtube.categoryId;
	if (!isName(given)) return options;
	const found = await toCategoryId(accounts, channelId, trimmed(given));
	return { ...options, youtube: { ...youtube, categoryId: found } };
}

/** Replaces the names of a board and a category in an override with their IDs. The request's own check reports other values. */
async function withOwnIds(accounts: Accounts, channelId: string, override: unknown): Promise<unknown> {
	if (!isObject(override)) return override;
	const board = isName(override.boardId)
		? { boardId: await toBoardId(accounts, channelId, trimmed(override.boardId)) }
		: {};
	const options = isObject(override.options)
		? { options: await withCategoryId(accounts, channelId, override.options) }
		: {};
	return { ...override, ...board, ...options };
}

/** Converts values by channel name to values by channel ID, and the names in the values to IDs. */
async function byChannelId<T>(
	accounts: Accounts,
	labelOf: (name: string) => string,
	byName: Record<string, T>,
	toValue: (channelId: string, value: T) => unknown,
): Promise<Record<string, T>> {
	let byId = recordOf<unknown>([]);
	for (const [name, given] of Object.entries(byName)) {
		const field = labelOf(name);
		const channelId = await toChannelId(accounts, trimmed(name), { field });
		const choose = (before: unknown, value: unknown): unknown => {
			if (before === value) return value;
			throw new ParameterError(
				`'${field}' has two different values for the channel ${shown(name)}`,
				'Keep one of the two.',
			);
		};
		byId = merged(byId, { [channelId]: await toValue(channelId, given) }, { choose });
	}
	return byId as Record<string, T>;
}

/** The parts of a request that can have names of channels, boards, categories or queues. */
interface NamedParts {
	accounts?: string[];
	perAccount?: Overrides | null;
	/** The label of the field in which an override was entered, by the channel's name there. */
	overrideLabelOf?: (name: string) => string;
	liveOptions?: LiveOptions;
	/** Options for all channels of a network, by the network's key in a channel's options. */
	networkOptions?: Record<string, Record<string, unknown>>;
	/** IDs of the post's current channels, for a change that doesn't list any. */
	postChannels?: string[];
	delivery?: Delivery;
}

/** Assigns the options of networks to their channels, limited to the channels of the post. */
async function byChannelOfNetwork(
	accounts: Accounts,
	networkOptions: NamedParts['networkOptions'] = {},
	isMeant: (channelId: string) => boolean,
): Promise<LiveOptions> {
	if (Object.keys(networkOptions).length === 0) return recordOf([]);
	return recordOf(
		(await accounts.list()).flatMap(
			({ id, capabilities: { optionsKey } }): Array<[string, LiveOptions[string]]> => {
				const options = optionsKey ? ownValue(networkOptions, optionsKey) : undefined;
				return optionsKey && options && isMeant(id) ? [[id, recordOf([[optionsKey, options]])]] : [];
			},
		),
	);
}

async function queuesWithIds(accounts: Accounts, delivery: Delivery): Promise<Delivery> {
	if (!('queueIds' in delivery) || delivery.queueIds === undefined) return delivery;
	const queueIds = await byChannelId(
		accounts,
		() => fieldLabel('queueIds'),
		delivery.queueIds,
		async (channelId, queue) => await toQueueId(accounts, channelId, queue),
	);
	return { ...delivery, queueIds };
}

/** Returns the options of channels, with IDs instead of the names of channels and categories. */
async function optionsWithIds(
	accounts: Accounts,
	{ postChannels, accounts: chosen = postChannels, liveOptions = {}, networkOptions }: NamedParts,
): Promise<LiveOptions> {
	const ofNetworks = await byChannelOfNetwork(
		accounts,
		networkOptions,
		(id) => chosen?.some((each) => each.toLowerCase() === id.toLowerCase()) ?? true,
	);
	const ofChannels = await byChannelId(
		accounts,
		() => fieldLabel('channelOptions'),
		liveOptions,
		(_id, options) => options,
	);
	// Options of a channel override those of its network.
	const all = Object.entries(merged(ofNetworks, ofChannels, { depth: 3 }) as LiveOptions);
	const withCategories = all.map(
		async ([id, options]): Promise<[string, LiveOptions[string]]> => [
			id,
			(await withCategoryId(accounts, id, options)) as LiveOptions[string],
		],
	);
	return recordOf(await Promise.all(withCategories));
}

/** Replaces all names in a request with IDs. Throws a `ParameterError` for a name that is unknown or ambiguous. */
export async function withIds<Request extends NamedParts>(
	{ accounts: calls }: PublishingClient,
	{ networkOptions, postChannels, overrideLabelOf = () => fieldLabel('perAccount'), ...request }: Request,
): Promise<Omit<Request, 'networkOptions' | 'overrideLabelOf' | 'postChannels'>> {
	const { accounts, perAccount, liveOptions, delivery } = request;
	const ids: NamedParts = {};
	if (accounts) ids.accounts = await toChannelIds(calls, accounts, fieldLabel('accounts'));
	if (perAccount) {
		ids.perAccount = await byChannelId(
			calls,
			overrideLabelOf,
			perAccount,
			async (channelId, value) => await withOwnIds(calls, channelId, value),
		);
	}
	if (liveOptions) {
		const channels = { postChannels, accounts: ids.accounts };
		ids.liveOptions = await optionsWithIds(calls, { ...channels, liveOptions, networkOptions });
	}
	if (delivery) ids.delivery = await queuesWithIds(calls, delivery);
	return { ...request, ...ids };
}
