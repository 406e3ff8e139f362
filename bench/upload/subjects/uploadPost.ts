import { executeNode } from '../../../test/support/n8nContexts';
import { createOf, redirected } from '../rivals';
import { itemsWith, runSubject } from '../subject';

const folder = 'n8n-nodes-upload-post/dist';

void runSubject((sinkUrl) => {
	const node = createOf(`${folder}/nodes/UploadPost/UploadPost.node.js`, 'UploadPost');
	const credential = createOf<never>(`${folder}/credentials/UploadPostApi.credentials.js`, 'UploadPostApi');
	const credentials = [{ type: redirected(credential, sinkUrl), data: { apiKey: 'key' } }];
	const parameters = {
		resource: 'uploads',
		operation: 'uploadVideo',
		user: 'someone',
		platform: ['bluesky'],
		title: 'Video',
		video: 'data',
		waitForCompletion: false,
	};
	return async ({ file }) => await executeNode(node, { credentials, parameters, items: itemsWith(file) });
});
