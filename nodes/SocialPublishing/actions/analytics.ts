import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, ownValue, recordOf, withoutEmpty } from '../../../client/http/json.js';
import { numberText } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import { ParameterError } from '../../shared/errors.js';
import { optionsField, parallelReads } from '../../shared/fields.js';
import { inZone, momentIn } from '../../shared/dates.js';
import { sentences } from '../../shared/errorTexts.js';
import { withOwn } from '../../shared/items.js';
import type { Operation, Resource } from '../../shared/operation.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { memoCell } from '../../shared/runState.js';
import { toldTimezone } from '../../shared/timezone.js';
import { shown, toNumber } from '../../shared/values.js';
import { channelLocator, postLocator } from '../words/locators.js';
import { ofOnePost, textsInItem } from '../output/postOutput.js';
import { tell } from '../output/results.js';
import { titleOf } from '../output/sentences.js';
import { hintForRun } from '../words/hints.js';
import { channelPhrase, nameOf, platformNames } from '../words/labels.js';
import { toChannelId } from '../words/names.js';

const compareWithOption: INodeProperties = {
	displayName: 'Compare With (Days Ago)',
	name: 'compareWithDays',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 7,
	description:
		"How many days ago the metrics are that the newest ones are compared with. Returns one item for each channel, with value, before, difference and percent of each metric. A metric that the network doesn't report is missing, never 0. Without metrics from that time, there is only the value.",
};

const latestOnlyOption: INodeProperties = {
	displayName: 'Latest Only',
	name: 'latestOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to return only the newest metrics, one item for each channel',
};

/** Tells the run whether there are metrics, and says how to get fewer items than all snapshots. */
function tellMetrics(
	parameters: ParameterReader,
	outputs: IDataObject[],
	subject: 'channel' | 'post',
): IDataObject[] {
	const isWhole = [compareWithOption, latestOnlyOption].every(({ name }) => !(name in parameters.options));
	tell(parameters, { metrics: { subject, hasAny: outputs.length > 0 } });
	if (isWhole && outputs.length > 1)
		hintForRun(parameters, "Each snapshot is an item. To get only the newest, add the option 'Latest Only'.");
	return outputs;
}

/** Metrics as an output shows them, alone or compared with older ones. */
interface Shown {
	capturedAt: string;
	comparedWith?: string | null;
	metrics: object;
}

const channelsOfRun = memoCell<Channel[]>();

const differenceText = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });

/** A metric in a sentence: its value, or how it has changed. */
function metricText([name, metric]: [string, unknown]): string[] {
	const { value, difference } = isObject(metric) ? metric : { value: metric };
	if (typeof value !== 'number') return [];
	const change = typeof difference === 'number' ? ` (${differenceText.format(difference)})` : '';
	return [`${name.replaceAll('_', ' ')} ${numberText(value)}${change}`];
}

/**
 * Returns what begins the outputs of a channel's metrics: a sentence, the channel and the metrics. A key that can't read its channels gets
 * only their IDs.
 * @param post the post whose metrics they are, with its texts as far as they are known
 */
async function metricsOf(
	parameters: ParameterReader,
	{ accounts }: PublishingClient,
	accountId: string,
	post?: { id: string; texts: IDataObject },
) {
	const channels = await channelsOfRun(accounts).get('', async () => await accounts.list().catch(() => []));
	const { platform, handle } = channels.find(({ id }) => id === accountId) ?? {};
	const channel = platform ? channelPhrase(platform, handle, accountId) : 'The channel';
	const { id, texts = {} } = post ?? {};
	const title = texts.caption || texts.title ? titleOf(texts) : id && `Post ${id}`;
	const named = title ? `${title} on ${channel}` : channel;
	const zone = toldTimezone(parameters);
	const local = (time: unknown) => inZone(time, zone) as IDataObject[string];
	return ({ capturedAt, comparedWith, metrics }: Shown): IDataObject => {
		const values = Object.entries(metrics).flatMap(metricText).join(', ') || 'no metrics';
		const since = comparedWith ? `, compared with ${momentIn(zone, comparedWith)}` : '';
		const withoutBefore = comparedWith === null ? 'There are no metrics from that time to compare with' : '';
		return {
			message: sentences(`${named} on ${momentIn(zone, capturedAt)}: ${values}${since}`, withoutBefore),
			network: platform ? nameOf(platformNames, platform) : null,
			handle: handle ?? null,
			...texts,
			capturedAt: local(capturedAt),
			...(comparedWith === undefined ? {} : { comparedWith: local(comparedWith) }),
			metrics: metrics as IDataObject,
			platform: platform ?? null,
		};
	};
}

const metricsOptions = optionsField([compareWithOption, latestOnlyOption]);

/** Reads 'Compare With'. Undefined if it isn't set. Throws a `ParameterError` for anything but a number above 0. */
function readCompareWithDays({ options }: ParameterReader): number | undefined {
	const { name, displayName } = compareWithOption;
	if (!(name in options)) return undefined;
	const days = toNumber(options[name]);
	if (Number.isFinite(days) && days > 0) return days;
	throw new ParameterError(`'${displayName}' can't be ${shown(options[name])}`, 'Enter a number above 0');
}

/** Returns the snapshots that the user wants: all of a channel, or only the newest one. */
function readWanted(parameters: ParameterReader): <S extends Snapshot>(snapshots: readonly S[]) => S[] {
	const isLatestOnly = latestOnlyOption.name in parameters.options && parameters.option(latestOnlyOption);
	return (snapshots) => (isLatestOnly ? newestFirst(snapshots).slice(0, 1) : [...snapshots]);
}

