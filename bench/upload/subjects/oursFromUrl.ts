import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { executeNode } from '../../../test/support/n8nContexts';
import { runSubject } from '../subject';

// A file that can be read only from its start, as those of n8n's database and S3 storage.
void runSubject((sinkUrl) => {
	const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: sinkUrl, apiKey: 'key' } }];
	const node = new SocialPublishing();
	return async ({ sizeBytes }) => {
		const url = `${sinkUrl}/video/${sizeBytes}`;
		const parameters = { resource: 'media', operation: 'upload', fileFrom: 'url', url };
		return await executeNode(node, { credentials, parameters });
	};
});
