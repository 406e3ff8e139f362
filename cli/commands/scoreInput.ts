import { createReadStream } from 'node:fs';
import { thumbnailBytesMax } from '../../client/scoring/values';
import type { PackagingInput } from '../../client/scoring/schemas';
import { isPiped, isShellPipe, readStandardInput, type StandardInput } from './standardInput';
import { UsageError } from './usageError';

interface ScoreFlags {
	title?: string;
	thumb?: string;
}

/** The most bytes of a title that are read, because a pipe can have no end. */
const titleBytesMax = 64 * 1024;

/** Encodes a picture in Base64. Throws a `UsageError` if it's empty or too large. */
function toBase64(picture: Buffer, name: string): string {
	if (picture.length === 0) throw new UsageError(`--thumb: ${name} is empty`);
	if (picture.length <= thumbnailBytesMax) return picture.toString('base64');
	const max = thumbnailBytesMax.toLocaleString('en-US');
	throw new UsageError(`--thumb: ${name} is too large. Use an image of up to ${max} bytes.`);
}

/** Reads a picture. A device or a pipe can have no end, so no more than one byte too many is read. */
async function readPicture(file: string): Promise<Buffer> {
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of createReadStream(file, { end: thumbnailBytesMax }))
			chunks.push(chunk as Buffer);
	} catch (error) {
		throw new UsageError(`--thumb: ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
	}
	return Buffer.concat(chunks);
}

async function readThumbnail(thumb: string | undefined, stdin: StandardInput): Promise<string | undefined> {
	if (thumb === undefined) return undefined;
	if (thumb !== '-') return toBase64(await readPicture(thumb), thumb);
	if (!isPiped(stdin)) throw new UsageError('--thumb - reads an image from standard input. Pipe one in.');
	return toBase64(await readStandardInput(stdin, thumbnailBytesMax), 'standard input');
}

async function readPipedTitle(stdin: StandardInput): Promise<string | undefined> {
	const bytes = await readStandardInput(stdin, titleBytesMax);
	if (bytes.length > titleBytesMax) throw new UsageError('Standard input is too long for a title.');
	const title = bytes.toString('utf8').trim();
	if (title.includes('\n')) throw new UsageError('Standard input has several lines. Pipe in one title.');
	return title === '' ? undefined : title;
}

/** Returns the title from the flag or from standard input. With `--thumb -`, standard input is the picture instead. */
async function readTitle({ title, thumb }: ScoreFlags, stdin: StandardInput): Promise<string | undefined> {
	if (title !== undefined) return title.trim() === '' ? undefined : title.trim();
	if (thumb === '-') return undefined;
	const isWaitedFor = thumb === undefined ? isPiped(stdin) : isShellPipe(stdin);
	return isWaitedFor ? await readPipedTitle(stdin) : undefined;
}

/** Reads what to score. Throws a `UsageError` if there is nothing to score. */
export async function readScoreInput(flags: ScoreFlags, stdin: StandardInput): Promise<PackagingInput> {
	const title = await readTitle(flags, stdin);
	const thumbnailBase64 = await readThumbnail(flags.thumb, stdin);
	if (title === undefined && thumbnailBase64 === undefined) {
		throw new UsageError('There is nothing to score. Use --title or --thumb, or pipe in a title.');
	}
	return {
		...(title === undefined ? {} : { title }),
		...(thumbnailBase64 === undefined ? {} : { thumbnailBase64 }),
	};
}
