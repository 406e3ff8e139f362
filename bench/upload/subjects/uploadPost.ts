import { executeNode } from '../../../test/support/n8nContexts';
import { createOf, redirected } from '../rivals';
import { runSubject } from '../subject';

const folder = 'n8n-nodes-upload-post/dist';

void runSubject(({ sinkUrl, file }) => {
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
	const items = [{ json: {}, binary: { data: file } }];
	return async () => await executeNode(node, { credentials, parameters, items });
});
