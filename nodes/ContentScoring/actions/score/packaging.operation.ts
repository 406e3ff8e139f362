import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ownValue, withoutUndefined } from '../../../../client/http/json.js';
import type { PackagingInput } from '../../../../client/scoring/schemas.js';
import { inSentence } from '../../../../client/http/text.js';
import { costs, packagingCost, thumbnailBytesMax } from '../../../../client/scoring/values.js';
import { binaryFileName, openBinary } from '../../../shared/binary.js';
import { ParameterError } from '../../../shared/errors.js';
import { shownWhen } from '../../../shared/fields.js';
import { stateOfAddress, type AddressState } from '../../../shared/remoteFile.js';
import type { Hint } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { pick, shown, toLine, withoutSecrets } from '../../../shared/values.js';
import { memoCell } from '../../../shared/runState.js';
import { credits } from '../../credits.js';
import { requireAddress } from '../../locators.js';
import { nicheHints } from '../../niches.js';
import { answersOfRun, paidOperation } from '../../paidOperation.js';
import { warn, warningOf } from '../../warnings.js';

type Thumbnail = Pick<PackagingInput, 'thumbnailUrl' | 'thumbnailBase64'>;

const withThumbnail = `Costs ${credits(costs.scoreThumbnail)}, or ${costs.scoreCombined} with a title`;

/** The fields for a thumbnail. Each choice shows its cost. */
const thumbnailFields: INodeProperties[] = [
	{
		displayName: 'Thumbnail From',
		name: 'thumbnailFrom',
		type: 'options',
		options: [
			{ name: 'Base64', value: 'base64', description: withThumbnail },
			{ name: 'Input File', value: 'binary', description: withThumbnail },
			{
				name: 'No Thumbnail',
				value: 'none',
				description: `Costs ${credits(costs.scoreTitle)} for the title`,
			},
			{ name: 'URL', value: 'url', description: withThumbnail },
		],
		default: 'none',
		description: 'Where the image comes from. The service is known to accept JPEG, PNG and WebP.',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		description: 'Name of the field that contains the image',
		displayOptions: shownWhen('thumbnailFrom', 'binary'),
	},
	{
		displayName: 'Thumbnail URL',
		name: 'thumbnailUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/thumbnail.jpg',
		description:
			"Web address of the image, which the service loads. One that doesn't exist or leads to something else isn't scored. One that n8n can't reach is, with a warning.",
		displayOptions: shownWhen('thumbnailFrom', 'url'),
	},
	{
		displayName: 'Thumbnail Base64',
		name: 'thumbnailBase64',
		type: 'string',
		default: '',
		required: true,
		description: 'Image as Base64 text, with or without a data: prefix',
		displayOptions: shownWhen('thumbnailFrom', 'base64'),
	},
];

/** Throws a `ParameterError` for an image that n8n's memory must not hold. */
function checkSize(bytes: number): void {
	if (bytes <= thumbnailBytesMax) return;
	throw new ParameterError(
		'The thumbnail is too large',
		`Use an image of at most ${thumbnailBytesMax / 1_000_000} MB`,
	);
}

/** Whether a text is Base64. Doesn't match the whole text with one repetition, because that could fail on megabytes of text. */
function isBase64(text: string): boolean {
	const padding = text.indexOf('=');
	const isPadded = padding === -1 || /^={1,2}$/.test(text.slice(padding));
	return text.length % 4 === 0 && isPadded && !/[^A-Za-z0-9+/=]/.test(text);
}

/** The beginning of an image has control characters, and that of a text hasn't. */
const isText = (base64: string): boolean =>
	/^[\t\n\r -~]+$/.test(Buffer.from(base64.slice(0, 256), 'base64').toString('latin1'));

/** Files that are no image: the start of their bytes, as Latin-1. */
const otherFiles = [
	{
		name: 'a video',
		start: /^(?:.{4}ftyp(?!hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])|.E\xdf\xa3|RIFF.{4}AVI )/s,
	},
	{ name: 'a PDF', start: /^%PDF-/ },
	{ name: 'an archive', start: /^PK/ },
];

