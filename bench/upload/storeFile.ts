import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { useBinaryMode } from '../../test/support/n8nBinary';

/** A file in n8n's filesystem storage. */
export interface StoredFile {
	file: IBinaryData;
	path: string;
	sizeBytes: number;
}

const blockBytes = 1_000_000;

function* blocks(megabytes: number): Generator<Buffer> {
	const block = randomBytes(blockBytes);
	block.write('\0\0\0\x20ftypisom', 'latin1');
	for (let count = 0; count < megabytes; count++) yield block;
}

/** Stores a file as an earlier node of a workflow would, and reports its location. */
async function store(megabytes: number): Promise<StoredFile> {
	await useBinaryMode('filesystem');
	const storage = Container.get(BinaryDataService);
	const location = { type: 'execution', workflowId: 'benchmark', executionId: String(megabytes) } as const;
	const description = { fileName: 'video.mp4', mimeType: 'video/mp4', data: '' };
	const file = await storage.store(location, Readable.from(blocks(megabytes)), description);
	return { file, path: storage.getPath(file.id ?? ''), sizeBytes: megabytes * blockBytes };
}

void store(Number(process.argv[2])).then((stored) =>
	process.send?.(stored, undefined, undefined, () => process.exit()),
);
