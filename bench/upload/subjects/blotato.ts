import { executeNode } from '../../../test/support/n8nContexts';
import { createOf } from '../rivals';
import { itemsWith, runSubject } from '../subject';

const folder = '@blotato/n8n-nodes-blotato/dist';

void runSubject((sinkUrl) => {
	const node = createOf(`${folder}/nodes/Blotato/Blotato.node.js`, 'Blotato');
	const type = createOf<never>(`${folder}/credentials/BlotatoApi.credentials.js`, 'BlotatoApi');
	const credentials = [{ type, data: { apiKey: 'key', server: sinkUrl } }];
	const parameters = { resource: 'media', operation: 'upload', useBinaryData: true };
	return async ({ file }) => await executeNode(node, { credentials, parameters, items: itemsWith(file) });
});