const headOf = (base64: string): string => Buffer.from(base64.slice(0, 24), 'base64').toString('latin1');

/** Throws a `ParameterError` for a file that isn't an image, before any credits are spent. @param named how the error names the image */
function requireImage(base64: string, named: string): string {
	const other = otherFiles.find(({ start }) => start.test(headOf(base64)));
	if (other !== undefined)
		throw new ParameterError(`${named} isn't an image. It's ${other.name}`, 'Use a JPEG, PNG or WebP');
	if (!isText(base64) || formatWarning({ thumbnailBase64: base64 }) !== undefined) return base64;
	throw new ParameterError(
		`${named} isn't an image. It's text`,
		'Check what the node that reads or downloads the image returned',
	);
}

/** Removes the prefix of a data URL. Throws a `ParameterError` if the text isn't Base64, before any credits are spent. */
function toBase64(text: string): string {
	const base64 = text.replace(/^data:[^,]{0,100};base64,/i, '').replace(/\s+/g, '');
	checkSize((base64.length / 4) * 3);
	if (isBase64(base64)) return requireImage(base64, "'Thumbnail Base64'");
	throw new ParameterError(
		"'Thumbnail Base64' isn't Base64 text",
		"Enter the image as Base64, or choose 'Input File' in 'Thumbnail From'",
	);
}

const fieldOfFile = (parameters: ParameterReader): string =>
	toLine(parameters.value('binaryPropertyName', 'data'), 'Input Data Field Name');

async function readBinary(parameters: ParameterReader): Promise<Thumbnail> {
	const file = await openBinary(parameters, fieldOfFile(parameters));
	checkSize(file.sizeBytes);
	const chunks: Uint8Array[] = [];
	for await (const chunk of (await file.open(0)).bytes) chunks.push(chunk);
	const base64 = Buffer.concat(chunks).toString('base64');
	const name = fileNameOf(parameters);
	const named = `The file in '${fieldOfFile(parameters)}'${name === undefined ? '' : ` (${name})`}`;
	return { thumbnailBase64: requireImage(base64, named) };
}

/** What the servers of a run's thumbnails say, by address. */
const addressStates = memoCell<AddressState>();

/** Reads the address of the thumbnail. Throws a `ParameterError` if its server says that there is no image, before any credits are spent. */
async function readAddress(parameters: ParameterReader): Promise<Thumbnail> {
	const thumbnailUrl = parameters.text('thumbnailUrl', 'Thumbnail URL');
	if (thumbnailUrl === '') return {};
	requireAddress(thumbnailUrl, 'Thumbnail URL', 'image');
	const ask = async () => await stateOfAddress(parameters.context, thumbnailUrl);
	const {
		type = '',
		gone,
		otherType,
		isEmpty,
		isSilent,
		refused,
	} = await addressStates(parameters.context).get(thumbnailUrl, ask);
	const named = `'Thumbnail URL' (${withoutSecrets(thumbnailUrl)})`;
	const doubt = isSilent
		? "doesn't answer n8n"
		: isEmpty
			? 'leads to an empty file'
			: refused && `answers n8n with the status ${refused}`;
	if (doubt !== undefined)
		warn(parameters, `${named} ${doubt}, but is scored. Check that it opens in a browser without signing in`);
	if (otherType !== undefined) {
		throw new ParameterError(
			`${named} leads to ${otherType === 'text/html' ? 'a web page' : `a file of the type ${otherType}`}`,
			"Enter the address of the image itself, or download the image with HTTP Request and choose 'Input File'",
		);
	}
	if (gone === undefined) {
		const format = otherFormats.find((other) => other.type.test(type));
		if (format !== undefined) warn(parameters, formatText(format));
		return { thumbnailUrl };
	}
	throw new ParameterError(
		`The image at ${named} doesn't exist (${gone})`,
		'Open the address in a browser, and enter one that shows the image',
	);
}

/** The name of the input file, so that thumbnails can be told apart. */
const fileNameOf = (parameters: ParameterReader): string | undefined =>
	parameters.value('thumbnailFrom', 'none') === 'binary'
		? binaryFileName(parameters, fieldOfFile(parameters))
		: undefined;

