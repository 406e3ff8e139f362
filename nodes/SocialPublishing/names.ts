import { isObject, ownValue, recordOf } from '../../client/http/json';
import type { PublishingClient } from '../../client/publishing';
import type { LiveOptions } from '../../client/publishing/posts/content';
import type { Delivery, Overrides } from '../../client/publishing/requests';
import type { Channel } from '../../client/publishing/schemas';
import type { Platform } from '../../client/publishing/values';
import { ParameterError } from '../shared/errors';
import { memoOfRun } from '../shared/executionMemory';
import { sortedBy } from '../shared/fields';
import { inLowerCase, isUuid, Names, type Choice } from '../shared/names';
import { shown } from '../shared/parameters';
import { channelLabel, fieldLabel, nameOf, platformNames } from './labels';
import { mainQueue } from './locators';

/**
 * Names instead of IDs. A field that takes the ID of a channel, a queue, a board or a YouTube category takes a name, too.
 * What is an ID is told by its form alone, so that an ID costs no request. A name is looked up in a list that the run
 * reads once.
 */
type Accounts = PublishingClient['accounts'];

/** The names of a list, which is read once for all items of a run. */
const namesOf = async <T>(
	accounts: Accounts,
	list: string,
	read: () => Promise<Array<Choice<T>>>,
): Promise<Names<T>> => await memoOfRun<Names<T>>(accounts).get(list, async () => new Names(await read()));

/** A channel goes by its network, its handle, or both. */
function channelChoice({ id, platform, handle }: Channel): Choice<string[]> {
	const network = nameOf(platformNames, platform);
	const label = channelLabel(platform, handle, id);
	return { label, names: [handle, network, platform, `${platform}: ${handle}`], value: [id] };
}

/** The choices that mean several channels: all channels, and all channels of a network. */
export function groupsOf(channels: Channel[]): Array<Choice<string[]>> {
	const idsOn = (platform: string) => channels.filter((one) => one.platform === platform).map(({ id }) => id);
	const networks = [...new Set(channels.map(({ platform }) => platform))].map((platform) => ({
		label: `All ${nameOf(platformNames, platform)} Channels`,
		names: [`all ${nameOf(platformNames, platform)}`, `all ${platform}`],
		value: idsOn(platform),
	}));
	const all = { label: 'All Channels', names: ['all'], value: channels.map(({ id }) => id) };
	return [all, ...sortedBy(networks, ({ label }) => label)];
}

/** The channels of the key, which the run reads once. */
export const channelsOf = async (accounts: Accounts): Promise<Channel[]> =>
	await memoOfRun<Channel[]>(accounts).get('channels', async () => await accounts.list());

/** Names of channels and of groups of them, of all networks or of one. */
const channelNames = async (accounts: Accounts, platform?: Platform): Promise<Names<string[]>> =>
	await namesOf(accounts, `names of channels ${platform ?? ''}`, async () => {
		const all = await channelsOf(accounts);
		const channels = all.filter((channel) => platform === undefined || channel.platform === platform);
		return [...channels.map(channelChoice), ...groupsOf(channels)];
	});

/** The ID of the channel with a name. An ID is returned in lower case, as the service writes it. @param platform the network it has to be on, where the field is about one */
export async function toChannelId(
	accounts: Accounts,
	name: string,
	{ field, platform }: { field: string; platform?: Platform },
): Promise<string> {
	if (isUuid(name)) return inLowerCase(name);
	const names = await channelNames(accounts, platform);
	const kind = platform === undefined ? 'channel' : `${platformNames[platform]} channel`;
	const [id = '', ...others] = names.find(name, { field, kind });
	if (others.length === 0) return id;
	throw new ParameterError(
		`In '${field}', ${shown(name)} is ${others.length + 1} channels`,
		'Name one of them.',
	);
}

/** What values of a list say about channels that have no boards or no titles, by the name of the field that doesn't apply. */
export const channelMarks = { boardId: ':noBoard', title: ':noTitle' } as const;

const marks = /(?::noBoard)?(?::noTitle)?$/;
const network = /^[a-z_]+:/;

/**
 * The value of channels in a list whose choice hides fields that none of them has. n8n shows and hides fields by values alone, and by
 * what all of them contain: it ends a test by a regular expression after a quarter of a second, which a busy machine can take. So a
 * value says what its channels don't have.
 */
export function markedValue(value: string, channels: Channel[]): string {
	const hasBoard = channels.some(({ capabilities }) => capabilities.boardRequired !== false);
	const hasTitle = channels.some(({ capabilities }) => capabilities.title?.supported !== false);
	return `${value}${hasBoard ? '' : channelMarks.boardId}${hasTitle ? '' : channelMarks.title}`;
}

/** The value of a channel in such a list, which also names the network. */
export const channelValue = (channel: Channel): string =>
	markedValue(`${channel.platform}:${channel.id}`, [channel]);

