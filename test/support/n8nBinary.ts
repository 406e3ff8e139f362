import 'reflect-metadata';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps files: `default` is in memory (base64 inside the item), `filesystem` gives an id. */
export type BinaryMode = 'default' | 'filesystem';

/** Sets n8n's binary data mode, for every context made afterwards in this test file. */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** Stores a file as n8n would in the mode in use; put the result into an item's `binary`. */
export async function storeBinary(
	content: Buffer,
	file: { fileName: string; mimeType: string },
): Promise<IBinaryData> {
	const location = { type: 'execution', workflowId: 'test-workflow', executionId: '1' } as const;
	return await Container.get(BinaryDataService).store(location, content, { ...file, data: '' });
}
