import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { ByteStream } from '../../client/http/types.js';
import { messageOf } from '../../client/http/errors.js';
import { recordOf } from '../../client/http/json.js';
import { listed } from '../../client/http/text.js';
import { openAt, readHead, type StorageStream } from './byteStreams.js';
import { ParameterError } from './errors.js';
import { missingValue, type RunItem } from './parameters.js';
import { shown, toList, type ListMeaning } from './values.js';

/** The JSON field in which n8n stores files, in workflows that are set up to combine JSON and files. */
const filesInJson = '_files';

/** A binary field of an item: its name, and n8n's data about the file. */
export type BinaryField = [name: string, binary: IBinaryData];

const isBinary = (value: unknown): value is IBinaryData =>
	typeof value === 'object' && value !== null && 'mimeType' in value && ('data' in value || 'id' in value);

/**
 * Whether n8n itself writes `_files` in the JSON. Otherwise, anyone can send it, and it could refer to a file of another
 * workflow.
 */
const combinesFiles = (context: IExecuteFunctions): boolean =>
	context.getWorkflowSettings().binaryMode === 'combined';

function fieldsOf({ context, itemIndex }: RunItem): BinaryField[] {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	const inJson = combinesFiles(context) ? json[filesInJson] : undefined;
	const files = recordOf([...Object.entries(inJson ?? {}), ...Object.entries(binary)]);
	return Object.entries(files).filter((field): field is BinaryField => isBinary(field[1]));
}

/** The beginning of an address, which no field has as its name. */
const addressShape = /^(?:https?|data):/i;

function find(item: RunItem, name: string, there = fieldsOf(item)): BinaryField {
	const found = there.find(([field]) => field === name);
	if (found) return found;
	const names = listed(there.map(([field]) => shown(field)));
	const message = `The item has no file in its field ${shown(name)}`;
	if (addressShape.test(name)) {
		throw new ParameterError(
			message,
			"'Input Data Field Name' is for the name of a field. Choose URL as the source of the file, and enter the address in 'URL'",
		);
	}
	if (there.length > 0)
		throw new ParameterError(message, `Use one of these in 'Input Data Field Name': ${names}`);
	throw missingValue(item, message, 'Add a node before this one that reads or downloads the file');
}

const ofFields: ListMeaning = { field: 'Input Data Field Name', keys: ['name', 'value'] };

/**
 * Reads the files that the user chose: a list of fields in its order, `*` for all files of the item, or the file itself from an
 * expression. Throws a `ParameterError` if a field doesn't exist.
 */
export function readBinaryFields(item: RunItem, value: unknown): BinaryField[] {
	if (isBinary(value)) return [[value.fileName ?? 'file', value]];
	const there = fieldsOf(item);
	// The name of a field can have a comma.
	const names = there.some(([field]) => field === value) ? [String(value)] : toList(value, ofFields);
	return names.join() === '*' ? there : names.map((name) => find(item, name, there));
}

/** A file that can be read several times. */
export interface BinaryFile {
	/** The file's own name, if n8n knows it. */
	fileName?: string;
	sizeBytes: number;
	mimeType: string;
	/** Whether opening the file in the middle costs no more than opening it at the start. */
	isSeekable: boolean;
	/** Reads at least the first `count` bytes. Returns fewer only if the file is shorter. */
	head(count: number): Promise<Uint8Array>;
	/** Reads `length` bytes starting at `offset`. Without `length`, reads to the end. */
	open(offset: number, length?: number): Promise<ByteStream>;
	/** Closes streams that are open but not in use. */
	close(): void;
	/** Counts the bytes and returns the file with that size. Only for files whose size comes from a server. */
	measure?(): Promise<BinaryFile>;
}

/**
 * How many bytes are read in one piece. A piece isn't needed after it has been sent. Larger pieces cost memory if several
 * streams run in parallel, and smaller ones cost time.
 */
const chunkBytes = 128 * 1024;

const nothing = (): void => undefined;