/** The ID or the name in a value of such a list. Other texts stay as they are. */
export function withoutMarks(text: string): string {
	const plain = text.replace(marks, '');
	const id = plain.replace(network, '');
	return isUuid(id) ? id : plain;
}

/** The IDs of all channels that a list of names and IDs means, each entry a name or several with commas between them. */
export async function toChannelIds(accounts: Accounts, given: string[], field: string): Promise<string[]> {
	const entries = given.map(withoutMarks);
	const parts = entries.flatMap((entry) => entry.split(',').map((part) => part.trim())).filter(Boolean);
	if (parts.every(isUuid)) return parts.map(inLowerCase);
	const names = await channelNames(accounts);
	const split = entries.flatMap((entry) => names.split(entry, field));
	return split.flatMap((name) =>
		isUuid(name) ? [inLowerCase(name)] : names.find(name, { field, kind: 'channel' }),
	);
}

/** The ID of a channel's queue; null for the Main queue. */
async function toQueueId(accounts: Accounts, channelId: string, name: string | null): Promise<string | null> {
	if (name === null || name === mainQueue) return null;
	if (isUuid(name)) return inLowerCase(name);
	const names = await namesOf<string | null>(accounts, `queues ${channelId}`, async () => [
		{ label: 'Main Queue', names: [mainQueue], value: null },
		...(await accounts.get(channelId)).queues.map(({ id, name: label }) => ({ label, value: id })),
	]);
	return names.find(name, { field: fieldLabel('queueIds'), kind: 'queue' });
}

/** Pinterest's IDs are long numbers. */
const boardId = /^\d{10,}$/;

/** The contract knows no form for the ID of a board. What isn't in the list and has no digit, or a space, is a name. */
const isUnlistedId = (text: string): boolean => /\d/.test(text) && !/\s/.test(text);

const boardNames = async (accounts: Accounts, channelId: string): Promise<Names<string>> =>
	await namesOf(accounts, `boards ${channelId}`, async () =>
		(await accounts.boards(channelId)).map(({ id, name: label }) => ({ label, names: [id], value: id })),
	);

async function toBoardId(accounts: Accounts, channelId: string, name: string): Promise<string> {
	if (boardId.test(name)) return name;
	const names = await boardNames(accounts, channelId);
	if (!names.has(name) && isUnlistedId(name)) return name;
	return names.find(name, { field: fieldLabel('boardId'), kind: 'board' });
}

/**
 * The board that each of several channels has under a name or an ID. A channel without it is left out, because every channel has
 * boards of its own. A `ParameterError` where none has it.
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
	const having = channelIds.filter((_id, index) => lists[index]?.has(board));
	return await Promise.all((having.length > 0 ? having : channelIds).map(named));
}

/** YouTube's IDs (contract section 2, `options.youtube`). */
const categoryId = /^\d{1,4}$/;

async function toCategoryId(accounts: Accounts, channelId: string, name: string): Promise<string> {
	if (categoryId.test(name)) return name;
	const names = await namesOf(accounts, `categories ${channelId}`, async () =>
		(await accounts.youTubeCategories(channelId)).categories.map(({ id, title }) => ({
			label: title,
			value: id,
		})),
	);
	return names.find(name, { field: fieldLabel('categoryId'), kind: 'category', kinds: 'categories' });
}

type Fields = Record<string, unknown>;

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Options of a channel with the ID of its category. */
async function withCategoryId(accounts: Accounts, channelId: string, options: Fields): Promise<Fields> {
	const { youtube } = options;
	if (!isObject(youtube) || !isName(youtube.categoryId)) return options;
	const found = await toCategoryId(accounts, channelId, youtube.categoryId.trim());
	return { ...options, youtube: { ...youtube, categoryId: found } };
}

/** An override with the IDs of its board and its category. What isn't one is left to the check of the request. */
async function withOwnIds(accounts: Accounts, channelId: string, override: unknown): Promise<unknown> {
	if (!isObject(override)) return override;
	const board = isName(override.boardId)
		? { boardId: await toBoardId(accounts, channelId, override.boardId.trim()) }
		: {};
	const options = isObject(override.options)
		? { options: await withCategoryId(accounts, channelId, override.options) }
		: {};
	return { ...override, ...board, ...options };
}

/** Joins two values for the same thing, which may not contradict each other. */
function join(one: unknown, other: unknown, refuse: () => never): unknown {
	if (one === undefined || one === other) return other;
	if (!isObject(one) || !isObject(other)) return refuse();
	const joined = Object.entries(other).map(([name, value]): [string, unknown] => [
		name,
		join(ownValue(one, name), value, refuse),
	]);
	return recordOf([...Object.entries(one), ...joined]);
}

