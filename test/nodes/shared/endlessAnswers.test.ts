import type { Send } from '../../../client/http/types';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { n8nSend, plainSend, type RequestContext } from '../../../nodes/shared/transport';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { createExecuteContext } from '../../support/n8nContexts';
import { placeNode } from '../../support/n8nWorkflow';
import { until } from '../../support/until';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();

const senders: Array<[string, (context: RequestContext) => Send]> = [
	['the API', (context) => n8nSend(context, 'socialPublishingApi')],
	['a signed address', plainSend],
];

test.each(senders)(
	'an event stream of %s that is only kept alive ends at the timeout, and so does its connection',
	async (_title, senderOf) => {
		server().answerWith({ pings: true });
		const credentials = [
			{ type: new SocialPublishingApi(), data: { baseUrl: server().url, apiKey: 'test-key' } },
		];
		const context = createExecuteContext(placeNode(new SocialPublishing(), { credentials }), {});
		const send = senderOf(context as unknown as RequestContext);
		const request = { method: 'GET' as const, url: server().url, headers: {}, timeoutMs: 300 };
		await expect(send(request)).rejects.toMatchObject({
			code: expect.stringMatching(/^(ETIMEDOUT|ECONNABORTED)$/) as string,
		});
		await until(() => server().openAnswers === 0);
	},
);
