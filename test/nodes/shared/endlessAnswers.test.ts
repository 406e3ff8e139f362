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

/** Sends one request to the recording server. */
async function sendTo(senderOf: (context: RequestContext) => Send, timeoutMs: number): Promise<unknown> {
	const credentials = [
		{ type: new SocialPublishingApi(), data: { baseUrl: server().url, apiKey: 'test-key' } },
	];
	const context = createExecuteContext(placeNode(new SocialPublishing(), { credentials }), {});
	return await senderOf(context as unknown as RequestContext)({
		method: 'GET',
		url: server().url,
		headers: {},
		timeoutMs,
	});
}

test.each(senders)(
	'an event stream of %s that is only kept alive ends at the timeout, and so does its connection',
	async (_title, senderOf) => {
		server().answerWith({ pings: true });
		await expect(sendTo(senderOf, 300)).rejects.toMatchObject({
			code: expect.stringMatching(/^(ETIMEDOUT|ECONNABORTED)$/) as string,
		});
		await until(() => server().openAnswers === 0);
	},
);

test.each(senders)(
	'an answer of %s that is larger than any answer can be is given up, and its connection is closed',
	async (_title, senderOf) => {
		server().answerWith({ floods: true });
		await expect(sendTo(senderOf, 20_000)).rejects.toMatchObject({
			message: "The answer can't be used. The answer is larger than 64 MiB",
			statusCode: 200,
		});
		await until(() => server().openAnswers === 0);
	},
);