/** Values by channel, with IDs for the names of the channels and for the names in the values. */
async function byChannelId<T>(
	accounts: Accounts,
	field: string,
	byName: Record<string, T>,
	toValue: (channelId: string, value: T) => Promise<unknown>,
): Promise<Record<string, T>> {
	const byId = recordOf<unknown>([]);
	for (const [name, given] of Object.entries(byName)) {
		const channelId = await toChannelId(accounts, name.trim(), { field });
		byId[channelId] = join(byId[channelId], await toValue(channelId, given), () => {
			throw new ParameterError(
				`'${field}' names the channel '${name}' a second time, with another value`,
				'Keep one of the two.',
			);
		});
	}
	return byId as Record<string, T>;
}

/** The parts of a request that name channels and what belongs to them. */
interface Naming {
	accounts?: string[];
	perAccount?: Overrides | null;
	liveOptions?: LiveOptions;
	/** Options of all channels of a network, by its entry in the options of a channel. */
	networkOptions?: Record<string, Record<string, unknown>>;
	/** IDs of the channels that the post goes to already, for a change that names none. */
	postChannels?: string[];
	delivery?: Delivery;
}

/** Options of networks by channel, for those that the post goes to. */
async function byChannelOfNetwork(
	accounts: Accounts,
	networkOptions: Naming['networkOptions'] = {},
	isMeant: (channelId: string) => boolean,
): Promise<LiveOptions> {
	if (Object.keys(networkOptions).length === 0) return recordOf([]);
	return recordOf(
		(await channelsOf(accounts)).flatMap(
			({ id, capabilities: { optionsKey } }): Array<[string, LiveOptions[string]]> => {
				const options = optionsKey ? ownValue(networkOptions, optionsKey) : undefined;
				return optionsKey && options && isMeant(id) ? [[id, recordOf([[optionsKey, options]])]] : [];
			},
		),
	);
}

/** Options of channels. What is set for a channel wins over what is set for its network. */
function withOwnOptions(ofNetworks: LiveOptions, ofChannels: LiveOptions): LiveOptions {
	const own = Object.entries(ofChannels).map(([id, networks]): [string, LiveOptions[string]] => {
		const before = ownValue(ofNetworks, id) ?? {};
		const merged = Object.entries(networks).map(([key, options]): [string, Record<string, unknown>] => [
			key,
			{ ...ownValue(before, key), ...options },
		]);
		return [id, recordOf([...Object.entries(before), ...merged])];
	});
	return recordOf([...Object.entries(ofNetworks), ...own]);
}

async function queuesWithIds(accounts: Accounts, delivery: Delivery): Promise<Delivery> {
	if (!('queueIds' in delivery) || delivery.queueIds === undefined) return delivery;
	const queueIds = await byChannelId(
		accounts,
		fieldLabel('queueIds'),
		delivery.queueIds,
		async (channelId, queue) => await toQueueId(accounts, channelId, queue),
	);
	return { ...delivery, queueIds };
}

/** Options of channels, with IDs for the names of channels and categories. */
async function optionsWithIds(
	accounts: Accounts,
	{ postChannels, accounts: chosen = postChannels, liveOptions = {}, networkOptions }: Naming,
): Promise<LiveOptions> {
	const ofNetworks = await byChannelOfNetwork(
		accounts,
		networkOptions,
		(id) => chosen?.some((each) => each.toLowerCase() === id.toLowerCase()) ?? true,
	);
	const ofChannels = await byChannelId(
		accounts,
		fieldLabel('channelOptions'),
		liveOptions,
		async (_id, options) => await Promise.resolve(options),
	);
	const all = Object.entries(withOwnOptions(ofNetworks, ofChannels));
	const withCategories = all.map(
		async ([id, options]): Promise<[string, LiveOptions[string]]> => [
			id,
			(await withCategoryId(accounts, id, options)) as LiveOptions[string],
		],
	);
	return recordOf(await Promise.all(withCategories));
}

/** A request with IDs wherever it has names; a `ParameterError` for a name that isn't that of exactly one thing. */
export async function withIds<Request extends Naming>(
	{ accounts: calls }: PublishingClient,
	{ networkOptions, postChannels, ...request }: Request,
): Promise<Omit<Request, 'networkOptions' | 'postChannels'>> {
	const { accounts, perAccount, liveOptions, delivery } = request;
	const ids: Naming = {};
	if (accounts) ids.accounts = await toChannelIds(calls, accounts, fieldLabel('accounts'));
	if (perAccount) {
		const toValue = async (channelId: string, value: unknown) => await withOwnIds(calls, channelId, value);
		ids.perAccount = await byChannelId(calls, fieldLabel('perAccount'), perAccount, toValue as never);
	}
	if (liveOptions) {
		const channels = { postChannels, accounts: ids.accounts };
		ids.liveOptions = await optionsWithIds(calls, { ...channels, liveOptions, networkOptions });
	}
	if (delivery) ids.delivery = await queuesWithIds(calls, delivery);
	return { ...request, ...ids };
}
