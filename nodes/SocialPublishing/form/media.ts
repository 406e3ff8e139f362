import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { numberText } from '../../../client/http/text.js';
import { PostCheckError } from '../../../client/publishing/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { WantedMedia } from '../../../client/publishing/posts/wish.js';
import { filesIn, limits } from '../../../client/publishing/values.js';
import { readBinaryFields, type BinaryField } from '../../shared/binary.js';
import { ParameterError, withFacts, workOf } from '../../shared/errors.js';
import { shownWhen } from '../../shared/fields.js';
import { inLowerCase } from '../../shared/names.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { isUnset, pick, toList, type ListMeaning } from '../../shared/values.js';
import { hintKept, readAltTexts } from '../media/altTexts.js';
import { readUploadKeyMaker, toUrls, uploadFields, uploadUrls, type InspectFile } from '../media/uploads.js';

const none: INodePropertyOptions = { name: 'None', value: 'none', description: 'A post without media' };

const keep: INodePropertyOptions = {
	name: 'Keep',
	value: 'keep',
	description: "Don't change the media of the post",
};

const sourceChoices: INodePropertyOptions[] = [
	{ name: 'Input Files', value: 'binary', description: 'Upload files of the input item' },
	{
		name: 'Uploaded Assets',
		value: 'assets',
		description: 'Use files that were uploaded before, with Media > Upload',
	},
	{ name: 'URL', value: 'url', description: 'Upload files from the web' },
];

const mediaField: INodeProperties = {
	displayName: 'Media',
	name: 'media',
	type: 'options',
	options: [none, ...sourceChoices],
	default: 'none',
	description: 'Images, GIFs and videos, in the order they are shown',
};

/** The names of the item's binary fields with the files. */
export const binaryFieldsField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	description: 'Fields that contain the files, separated by commas, or * for all files',
};

/** The web addresses of the files. */
export const urlsField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/video.mp4',
	description:
		'Web addresses, or share links of Google Drive, Dropbox and OneDrive, that open without a login. Separated by commas or spaces, or an expression that returns a list.',
};

const assetsField: INodeProperties = {
	displayName: 'Asset IDs',
	name: 'mediaAssetIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 6f9619ff-8b86-4d01-b42d-00c04fc964ff',
	description: 'Separated by commas, or an expression that returns a list. Assets keep their alt text.',
	displayOptions: shownWhen('media', 'assets'),
};

const sourceFields: INodeProperties[] = [
	{ ...binaryFieldsField, displayOptions: shownWhen('media', 'binary') },
	assetsField,
	{ ...urlsField, name: 'mediaUrl', displayOptions: shownWhen('media', 'url') },
	{
		displayName: 'Alt Text',
		name: 'altText',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. A red sofa in front of a large window',
		description: `Descriptions for people who can't see the files, one line for each file, in their order. An expression can also return a list. Each has up to ${numberText(limits.altTextMax)} characters, and an empty line means none.`,
		displayOptions: shownWhen('media', 'binary', 'url'),
	},
];

export const newMediaFields: INodeProperties[] = [mediaField, ...sourceFields];

/** The fields for the media of an existing post, which keeps its media by default. */
export const changedMediaFields: INodeProperties[] = [
	{
		...mediaField,
		options: [keep, ...sourceChoices],
		default: 'keep',
	},
	...sourceFields,
];

/** Where the media of a post come from. */
export interface MediaSources extends WantedMedia {
	files: BinaryField[];
	/** The alt texts of the files or of the URLs, in their order. Empty or missing for a file without one. */
	altTexts: string[];
}

/** The output of Media → Upload has the ID of an asset as `id`, and the output of a post as `assetId`. */
const ofAssets: ListMeaning = { field: 'Asset IDs', keys: ['assetId', 'id', 'value'] };

const altTextsOf = (parameters: ParameterReader, { length }: unknown[]): string[] =>
	readAltTexts(parameters.value('altText', ''), length);

/** Says that an expression for media returned nothing, or a list with a gap. A model can leave out what it doesn't want, and a field can be left empty. */
function lostIn(
	parameters: ParameterReader,
	{ name, displayName }: INodeProperties,
	found: unknown[],
): Partial<MediaSources> {
	if (!parameters.isWorkedOut(name)) return {};
	const hasGap = [parameters.value(name)].flat().some((entry) => isUnset(entry));
	if (found.length > 0 && !hasGap) return {};
	const lost =
		found.length > 0
			? `lacks a file, because the expression in '${displayName}' returned an entry without a value`
			: `has no file, because the expression in '${displayName}' returned nothing for this item. Check the node before this one`;
	return { lost };
}

