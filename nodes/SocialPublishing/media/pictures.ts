import type { IExecuteFunctions } from 'n8n-workflow';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import type { BinaryFile } from '../../shared/binary.js';
import { mayRun, nodesAfter } from '../../shared/neighbors.js';
import type { StoredPicture } from './uploadedFiles.js';

/** The maximum total size of the pictures on one approval page, which are embedded in it. */
export const picturesBytesMax = 8_000_000;

/** What is known about a file before it's uploaded. */
interface FileToKeep extends Pick<MediaFacts, 'contentType' | 'mediaType' | 'sizeBytes'> {
	fileName?: string;
	mimeType: string;
	/** The ID under which n8n stores the file. Undefined if it doesn't. */
	storedId?: string;
}

/** Passes a file on, and then says where its picture is stored. */
interface PictureKeeper {
	passing(file: BinaryFile): BinaryFile;
	picture(): Promise<StoredPicture | undefined>;
}

const asItIs = (file: BinaryFile): BinaryFile => file;

/** Whether an approval page of this execution may show what the node uploads. */
const isShownLater = (context: IExecuteFunctions): boolean =>
	context.getNodeParameter('operation', 0, '') === 'sendAndWait' ||
	nodesAfter(context).some((node) => mayRun(node, { operation: 'sendAndWait' }));

/** Copies the bytes of a file while they are uploaded, in any order and some of them again, and then stores them. */
function copying(
	context: IExecuteFunctions,
	{ fileName, sizeBytes = 0 }: FileToKeep,
	mimeType: string,
): PictureKeeper {
	const copy = Buffer.alloc(sizeBytes);
	let passedBytes = 0;
	async function* keep(
		bytes: AsyncIterable<Uint8Array>,
		offset: number,
	): AsyncGenerator<Uint8Array, void, undefined> {
		let position = offset;
		for await (const chunk of bytes) {
			copy.set(chunk.subarray(0, Math.max(0, sizeBytes - position)), Math.min(position, sizeBytes));
			position += chunk.length;
			passedBytes += chunk.length;
			yield chunk;
		}
	}
	return {
		passing: (file) => ({
			...file,
			open: async (offset, length) => {
				const stream = await file.open(offset, length);
				return { ...stream, bytes: keep(stream.bytes, offset) };
			},
		}),
		picture: async () => {
			// Nothing has passed if another item uploads the same file.
			if (passedBytes < sizeBytes) return undefined;
			// The file is uploaded. A missing picture on a page must not fail it.
			const stored = await context.helpers.prepareBinaryData(copy, fileName, mimeType).catch(() => undefined);
			return stored?.id === undefined ? undefined : { id: stored.id, mimeType };
		},
	};
}

/**
 * Returns where n8n stores a picture that an approval page can show. A picture from the web is stored while it's uploaded, if a
 * page of this execution may show it. Pictures that no page has room for aren't kept.
 */
export function keepingPicture(context: IExecuteFunctions, file: FileToKeep): PictureKeeper {
	const { contentType, mediaType, mimeType: given, sizeBytes = Infinity, storedId } = file;
	const mimeType = contentType ?? given;
	const isShown = mediaType !== 'video' && sizeBytes <= picturesBytesMax;
	if (isShown && storedId === undefined && isShownLater(context)) return copying(context, file, mimeType);
	const picture = isShown && storedId !== undefined ? { id: storedId, mimeType } : undefined;
	return { passing: asItIs, picture: async () => picture };
}
