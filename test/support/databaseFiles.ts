import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BinaryData } from 'n8n-core';

interface Row {
	data: Buffer;
	metadata: BinaryData.Metadata;
}

/**
 * Stands in for the table of n8n's database mode, which only the whole n8n has: a file is one value, read whole, and
 * handed out as a stream of a single chunk.
 */
export class DatabaseFiles implements BinaryData.Manager {
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
