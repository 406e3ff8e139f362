import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { executeNode } from '../../../test/support/n8nContexts';
import { itemsWith, runSubject } from '../subject';

void runSubject((sinkUrl) => {
	const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: sinkUrl, apiKey: 'key' } }];
	const parameters = { resource: 'media', operation: 'upload' };
	const node = new SocialPublishing();
	return async ({ file }) => await executeNode(node, { credentials, parameters, items: itemsWith(file) });
});