/** Decodes the Base64 data of an item piece by piece. */
async function* decode(
	base64: string,
	offset: number,
	end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
	// Four Base64 characters encode three bytes.
	const alignedStart = offset - (offset % 3);
	for (let start = alignedStart; start < end; start += chunkBytes * 3) {
		const stop = Math.min(start + chunkBytes * 3, end + 2);
		const piece = Buffer.from(base64.slice((start / 3) * 4, Math.ceil(stop / 3) * 4), 'base64');
		yield piece.subarray(Math.max(0, offset - start), end - start);
	}
}

/**
 * Removes line breaks and padding from Base64, which a Code node or an edited workflow can contain. Accepts the standard
 * alphabet and the one for URLs, because Node.js decodes both. Throws a `ParameterError` for other characters.
 */
function digitsOf(base64: string, field: string): string {
	const [digits = ''] = (/\s/.test(base64) ? base64.replace(/\s+/g, '') : base64).split('=', 1);
	if (!/[^A-Za-z0-9+/_-]/.test(digits)) return digits;
	throw new ParameterError(
		`The file in ${shown(field)} isn't valid Base64`,
		'Check the node that created this file. Files in an item must be Base64 text',
	);
}

function inItem({ data, mimeType }: IBinaryData, field: string): BinaryFile {
	const digits = digitsOf(data, field);
	const sizeBytes = Math.floor((digits.length * 3) / 4);
	const open: BinaryFile['open'] = async (offset, length = sizeBytes - offset) => {
		const bytes = decode(digits, offset, Math.min(offset + length, sizeBytes));
		return { bytes, close: nothing };
	};
	const head = async (count: number) => await readHead(await open(0, count), count);
	return { sizeBytes, mimeType, isSeekable: true, head, open, close: nothing };
}

const unreadable = (error: unknown): ParameterError =>
	new ParameterError(
		"The file can't be read from n8n's storage",
		`n8n may have deleted it. Run the node that loads the file again. Cause: ${messageOf(error)}`,
	);

const refuse = (error: unknown): never => {
	throw unreadable(error);
};

async function inStorage(
	{ helpers }: IExecuteFunctions,
	{ id = '', mimeType }: IBinaryData,
): Promise<BinaryFile> {
	const { fileSize: sizeBytes } = await helpers.getBinaryMetadata(id).catch(refuse);
	const open: BinaryFile['open'] = async (offset, length) => {
		const stream = await helpers.getBinaryStream(id, chunkBytes).catch(refuse);
		return openAt(stream as StorageStream, unreadable, offset, length);
	};
	const head = async (count: number) =>
		await readHead(await open(0, Math.min(count, sizeBytes)), count).catch(refuse);
	// Only files can be opened in the middle, not database rows or objects in an object storage.
	return { sizeBytes, mimeType, isSeekable: id.startsWith('filesystem'), head, open, close: nothing };
}

/** Opens the file of a binary field in every storage mode of n8n: filesystem, database, S3 or in the item itself. */
export async function openBinaryData(
	context: IExecuteFunctions,
	[field, binary]: BinaryField,
): Promise<BinaryFile> {
	const file = binary.id ? await inStorage(context, binary) : inItem(binary, field);
	return binary.fileName ? { ...file, fileName: binary.fileName } : file;
}

/** Throws a `ParameterError` if a file is empty. `name` is the file's name in the error. */
export function requireBytes({ sizeBytes }: BinaryFile, name: string): void {
	if (sizeBytes > 0) return;
	throw new ParameterError(
		`The file in ${shown(name)} is empty`,
		'Check the node that reads or downloads it',
	);
}

/** Returns the name of the file in a binary field of an item, if it has one. Throws a `ParameterError` if the field doesn't exist. */
export const binaryFileName = (item: RunItem, field: string): string | undefined =>
	find(item, field)[1].fileName;

/** Opens the file in a binary field of an item. Throws a `ParameterError` if the field doesn't exist or the file is empty. */
export async function openBinary(item: RunItem, field: string): Promise<BinaryFile> {
	const file = await openBinaryData(item.context, find(item, field));
	requireBytes(file, field);
	return file;
}
