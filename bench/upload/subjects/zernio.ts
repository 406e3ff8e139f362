import { RoutingNode } from 'n8n-core';
import { createExecuteContext } from '../../../test/support/n8nContexts';
import { placeNode } from '../../../test/support/n8nWorkflow';
import { createOf, redirected } from '../rivals';
import { itemsWith, runSubject } from '../subject';

// This is a declarative node, so n8n's routing sends the request that the node's own hook has prepared.
void runSubject((sinkUrl) => {
	const node = createOf('n8n-nodes-zernio/dist/late/Late.node.js', 'Late');
	const credential = createOf<never>('n8n-nodes-zernio/dist/credentials/LateNode.credentials.js', 'LateNode');
	const credentials = [{ type: redirected(credential, sinkUrl), data: { apiKey: 'key' } }];
	const parameters = { resource: 'media', operation: 'upload' };
	return async ({ file }) => {
		const run = { credentials, parameters, items: itemsWith(file) };
		const context = createExecuteContext(placeNode(node, run), run);
		return await new RoutingNode(context, node).runNode();
	};
});
