import { readdirSync, readlinkSync } from 'node:fs';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { fileHeads, fileOf, type FileKind } from './mediaFiles';
import { pathOf, storeBinary } from './n8nBinary';

/** MIME types of the test files, by kind. */
export const mimeTypes: Record<FileKind, string> = {
	png: 'image/png',
	jpeg: 'image/jpeg',
	webp: 'image/webp',
	gif: 'image/gif',
	mp4: 'video/mp4',
	mov: 'video/quicktime',
	webm: 'video/webm',
	heic: 'image/heic',
	matroska: 'video/x-matroska',
	pdf: 'application/pdf',
	empty: 'video/mp4',
};

/** An item with files in n8n's storage, by field name. */
export async function itemWith(files: Record<string, Buffer>, mimeType = 'video/mp4') {
	const entries = Object.entries(files).map(async ([name, bytes]) => {
		const stored = await storeBinary(bytes, { fileName: `${name}.bin`, mimeType });
		return [name, stored] as const;
	});
	return { json: {}, binary: Object.fromEntries(await Promise.all(entries)) } satisfies INodeExecutionData;
}

/** Path of the file in an item's field `data`, in filesystem mode. */
export function pathIn({ binary }: INodeExecutionData): string {
	if (!binary?.data) throw new Error('The item has no file');
	return pathOf(binary.data);
}

/** A file of a kind, as small as possible or of the given size. */
export const fileOfKind = (kind: FileKind, sizeBytes = fileHeads[kind].length): Buffer =>
	fileOf(kind, sizeBytes);

/** Parts that the storage kept, as `[asset, part, MD5]` in the order of the parts. */
export const partsAt = ({
	storageRequests,
}: Sandbox): Array<[asset: string, part: number, md5: string | null]> =>
	storageRequests
		.filter(({ status }) => status === 200)
		.map(({ path, partNumber, md5 }): [string, number, string | null] => [
			path.split('/').at(-1) ?? '',
			partNumber,
			md5,
		])
		.sort(([, one], [, other]) => one - other);

/** Requests for the start of an upload that reached the service. */
export const startsAt = ({ requests }: Sandbox) => requests.filter(({ path }) => path.endsWith('/uploads'));

/** Files below a path that this process has open. Empty if the system doesn't report them. */
export function openFiles(path: string): string[] {
	if (process.platform !== 'linux') return [];
	const targets = readdirSync('/proc/self/fd').flatMap((descriptor) => {
		try {
			return [readlinkSync(`/proc/self/fd/${descriptor}`)];
		} catch {
			// The descriptor used to read the list itself.
			return [];
		}
	});
	return targets.filter((target) => target.startsWith(path));
}
