import type { IVersionedNodeType } from 'n8n-workflow';
import { executeNode } from '../../../test/support/n8nContexts';
import { createOf } from '../rivals';
import { itemsWith, runSubject } from '../subject';

// For a bucket with a dot in its name, the node puts the name into the path and uses the endpoint of the credential.
const bucketName = 'bench.bucket';

void runSubject((sinkUrl) => {
	const versions = createOf<IVersionedNodeType>('n8n-nodes-base/dist/nodes/Aws/S3/AwsS3.node.js', 'AwsS3');
	const node = versions.getNodeType();
	const data = {
		region: 'eu-west-1',
		accessKeyId: 'key',
		secretAccessKey: 'secret',
		customEndpoints: true,
		s3Endpoint: sinkUrl,
	};
	const credentials = [
		{ type: createOf<never>('n8n-nodes-base/dist/credentials/Aws.credentials.js', 'Aws'), data },
	];
	const parameters = { resource: 'file', operation: 'upload', bucketName, fileName: 'video.mp4' };
	return async ({ file }) => await executeNode(node, { credentials, parameters, items: itemsWith(file) });
});