interface Snapshot {
	capturedAt: string;
	metrics: Readonly<Record<string, number | null>>;
}

const dayMs = 24 * 3_600_000;
const ageOf = (newest: Snapshot, { capturedAt }: Snapshot): number =>
	Date.parse(newest.capturedAt) - Date.parse(capturedAt);

const newestFirst = <S extends Snapshot>(snapshots: readonly S[]): S[] =>
	[...snapshots].sort((a, b) => Date.parse(b.capturedAt) - Date.parse(a.capturedAt));

/** How old a snapshot must be at least, as a share of the wanted age. The service takes them more rarely as a post gets older. */
const ageMinShare = 0.9;

/** Returns the snapshot whose age is nearest to a number of days. */
function snapshotBefore(
	newest: Snapshot,
	snapshots: readonly Snapshot[],
	days: number,
): Snapshot | undefined {
	const distance = (snapshot: Snapshot) => Math.abs(ageOf(newest, snapshot) - days * dayMs);
	const [nearest] = snapshots
		.filter((snapshot) => ageOf(newest, snapshot) >= days * dayMs * ageMinShare)
		.sort((a, b) => distance(a) - distance(b));
	return nearest;
}

/** Rounds to 12 digits, because the difference of two fractions can have many. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** The change of one metric. A value that isn't known is missing, and so is what follows from it. */
function changeOf(value: number | null | undefined, before: number | null | undefined): IDataObject {
	if (typeof value !== 'number' || typeof before !== 'number') return withoutEmpty({ value, before });
	const difference = rounded(value - before);
	const percent = before === 0 ? null : Math.round((difference / Math.abs(before)) * 1_000) / 10;
	return { value, before, difference, percent };
}

/** A snapshot with the change of each metric. */
type Compared = IDataObject & { capturedAt: string; comparedWith: string | null; metrics: IDataObject };

/**
 * Compares the newest snapshot of a channel with the one nearest to a number of days before it. Percentages have one decimal, and are
 * null if the metric was 0. Empty if there is no snapshot.
 */
export function compareSnapshots(snapshots: readonly Snapshot[], days: number): Compared[] {
	const [newest] = newestFirst(snapshots);
	if (!newest) return [];
	const before = snapshotBefore(newest, snapshots, days);
	const names = new Set([...Object.keys(newest.metrics), ...Object.keys(before?.metrics ?? {})]);
	const changes = [...names]
		.map((name): [string, IDataObject] => [
			name,
			changeOf(ownValue(newest.metrics, name), before && ownValue(before.metrics, name)),
		])
		.filter(([, change]) => Object.keys(change).length > 0);
	return [
		{
			...newest,
			comparedWith: before?.capturedAt ?? null,
			metrics: recordOf(changes),
		},
	];
}

/** Reads the metrics of a channel over time. Metrics that the network doesn't report are missing. */
const getChannelSnapshots: Operation<PublishingClient> = {
	name: 'Get Channel Metrics',
	value: 'getChannelSnapshots',
	action: 'Get channel metrics',
	description:
		"Read the metrics of a channel over 30 days, newest first, one item for each snapshot. A metric that the network doesn't report is missing, never 0.",
	parallelRequests: parallelReads,
	fields: [channelLocator, metricsOptions],
	async execute(parameters, client) {
		const { accounts, analytics } = client;
		const name = parameters.id('channelId', 'Channel');
		const accountId = await toChannelId(accounts, name, { field: 'Channel' });
		const days = readCompareWithDays(parameters);
		const wanted = readWanted(parameters);
		const snapshots = await analytics.channelSnapshots(accountId);
		const begin = await metricsOf(parameters, client, accountId);
		const compared = days === undefined ? wanted(snapshots) : compareSnapshots(snapshots, days);
		const outputs = compared.map((each) => withOwn({ ...begin(each), accountId }, each));
		return tellMetrics(parameters, outputs, 'channel');
	},
};

/** Reads the metrics of a post over time, for each of its channels. */
const getPostSnapshots: Operation<PublishingClient> = {
	name: 'Get Post Metrics',
	value: 'getPostSnapshots',
	action: 'Get post metrics',
	description:
		"Read the metrics of a post, one item for each channel and snapshot. Snapshots are taken hourly on the first day, then less often until day 90. A metric that the network doesn't report is missing, never 0. Some services don't offer post metrics.",
	parallelRequests: parallelReads,
	...ofOnePost,
	fields: [postLocator, metricsOptions],
	async execute(parameters, client) {
		const postId = parameters.id('postId', 'Post');
		const days = readCompareWithDays(parameters);
		const wanted = readWanted(parameters);
		const texts = textsInItem(parameters, postId);
		const channels = await client.analytics.postSnapshots(postId);
		const outputs = channels.map(async ({ accountId, platform, snapshots }) => {
			const begin = await metricsOf(parameters, client, accountId, { id: postId, texts });
			const compared = days === undefined ? wanted(snapshots) : compareSnapshots(snapshots, days);
			return compared.map((each) => withOwn({ ...begin(each), platform, id: postId, accountId }, each));
		});
		return tellMetrics(parameters, (await Promise.all(outputs)).flat(), 'post');
	},
};

/** Analytics, which are the metrics of channels and posts. */
export const analytics: Resource<PublishingClient> = {
	name: 'Analytics',
	value: 'analytics',
	description: 'Metrics of channels and posts, refreshed hourly',
	operations: [getChannelSnapshots, getPostSnapshots],
};
