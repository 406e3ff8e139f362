import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { createExecuteContext } from '../../../test/support/n8nContexts';
import { placeNode } from '../../../test/support/n8nWorkflow';
import { runSubject } from '../subject';

// What one request through n8n's helper takes, without a file: all that is above it is the upload's.
void runSubject(({ sinkUrl }) => {
	const { helpers } = createExecuteContext(placeNode(new SocialPublishing(), {}), {});
	return async () => await helpers.httpRequest({ method: 'PUT', url: `${sinkUrl}/file`, body: 'nothing' });
});
