import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { pollNode } from '../../support/n8nContexts';
import { nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';
import { useFileServer } from '../../support/useFileServer';

// n8n reads these when it first sends a request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_BLOCKED_HOSTNAMES = 'internal.example';
process.env.N8N_SSRF_ALLOWED_HOSTNAMES = 'localhost';

const web = useFileServer();
const sandbox = useSandbox();

const blockedIp =
	/^n8n is set up to block internal addresses \(N8N_SSRF_PROTECTION_ENABLED\)\. To allow this one, add 127\.0\.0\.1 to N8N_SSRF_ALLOWED_IP_RANGES, or its host name to N8N_SSRF_ALLOWED_HOSTNAMES in the environment of n8n\.$/;
const blockedHost =
	/remove internal\.example from N8N_SSRF_BLOCKED_HOSTNAMES, or add it to N8N_SSRF_ALLOWED_HOSTNAMES in the environment of n8n\.$/;

describe('if n8n blocks internal addresses (D7)', () => {
	test.each([
		['an IP address', () => web().url, blockedIp],
		['a host', () => 'http://internal.example:8080', blockedHost],
	])('says in the error of a file at %s what to allow', async (_title, host, description) => {
		web().serve({ bytes: fileOfKind('png', 5000) });
		const parameters = { fileFrom: 'url', url: `${host()}/file?signature=secret` };
		const error = await nodeFor(web()).error('media:upload', parameters);
		expect(error.message).toBe("The file at 'URL' is at an address that n8n blocks");
		expect(error.description).toMatch(description);
		expect(error.description).not.toContain('secret');
		expect(web().requests).toEqual([]);
	});

	test("shows the storage's address in the error of a part and sends no part again", async () => {
		await useBinaryMode('default');
		const items = [await itemWith({ data: fileOfKind('mp4', 5000) })];
		const url = sandbox().url.replace('127.0.0.1', 'localhost');
		const node = nodeFor({ url, clock: sandbox().clock });
		const error = await node.error('media:upload', {}, { items });
		expect(error).toMatchObject({
			message: "Part 1 of 1 of the file couldn't be uploaded",
			description: expect.stringMatching(
				/^n8n blocks requests to 127\.0\.0\.1\. n8n is set up .+ add 127\.0\.0\.1 to/,
			),
		});
		expect(sandbox().storageRequests).toEqual([]);
	});

	test.each([
		['an IP address', () => web().url, 'n8n blocks requests to 127.0.0.1', blockedIp],
		['a host', () => 'http://internal.example', 'n8n blocks requests to internal.example', blockedHost],
	])('says in the error of a service at %s what to allow', async (_title, url, message, description) => {
		for (const operation of ['channel:getAll', 'post:create']) {
			const node = nodeFor({ url: url() });
			const error = await node.error(operation, {
				caption: 'Hello',
				channels: ['c0000000-0000-4000-8000-000000000001'],
			});
			expect(error).toMatchObject({ message, description: expect.stringMatching(description) });
		}
		const data = { baseUrl: url(), apiKey: 'sbx_key' };
		const poll = pollNode(new SocialPublishingTrigger(), {
			credentials: [{ type: new SocialPublishingApi(), data }],
			parameters: { events: ['published'] },
		});
		await expect(poll).rejects.toMatchObject({
			message,
			description: expect.stringMatching(description),
			failure: { cause: 'configuration-invalid' },
		});
		expect(web().requests).toEqual([]);
	});
});
