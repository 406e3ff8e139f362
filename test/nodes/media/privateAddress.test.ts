import { nodeFor } from '../../support/publishingNode';
import { fileOfKind } from '../../support/mediaNode';
import { useFileServer } from '../../support/useFileServer';

// n8n reads this when it first sends a request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';

const web = useFileServer();

test('n8n keeps the node from private addresses where it is set up to (D7)', async () => {
	web().serve({ bytes: fileOfKind('png', 5000) });
	const parameters = { fileFrom: 'url', url: `${web().url}/file` };
	const error = await nodeFor({ url: web().url }).error('media:upload', parameters);
	expect(error.message).toBe("The file at 'URL' couldn't be loaded");
	expect(error.description).toMatch(/blocked|restricted|not allowed/i);
	expect(web().requests).toEqual([]);
});