const noFileInItem =
	"has no file, because 'Input Data Field Name' is * and the item has none. A node between can drop the files of its items";

const readers: Record<string, (parameters: ParameterReader) => Partial<MediaSources>> = {
	binary: (parameters) => {
		const files = readBinaryFields(parameters, parameters.value('binaryPropertyName', 'data'));
		const lost = files.length === 0 && parameters.value('binaryPropertyName', 'data') === '*';
		return {
			...(lost ? { lost: noFileInItem } : lostIn(parameters, binaryFieldsField, files)),
			files,
			altTexts: altTextsOf(parameters, files),
		};
	},
	assets: (parameters) => {
		if (!isUnset(parameters.value('altText', ''))) hintKept(parameters);
		const assetIds = toList(parameters.value('mediaAssetIds', ''), ofAssets).map(inLowerCase);
		return { ...lostIn(parameters, assetsField, assetIds), assetIds };
	},
	url: (parameters) => {
		const urls = toUrls(parameters.value('mediaUrl', ''));
		const lost = lostIn(parameters, { ...urlsField, name: 'mediaUrl' }, urls);
		return { ...lost, urls, altTexts: altTextsOf(parameters, urls) };
	},
};

/**
 * Reads where the media of a post come from. An expression that returns nothing means no media, so only some items can have
 * media. Throws a `ParameterError` if a file isn't in the item, or if there are more alt texts than files.
 * @param unset the choice without media, for which this returns undefined: a new post then has none, and an update keeps the post's
 */
export function readMedia(parameters: ParameterReader, unset: 'none' | 'keep'): MediaSources | undefined {
	const choices = { ...readers, [unset]: () => undefined };
	const sources = pick(choices, parameters.value('media', unset), 'Media', [keep, none, ...sourceChoices])(
		parameters,
	);
	return sources && { assetIds: [], files: [], urls: [], altTexts: [], ...sources };
}

const countOf = (media: MediaSources): number => media.assetIds.length + filesIn(media);

/** Whether the user named any media. */
export const hasMedia = (media: MediaSources | undefined): media is MediaSources =>
	media !== undefined && countOf(media) > 0;

/** Throws before the first file is uploaded. */
function requireFew(media: MediaSources): void {
	const count = countOf(media);
	const max = limits.mediaAssetIdsMax;
	if (count <= max) return;
	throw new ParameterError(
		`'Media' has ${count} files, but a post can have at most ${max}`,
		'Nothing was uploaded. Remove some of the files',
	);
}

/** The media of a post after the upload. */
export interface AttachedMedia {
	/** The IDs of all media, for the request. Not set if the user named none. */
	attached: { mediaAssetIds?: string[] };
	/** The IDs of the assets that were uploaded. */
	assetIds: string[];
}

/**
 * Uploads the files of a post in their order.
 * @param uploadsByContent whether to reuse a file that was uploaded within 24 hours, whatever the options say
 * @param inspect checks what the upload finds out about a file. If it throws, the post isn't sent
 */
export async function attachMedia(
	parameters: ParameterReader,
	client: PublishingClient,
	media: MediaSources | undefined,
	{ uploadsByContent = false, inspect }: { uploadsByContent?: boolean; inspect?: InspectFile },
): Promise<AttachedMedia> {
	if (!hasMedia(media)) return { attached: {}, assetIds: [] };
	requireFew(media);
	const { files, urls, altTexts } = media;
	const makeKey = readUploadKeyMaker(parameters, uploadsByContent);
	const uploadAll = async () => [
		...(await uploadFields(parameters, client, { fields: files, altTexts, makeKey, inspect })),
		...(await uploadUrls(parameters, client, { urls, altTexts, makeKey, inspect })),
	];
	const uploaded = await uploadAll().catch((error: unknown) => {
		// The text of a check says it itself.
		throw workOf(error).cause instanceof PostCheckError ? error : withFacts(error, { isPostUnsent: true });
	});
	const assetIds = uploaded.map(({ id }) => id);
	return { attached: { mediaAssetIds: [...media.assetIds, ...assetIds] }, assetIds };
}
