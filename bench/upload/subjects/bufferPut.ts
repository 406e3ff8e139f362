import { createExecuteContext } from '../../../test/support/n8nContexts';
import { placeNode } from '../../../test/support/n8nWorkflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runSubject } from '../subject';

// What the better nodes do: the whole file as a Buffer, in one PUT to a presigned URL. The node only lends its place.
void runSubject(({ sinkUrl, file }) => {
	const run = { items: [{ json: {}, binary: { data: file } }] };
	const { helpers } = createExecuteContext(placeNode(new SocialPublishing(), {}), run);
	return async () => {
		const body = await helpers.getBinaryDataBuffer(0, 'data');
		const headers = { 'Content-Type': file.mimeType };
		await helpers.httpRequest({ method: 'PUT', url: `${sinkUrl}/file`, headers, body });
	};
});
