import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { startSandbox, type Sandbox } from '../../sandbox';
import { executeNode } from '../support/n8nContexts';
import { storeBinary, useBinaryMode } from '../support/n8nBinary';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ rateLimits: 'off', partSizeBytes: 5 * 1024 * 1024 } as never);
});
afterAll(async () => {
	await sandbox.close();
});
test.each(['default', 'filesystem'] as const)('upload %s', async (mode) => {
	await useBinaryMode(mode);
	const credentials = [
		{ type: new SocialPublishingApi(), data: { baseUrl: sandbox.url, apiKey: sandbox.seed.keys.full } },
	];
	const bytes = Buffer.alloc(23 * 1024 * 1024 + 7, 7);
	Buffer.from('\x00\x00\x00\x18ftypmp42', 'latin1').copy(bytes);
	const data = await storeBinary(bytes, { fileName: 'a.mp4', mimeType: 'application/octet-stream' });
	const out = await executeNode(new SocialPublishing(), {
		credentials,
		executionId: mode + '1',
		parameters: { resource: 'media', operation: 'upload' },
		items: [{ json: {}, binary: { data } }],
	} as never);
	console.log(JSON.stringify(out));
	const post = await executeNode(new SocialPublishing(), {
		credentials,
		executionId: mode + '2',
		parameters: {
			resource: 'post',
			operation: 'create',
			channels: [sandbox.seed.channels.facebook.id],
			caption: 'x',
			delivery: 'now',
			additionalFields: { binaryFields: '*' },
		},
		items: [{ json: {}, binary: { data } }],
	} as never);
	console.log(JSON.stringify(post));
});
