import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, type BinaryData } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps files. `default` is in memory (Base64 inside the item). The others store an ID in the item. */
export type BinaryMode = 'default' | 'filesystem' | 'database' | 's3';

/**
 * Sets n8n's binary data mode for all contexts created later in this test file. `s3` needs the storage of
 * `useObjectStorage`.
 */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	const storage = Container.get(BinaryDataService);
	Container.get(BinaryDataConfig).mode = mode;
	if (mode === 'database') storage.setManager('database', new DatabaseFiles());
	await storage.init();
}

const location = { type: 'execution', workflowId: 'test-workflow', executionId: '1' } as const;

/** What an earlier node tells n8n about a file. */
interface FileDescription {
	fileName: string;
	mimeType: string;
}

/** Stores a file in the current mode. Put the result into an item's `binary`. */
export async function storeBinary(content: Buffer, file: FileDescription): Promise<IBinaryData> {
	return await Container.get(BinaryDataService).store(location, content, { ...file, data: '' });
}

/** Path of a file in n8n's filesystem mode. */
export const pathOf = ({ id = '' }: IBinaryData): string => Container.get(BinaryDataService).getPath(id);

/** Stores a sparse file in filesystem mode. It begins with `head` and needs no space on the disk. */
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
 * Replaces the table of n8n's database mode, which only the full n8n has. A file is read as a whole and returned as a
 * stream of a single chunk.
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
		return { fileId, fileSize: data.length };
	}

	getPath(fileId: string): string {
		return `database://${fileId}`;
	}

	async getAsBuffer(fileId: string): Promise<Buffer> {
		return this.row(fileId).data;
	}

	async getAsStream(fileId: string): Promise<Readable> {
		return Readable.from(await this.getAsBuffer(fileId));
	}

	async getMetadata(fileId: string): Promise<BinaryData.Metadata> {
		return this.row(fileId).metadata;
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
