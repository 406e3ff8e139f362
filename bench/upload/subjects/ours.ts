import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { executeNode } from '../../../test/support/n8nContexts';
import { runSubject } from '../subject';

void runSubject(({ sinkUrl, file }) => {
	const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: sinkUrl, apiKey: 'key' } }];
	const parameters = { resource: 'media', operation: 'upload' };
	const items = [{ json: {}, binary: { data: file } }];
	const node = new SocialPublishing();
	return async () => await executeNode(node, { credentials, parameters, items });
});
