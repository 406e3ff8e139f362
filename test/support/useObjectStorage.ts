import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ObjectStoreConfig, S3ByteStore } from '@n8n/blob-storage';
import { ObjectStoreService } from '@n8n/blob-storage/object-store';
import { Container } from '@n8n/di';
import { BinaryDataBlobManager, BinaryDataService, ErrorReporter } from 'n8n-core';
import S3rver from 's3rver';

const bucket = 'n8n';
/** The credentials that the server accepts. */
const key = 'S3RVER';

async function connect(port: number): Promise<void> {
	const config = Container.get(ObjectStoreConfig);
	Object.assign(config, { host: `127.0.0.1:${port}`, protocol: 'http' });
	Object.assign(config.bucket, { name: bucket, region: 'us-east-1' });
	Object.assign(config.credentials, { accessKey: key, accessSecret: key });
	const objectStore = Container.get(ObjectStoreService);
	await objectStore.init();
	const manager = new BinaryDataBlobManager(new S3ByteStore(objectStore), Container.get(ErrorReporter));
	Container.get(BinaryDataService).setManager('s3', manager);
}

/** Starts a local object storage for n8n's s3 mode, for the tests of a file. */
export function useObjectStorage(): void {
	let directory = '';
	let server: S3rver | undefined;
	beforeAll(async () => {
		directory = await mkdtemp(path.join(tmpdir(), 'object-storage-'));
		const buckets = [{ name: bucket, configs: [] }];
		server = new S3rver({
			port: 0,
			address: '127.0.0.1',
			silent: true,
			directory,
			configureBuckets: buckets,
		});
		const { port } = await server.run();
		await connect(port);
	});
	afterAll(async () => {
		await server?.close();
		await rm(directory, { recursive: true, force: true });
	});
}