type Reader = (parameters: ParameterReader) => Promise<Thumbnail> | Thumbnail;

const readers: Record<string, Reader> = {
	none: () => ({}),
	binary: readBinary,
	url: readAddress,
	base64: (parameters) => {
		const text = parameters.text('thumbnailBase64', 'Thumbnail Base64');
		return text === '' ? {} : { thumbnailBase64: toBase64(text) };
	},
};

/** A text field, by its name and its label. */
type TextField = readonly [name: string, label: string];

const titleField: TextField = ['title', 'Title'];

/** The fields of thumbnails that are texts, by the choice in 'Thumbnail From'. */
const thumbnailTexts: Record<string, TextField> = {
	base64: ['thumbnailBase64', 'Thumbnail Base64'],
	url: ['thumbnailUrl', 'Thumbnail URL'],
};

/** Returns the text field of the thumbnail that was chosen. Undefined for none, and for a file. */
const thumbnailText = (parameters: ParameterReader): TextField | undefined =>
	ownValue(thumbnailTexts, String(parameters.value('thumbnailFrom', 'none')));

/** Throws a `ParameterError` if the expression of one half of an item returned nothing. The other half would be paid for alone. */
function requireWhole(parameters: ParameterReader, { title, ...thumbnail }: PackagingInput): void {
	const hasThumbnail = Object.keys(thumbnail).length > 0;
	if (title !== undefined && hasThumbnail) return;
	const [name, label] = (hasThumbnail ? titleField : thumbnailText(parameters)) ?? [];
	if (name === undefined || !parameters.isWorkedOut(name)) return;
	const advice = hasThumbnail ? "an empty 'Title'" : "'No Thumbnail' in 'Thumbnail From'";
	throw new ParameterError(
		`The expression in '${label}' returned nothing for this item`,
		`Check the expression. To score only the ${hasThumbnail ? 'thumbnail' : 'title'} of such items, send them to another node with ${advice}`,
	);
}

/** The error for an item that has neither a title nor a thumbnail. */
function nothingToScore(parameters: ParameterReader): ParameterError {
	const thumbnail = thumbnailText(parameters);
	const fields = thumbnail === undefined ? [titleField] : [titleField, thumbnail];
	const [name, label] = fields.find((field) => parameters.isWorkedOut(field[0])) ?? titleField;
	const otherwise =
		thumbnail === undefined
			? "Fill in 'Title', or choose 'Thumbnail From'"
			: `Fill in 'Title' or '${thumbnail[1]}'`;
	return parameters.emptyField(name, label, otherwise, 'The title and the thumbnail are both missing');
}

