import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import { numberText } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { MediaAsset } from '../../../client/publishing/media.js';
import { limits } from '../../../client/publishing/values.js';
import { readBinaryFields } from '../../shared/binary.js';
import { ParameterError } from '../../shared/errors.js';
import { optionsField, shownWhen } from '../../shared/fields.js';
import { nameDone, type Operation, type Resource } from '../../shared/operation.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { pick, pickFields, shown, toLine, toNumber } from '../../shared/values.js';
import { binaryFieldsField, urlsField } from '../form/media.js';
import { contentKeyOption, inToolFromContent } from '../../shared/keyOptions.js';
import { altTextLabel, readAltTexts } from '../media/altTexts.js';
import { readUploadKeyMaker, toUrls, type FileSettings, uploadFields, uploadUrls } from '../media/uploads.js';

const workersMax = 16;

const options: INodeProperties[] = [
	...inToolFromContent(contentKeyOption),
	{
		displayName: 'Alt Text',
		name: 'altText',
		type: 'string',
		default: '',
		placeholder: 'e.g. A red sofa in front of a large window',
		description: `Description of the image for people who can't see it, up to ${numberText(limits.altTextMax)} characters. An expression can also return a list with one text for each file.`,
	},
	{
		displayName: 'Media Type',
		name: 'mediaType',
		type: 'options',
		options: [
			{ name: 'Detect', value: '' },
			{ name: 'GIF', value: 'gif' },
			{ name: 'Image', value: 'image' },
			{ name: 'Video', value: 'video' },
		],
		default: '',
		description:
			"Type of the file. By default, the node detects it from the first bytes and the MIME type. Choose it for a file that the node doesn't recognize.",
	},
	{
		displayName: 'Parallel Uploads',
		name: 'parallelUploads',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: workersMax },
		default: 5,
		description: 'How many parts of a large file to upload at the same time',
	},
];

const fileFields: INodeProperties[] = [
	{
		displayName: 'File From',
		name: 'fileFrom',
		type: 'options',
		options: [
			{ name: 'Input Files', value: 'binary', description: 'Files of the input item' },
			{ name: 'URL', value: 'url', description: 'Files on the web' },
		],
		default: 'binary',
		description: 'Where the files come from',
	},
	{ ...binaryFieldsField, displayOptions: shownWhen('fileFrom', 'binary') },
	{ ...urlsField, displayOptions: shownWhen('fileFrom', 'url') },
	optionsField(options),
];

/** Uploads files in parts, with a fixed amount of memory. */
const upload: Operation<PublishingClient> = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload media',
	description: 'Upload images, GIFs and videos in parts, one item for each asset',
	fields: fileFields,
	describeDone: nameDone,
	describeFailed: (parameters) =>
		parameters.value('fileFrom', 'binary') === 'url' ? parameters.textsOfFailed(['url']) : {},
	async execute(parameters, client) {
		const run = pick(uploads, parameters.value('fileFrom', 'binary'), 'File From');
		const assets = await run(parameters, client, readFileSettings(parameters));
		return assets.map((asset) => ({
			message: `${asset.fileName ?? 'The file'} was uploaded.`,
			...pickFields(asset as IDataObject, outputFields),
		}));
	},
};

function readWorkers(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const workers = toNumber(value);
	if (Number.isInteger(workers) && workers >= 1 && workers <= workersMax) return workers;
	throw new ParameterError(
		`'Parallel Uploads' can't be ${shown(value)}`,
		`Use a whole number from 1 to ${workersMax}`,
	);
}

function readFileSettings(parameters: ParameterReader): FileSettings {
	const { altText, mediaType, parallelUploads } = parameters.options;
	return withoutUndefined({
		altText: Array.isArray(altText) ? undefined : toLine(altText, altTextLabel) || undefined,
		mediaType: (mediaType || undefined) as FileSettings['mediaType'],
		workers: readWorkers(parallelUploads),
	});
}

/** Reads the alt text of each file, if the user gave a list. Otherwise, one text applies to all files. */
const readOwnAltTexts = ({ options: { altText } }: ParameterReader, { length }: unknown[]): string[] =>
	Array.isArray(altText) ? readAltTexts(altText, length) : [];

/** The fields of an asset without the service's internals, such as the place of the file in its storage. */
const outputFields = [
	'id',
	'fileName',
	'mediaType',
	'processingStatus',
	'contentType',
	'sizeBytes',
	'width',
	'height',
	'durationSec',
	'binaryField',
];

type Upload = (
	parameters: ParameterReader,
	client: PublishingClient,
	settings: FileSettings,
) => Promise<MediaAsset[]>;

const uploads: Record<string, Upload> = {
	binary: async (parameters, client, settings) => {
		const named = parameters.value('binaryPropertyName', 'data');
		const makeKey = readUploadKeyMaker(parameters);
		const fields = readBinaryFields(parameters, named);
		const altTexts = readOwnAltTexts(parameters, fields);
		if (fields.length > 0)
			return await uploadFields(parameters, client, { fields, settings, altTexts, makeKey });
		throw new ParameterError(
			"No file was found for 'Input Data Field Name'",
			'Enter the name of a field that contains a file, or * for all files of the item',
		);
	},
	url: async (parameters, client, settings) => {
		const makeKey = readUploadKeyMaker(parameters);
		const named = toUrls(parameters.value('url', ''));
		const urls = named.length > 0 ? named : [''];
		const altTexts = readOwnAltTexts(parameters, urls);
		return await uploadUrls(parameters, client, { urls, settings, altTexts, makeKey });
	},
};

/** Media, which are the images, GIFs and videos of posts. */
export const media: Resource<PublishingClient> = {
	name: 'Media',
	value: 'media',
	description: 'Images, GIFs and videos',
	builderHint: 'Only for files that several posts use. Post: Create and Update upload their own files.',
	operations: [upload],
};
