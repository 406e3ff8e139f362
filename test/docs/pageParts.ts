import { damages, type Damage } from '../../client/publishing/validation/textRules';
import {
	codecName,
	limitsAsOf,
	limitsByPlatform,
	type MediaLimits,
} from '../../client/publishing/validation/mediaLimits';
import { textLimits } from '../../client/publishing/validation/textLimits';
import { idempotencyKeyMs } from '../../client/http/idempotency';
import { executionTables, type TableName } from '../../nodes/shared/journal/execution';
import { laterTables } from '../../nodes/shared/journal/later';
import { eventDescriptions, eventNames, type EventAbout } from '../../nodes/SocialPublishingTrigger/events';
import { incidentEventNames } from '../../nodes/SocialPublishingTrigger/incidents/findIncidents';
import { sentence, table } from './markdown';
import { sortedBy } from '../../nodes/shared/fields';
import { nameOf, platformNames } from '../../nodes/SocialPublishing/words/labels';
import { disguises } from '../../nodes/SocialPublishing/media/disguises';

/** What the check does about a damage of a text. */
const resultOf = ({ isWhole, stops, severity }: Damage): string =>
	isWhole || stops
		? 'An error for a caption that is delivered, otherwise a warning'
		: severity === 'error'
			? 'An error'
			: 'A warning';

/** What nobody writes in a text. */
const damageTable = (): string =>
	table(
		['What the text has', 'Result'],
		damages.map((damage) => [damage.name, resultOf(damage)]),
	);

/** What a file certainly is, although it's declared as an image or a video. */
const disguiseList = (): string =>
	[...new Set(disguises.map(({ name }) => name))].map((name) => `- ${name}`).join('\n');

const platformName = (platform: string): string => nameOf(platformNames, platform);

/** The rules of networks for texts and options. */
const textLimitTable = (): string =>
	table(
		['Network', 'Rule', 'Source'],
		textLimits.map(({ platform, name, source }) => [platformName(platform), name, source]),
	);

const inMinutes = (seconds: number): string => `${seconds / 60} minute${seconds === 60 ? '' : 's'}`;
const number = (value: number): string => value.toLocaleString('en-US');
const ratio = (value: number): string => number(Math.round(value * 100) / 100);
const shape = ([min, max]: readonly [number, number]): string => `${ratio(min)} to ${ratio(max)}`;
const codecs = (names: readonly string[]): string => names.map(codecName).join(', ');

/** How the page writes each limit, in the order of its columns. */
const limitTexts: {
	[Name in keyof Required<MediaLimits>]: [
		column: string,
		text: (limit: Required<MediaLimits>[Name]) => string,
	];
} = {
	imagesMax: ['Images', String],
	videosMax: ['Videos', String],
	videoSecondsMax: ['Longest video', inMinutes],
	videoSecondsInSetMax: ['Longest video', (seconds) => `${inMinutes(seconds)} among several media`],
	videoMiBMax: ['Largest video', (size) => `${size} MiB`],
	videoPixelsMax: ['Largest video', (pixels) => `${number(pixels)} pixels`],
	videoSideMax: ['Largest video', (pixels) => `${number(pixels)} pixels on each side`],
	videoWidthMax: ['Largest video', (pixels) => `${number(pixels)} pixels wide`],
	imageMiBMax: ['Largest image', (size) => `${size} MiB`],
	imagePixelsMax: ['Largest image', (pixels) => `${number(pixels)} pixels`],
	imageRatios: ['Shape: width to height', (ratios) => `images ${shape(ratios)}`],
	videoRatios: ['Shape: width to height', (ratios) => `videos ${shape(ratios)}`],
	frameRateMax: ['Frames and codecs', (frames) => `${frames} per second`],
	videoCodecs: ['Frames and codecs', codecs],
	audioCodecs: ['Frames and codecs', (names) => `with ${codecs(names)}`],
	source: ['Source besides the service', String],
};

/** The limits of networks for media, one line for each network. */
function limitTable(): string {
	const columns = [...new Set(Object.values(limitTexts).map(([column]) => column))];
	const rows = [...limitsByPlatform].map(([platform, limits]) => [
		platformName(platform),
		...columns.map((column) =>
			(Object.entries(limitTexts) as Array<[keyof MediaLimits, [string, (limit: never) => string]]>)
				.filter(([name, [of]]) => of === column && limits[name] !== undefined)
				.map(([name, [, text]]) => text(limits[name] as never))
				.join(', '),
		),
	]);
	return table(
		['Network', ...columns],
		sortedBy(rows, ([platform = '']) => platform),
	);
}