/** Signs of formats that the service isn't known to accept: the start of the bytes, as Latin-1, the end of a URL's path, and the type. */
const otherFormats = [
	{ name: 'GIF', start: /^GIF8/, end: /\.gif$/i, type: /^image\/gif/ },
	{
		name: 'HEIC',
		start: /^.{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s,
		end: /\.hei[cf]$/i,
		type: /^image\/hei[cf]/,
	},
];

const formatText = ({ name }: { name: string }): string =>
	`The thumbnail is ${name}. The service is known to accept JPEG, PNG and WebP`;

function formatWarning({ thumbnailBase64 = '', thumbnailUrl = '' }: Thumbnail): string | undefined {
	const head = headOf(thumbnailBase64);
	const [path = ''] = thumbnailUrl.split(/[?#]/);
	const format = otherFormats.find(({ start, end }) => start.test(head) || end.test(path));
	return format && formatText(format);
}

/** Reads the thumbnail. Leaves out an empty one, because the service would charge for it. */
async function readThumbnail(parameters: ParameterReader): Promise<Thumbnail> {
	const read = pick(readers, parameters.value('thumbnailFrom', 'none'), 'Thumbnail From');
	const thumbnail = await read(parameters);
	const message = formatWarning(thumbnail);
	if (message !== undefined) warn(parameters, message);
	return thumbnail;
}

/** What an object and an expression leave in a text that wasn't meant to have them. */
const unwritten = /\[object \w+\]|\{\{[^{}]{0,200}\}\}|^(?:undefined|null|NaN|true|false)$/;

/** The longest title of a video on YouTube, in characters. The service also scores longer ones. */
const youTubeTitleMax = 100;

/**
 * Reads the title. Throws a `ParameterError` if it has an expression that wasn't evaluated, before any credits are spent. Warns of
 * `undefined`, which a title can have on purpose.
 */
function readTitle(parameters: ParameterReader): string {
	const title = parameters.text('title', 'Title');
	const [found] = unwritten.exec(title) ?? [];
	if (found !== undefined) {
		throw new ParameterError(
			`'Title' has ${shown(found)}`,
			parameters.isWorkedOut('title')
				? 'Check the expression, and choose a field with text in it'
				: "Switch 'Title' to Expression, and choose a field with text in it",
		);
	}
	if (parameters.isWorkedOut('title') && /(?<![\w.])(?:undefined|NaN)(?![\w(])/.test(title)) {
		const what = `The expression in 'Title' returned ${shown(title)}`;
		warn(parameters, `${what}. Check that it finds its values`);
	}
	const length = [...title].length;
	if (length > youTubeTitleMax)
		warn(parameters, `'Title' has ${length} characters, and YouTube allows ${youTubeTitleMax}`);
	return title;
}

/** Returns hints about packaging scores: which of the three numbers to compare, and whether the niches allow that. */
export function scoreHints(context: IExecuteFunctions): Hint[] {
	const scored = answersOfRun(context).filter(({ percentile }) => percentile !== undefined);
	if (scored.length === 0) return [];
	const compare: Hint = {
		message:
			"Compare titles and thumbnails by 'percentile'. With a percentile of 90, a title is better than 90 of 100 in its niche. The lower 'niche_confidence', the less that means. 'score' is a rating from 0 to 1, and 'raw_score' has no fixed range.",
	};
	const modes = new Set(scored.map(({ mode }) => mode).filter((mode) => typeof mode === 'string'));
	const mixed: Hint = {
		type: 'warning',
		message: `These items were scored in different modes: ${inSentence(modes)}. Compare only percentiles of the same mode.`,
	};
	return [
		compare,
		...(modes.size > 1 ? [mixed] : []),
		...nicheHints(scored.map(({ niche_label: name, niche_slug: slug }) => name ?? slug)),
	];
}

/** Scores the title of a video, its thumbnail, or both. */
export const packaging = paidOperation({
	name: 'Title and Thumbnail',
	value: 'packaging',
	action: 'Score title and thumbnail',
	description:
		'Score the title of a video, its thumbnail, or both, and compare videos of the same niche by percentile',
	price: `${credits(costs.scoreTitle)} for a title, ${costs.scoreThumbnail} for a thumbnail, and ${costs.scoreCombined} for both`,
	parallelRequests: 4,
	subjects: ['title', 'thumbnailUrl'],
	// The field can be missing, or its name can be an expression that fails.
	describeSubject(parameters) {
		try {
			return withoutUndefined({ fileName: fileNameOf(parameters) });
		} catch {
			return {};
		}
	},
	sortedBy: 'percentile',
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5 Knife Skills Every Home Cook Needs',
			description: 'Title to score. Leave empty to score only the thumbnail.',
		},
		...thumbnailFields,
	],
	async read(parameters) {
		const title = readTitle(parameters);
		const input = { ...(title === '' ? {} : { title }), ...(await readThumbnail(parameters)) };
		const isEmpty = Object.values(input).every((value) => value === undefined);
		if (!isEmpty) {
			requireWhole(parameters, input);
			return input;
		}
		throw nothingToScore(parameters);
	},
	call: async (client, input: PackagingInput, paid) => await client.score(input, paid),
	own: ({ title, thumbnailUrl }, parameters) =>
		withoutUndefined({
			title,
			thumbnailUrl,
			fileName: fileNameOf(parameters),
			warning: warningOf(parameters),
		}),
	cost: packagingCost,
	expected: ['score', 'percentile', 'raw_score'],
});
