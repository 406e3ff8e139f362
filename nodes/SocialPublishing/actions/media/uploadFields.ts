import type { INodeProperties } from 'n8n-workflow';
import { sorted } from '../../../shared/fields';
import { ParameterError } from '../../../shared/errors';
import { keyFromOption } from '../../idempotencyKeys';
import { shown, toLine, toNumber, withoutUndefined, type ParameterReader } from '../../../shared/parameters';
import type { UploadWishes } from '../../uploads';

const workersMax = 16;

const options: INodeProperties[] = sorted([
	keyFromOption,
	{
		displayName: 'Alt Text',
		name: 'altText',
		type: 'string',
		default: '',
		description: 'Describes the picture for people who cannot see it, 1000 characters at most',
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
		description: 'What the file is; by default its type and its first bytes tell',
	},
	{
		displayName: 'Parts at Once',
		name: 'workers',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: workersMax },
		default: 5,
		description: 'How many parts of a file are under way at the same time',
	},
]);

/** The fields of an upload. */
export const fileFields: INodeProperties[] = [
	{
		displayName: 'File From',
		name: 'fileFrom',
		type: 'options',
		options: [
			{ name: 'Input Item', value: 'binary', description: 'Files in binary fields of the item' },
			{ name: 'URL', value: 'url', description: 'A file on the web, passed on as it arrives' },
		],
		default: 'binary',
		description: 'Where the file is',
	},
	{
		displayName: 'Input Binary Fields',
		name: 'binaryFields',
		type: 'string',
		default: 'data',
		required: true,
		description: 'Names of the fields that hold files, separated by commas; * takes all of the item',
		displayOptions: { show: { fileFrom: ['binary'] } },
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/video.mp4',
		description: 'Address of the file; it must open without a login',
		displayOptions: { show: { fileFrom: ['url'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];

function readWorkers(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const workers = toNumber(value);
	if (Number.isInteger(workers) && workers >= 1 && workers <= workersMax) return workers;
	throw new ParameterError(
		`'Parts at Once' is ${shown(value)}`,
		`Use a whole number from 1 to ${workersMax}`,
	);
}

/** Reads what the user says about the files. */
export function readWishes(parameters: ParameterReader): UploadWishes {
	const { altText, mediaType, workers } = parameters.options;
	return withoutUndefined({
		altText: toLine(altText, 'Alt Text') || undefined,
		mediaType: (mediaType || undefined) as UploadWishes['mediaType'],
		workers: readWorkers(workers),
	});
}
