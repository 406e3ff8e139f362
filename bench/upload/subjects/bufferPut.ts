import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { createExecuteContext } from '../../../test/support/n8nContexts';
import { placeNode } from '../../../test/support/n8nWorkflow';
import { itemsWith, runSubject } from '../subject';

// As in the best of the other nodes, this sends the whole file as a Buffer in one PUT to a presigned URL. The node here only
// provides n8n's context.
void runSubject((sinkUrl) => async ({ file }) => {
	const place = placeNode(new SocialPublishing(), {});
	const { helpers } = createExecuteContext(place, { items: itemsWith(file) });
	const body = await helpers.getBinaryDataBuffer(0, 'data');
	const headers = { 'Content-Type': file.mimeType };
	return await helpers.httpRequest({ method: 'PUT', url: `${sinkUrl}/file`, headers, body });
});