/** What an incident is, of which the trigger reports each once. */
const incidentOf: Record<EventAbout<'apiKey' | 'connection' | 'deadline'>, string> = {
	channelNeedsReconnecting: 'Lost connection',
	channelTokenExpiring: 'Expiring token',
	channelReconnected: 'Reported trouble',
	postOverdue: 'Post and time',
	reviewOverdue: 'Review',
	postDueSoon: 'Post and time',
	apiKeyExpiring: 'Key and days',
};

/** The events that report what no change of a post shows. */
const incidentTable = (): string =>
	table(
		['Event', 'Starts the workflow when', 'Once for each'],
		incidentEventNames.map((event) => [
			`**${eventNames[event]}**`,
			sentence(eventDescriptions[event]),
			nameOf(incidentOf, event),
		]),
	);

/** What each table of an execution keeps, and what happens if there is no room for more. */
const executionNotes: Record<TableName, [kept: string, beyond: string]> = {
	items: [
		'For each item: the IDs that its writes and uploads returned, whether a write is still open, and the answers of tools',
		'The next item of a single run fails before anything is sent for it: use **Loop Over Items**. If the answer of a tool is dropped, a retry fails for this item, and calls no tool again.',
	],
	charges: [
		'For each paid call: what it has cost, and its answer',
		"The next item of a single run fails before it pays. If an answer is dropped, a retry fails for this item, and doesn't pay again.",
	],
	requests: [
		"For each write whose result isn't known: what was sent. For a refused one: its next key",
		'If what was sent is dropped and the values have changed, a retry sends nothing, and its error says that the earlier try may have made the post.',
	],
	posts: [
		'For each post: whose it is, and how an interrupted edit must deliver it',
		'The oldest are forgotten.',
	],
	sent: [
		'For each item: the text of the post that was sent, for **Compare With Other Posts**',
		"If the service doesn't list the post, `hasMore` is true.",
	],
	approvalLinks: [
		'For each link to an approval page: whose page it opens',
		'The oldest links are forgotten.',
	],
	socialPublishingCopies: [
		"For each copy of a post: whether it has the settings that the service doesn't copy",
		'The oldest are forgotten.',
	],
	socialPublishingFiles: [
		'For each uploaded file: its type, size and name',
		'The approval page shows no picture of the file.',
	],
};

const executionTable = (): string =>
	table(
		['What is kept', 'For how long', 'Beyond the room'],
		(Object.keys(executionNotes) as TableName[]).map((name) => {
			const { isShared, outlivesRun }: { isShared?: boolean; outlivesRun?: boolean } = executionTables[name];
			const [kept, beyond] = executionNotes[name];
			const span = outlivesRun ? 'As long as the execution' : 'Until a run without failed items';
			return [kept, isShared ? `${span}, for all nodes` : span, beyond];
		}),
	);

/** What each table for later executions keeps. */
const laterNotes: Record<keyof typeof laterTables, string> = {
	unconfirmedCreates: 'Creates that may have been carried out',
	laterPosts: 'Posts made while the result of an earlier create was unknown',
	refusedWrites: 'Refused writes, with the key of their next try',
	openEdits: 'Edits of scheduled posts that were interrupted',
	leftDrafts:
		'Drafts that the service saved but refused to publish. Only in manual executions, until n8n restarts',
	sentAgain: 'Which copy replaced a failed post ([Send Again](../send-again.md))',
	usedKeys: 'API keys with which rows had posts, by ID ([calendar](../calendar.md))',
};

const inDays = (ms: number): string => (ms > idempotencyKeyMs ? `${ms / 86_400_000} days` : '24 hours');

const laterTable = (): string =>
	table(
		['What is kept', 'For how long', 'How many'],
		(Object.keys(laterNotes) as Array<keyof typeof laterNotes>).map((name) => {
			const { max, keptMs = idempotencyKeyMs }: { max: number; keptMs?: number } = laterTables[name];
			return [laterNotes[name], inDays(keptMs), number(max)];
		}),
	);

/** The parts of pages written by `npm run docs`, by page and name. */
export const pageParts: Record<string, Record<string, () => string>> = {
	'docs/media.md': {
		disguises: disguiseList,
		limits: limitTable,
		'date of the limits': () => `These limits are as of ${limitsAsOf}.`,
	},
	'docs/project/remembered.md': { execution: executionTable, later: laterTable },
	'docs/trigger-reliability.md': { incidents: incidentTable },
	'docs/texts.md': { damages: damageTable, rules: textLimitTable },
};
