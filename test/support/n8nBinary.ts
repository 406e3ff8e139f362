import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, type BinaryData } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps files: `default` is in memory (base64 inside the item), the others give an id. */
export type BinaryMode = 'default' | 'filesystem' | 'database' | 's3';

/**
 * Sets n8n's binary data mode, for every context made afterwards in this test file. `s3` needs the storage of
 * `useObjectStorage`.
 */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	const storage = Container.get(BinaryDataService);
	Container.get(BinaryDataConfig).mode = mode;
	if (mode === 'database') storage.setManager('database', new DatabaseFiles());
	await storage.init();
}

const location = { type: 'execution', workflowId: 'test-workflow', executionId: '1' } as const;

/** What an earlier node tells n8n of a file. */
export interface FileDescription {
	fileName: string;
	mimeType: string;
}

/** Stores a file as n8n would in the mode in use; put the result into an item's `binary`. */
export async function storeBinary(content: Buffer, file: FileDescription): Promise<IBinaryData> {
	return await Container.get(BinaryDataService).store(location, content, { ...file, data: '' });
}

/** Where n8n's filesystem mode keeps a file. */
export const pathOf = ({ id = '' }: IBinaryData): string => Container.get(BinaryDataService).getPath(id);

/** Stores a file in filesystem mode that begins with `head` and is empty from there on: it takes no room on the disk. */
export async function storeSparse(
	head: Buffer,
	sizeBytes: number,
	file: FileDescription,
): Promise<IBinaryData> {
	const stored = await storeBinary(head, file);
	const path = pathOf(stored);
	await truncate(path, sizeBytes);
	await writeFile(`${path}.metadata`, JSON.stringify({ ...file, fileSize: sizeBytes }));
	return { ...stored, bytes: sizeBytes };
}

interface Row {
	data: Buffer;
	metadata: BinaryData.Metadata;
}

/**
 * Stands in for the table of n8n's database mode, which only the whole n8n has: a file is one value, read whole, and
 * handed out as a stream of a single chunk.
 */
class DatabaseFiles implements BinaryData.Manager {
	private readonly rows = new Map<string, Row>();

	async init(): Promise<void> {}

	async store(
		_location: BinaryData.FileLocation,
		content: Buffer | Readable,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		const data = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
		const fileId = randomUUID();
		this.rows.set(fileId, { data, metadata: { ...metadata, fileSize: data.length } });
		return await Promise.resolve({ fileId, fileSize: data.length });
	}

	getPath(fileId: string): string {
		return `database://${fileId}`;
	}

	async getAsBuffer(fileId: string): Promise<Buffer> {
		return await Promise.resolve(this.row(fileId).data);
	}

	async getAsStream(fileId: string): Promise<Readable> {
		return Readable.from(await this.getAsBuffer(fileId));
	}

	async getMetadata(fileId: string): Promise<BinaryData.Metadata> {
		return await Promise.resolve(this.row(fileId).metadata);
	}

	async copyByFileId(): Promise<string> {
		return await Promise.reject(new Error('No test copies files'));
	}

	async copyByFilePath(): Promise<BinaryData.WriteResult> {
		return await Promise.reject(new Error('No test copies files'));
	}

	async rename(): Promise<void> {
		return await Promise.reject(new Error('No test renames files'));
	}

	private row(fileId: string): Row {
		const row = this.rows.get(fileId);
		if (!row) throw new Error(`There is no file ${fileId}`);
		return row;
	}
}
