import { damages, type Damage } from '../../client/publishing/validation/textRules';
import {
	codecName,
	limitsAsOf,
	limitsByPlatform,
	type MediaLimits,
} from '../../client/publishing/validation/mediaLimits';
import { textLimits } from '../../client/publishing/validation/textLimits';
import { sortedBy } from '../../nodes/shared/fields';
import { nameOf, platformNames } from '../../nodes/SocialPublishing/words/labels';
import { disguises } from '../../nodes/SocialPublishing/media/disguises';
import { table } from './markdown';

/** What the check does about a damage of a text. */
const resultOf = ({ isWhole, severity }: Damage): string =>
	isWhole
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

/** The parts of pages written by `npm run docs`, by page and name. */
export const pageParts: Record<string, Record<string, () => string>> = {
	'docs/media.md': {
		disguises: disguiseList,
		limits: limitTable,
		'date of the limits': () => `These limits are as of ${limitsAsOf}.`,
	},
	'docs/texts.md': { damages: damageTable, rules: textLimitTable },
};
