import { platformNames } from '../../sandbox/world/platforms';
import { movieOf } from '../support/movieFile';
import { formUrl, readPage, sendForm } from './support/forms';
import { until } from './support/livePosts';
import type { CredentialReference, RunResult, Workflow } from './support/testbed';
import { startVideoService, type VideoService } from './support/videoService';

const example = 'publish-ai-videos-when-they-are-ready';
const answers = ['A chair by a window', 'The oak chair', 'It is back.'];

let service: VideoService;
let token: CredentialReference;
let id: string;

beforeAll(async () => {
	service = await startVideoService('token-of-the-test', movieOf(10));
	token = await testbed.saveCredentialOf(
		'httpBearerAuth',
		{ token: 'token-of-the-test' },
		'Video service of the test',
	);
	const text = JSON.stringify(testbed.readExample(example));
	const workflow = JSON.parse(text.replaceAll('https://api.replicate.com', service.url)) as Workflow;
	const nodes = (workflow.nodes as { type: string }[]).map((node) =>
		node.type.endsWith('.httpRequest') ? { ...node, credentials: { httpBearerAuth: token } } : node,
	);
	id = await testbed.saveWorkflow({ ...workflow, name: 'AI videos (test)', nodes });
	await testbed.n8n.activate(id);
});
beforeEach(async () => await testbed.sandbox.reset());
afterAll(async () => {
	await testbed.n8n.deactivate(id);
	await testbed.removeCredential(token);
	await service.close();
});

/** Orders a video in the form, and returns the result of the workflow after the service's report. */
async function orderAndReport(
	state: { status: string; output?: string | string[]; error?: string },
	forged?: object,
) {
	const executions = (await testbed.n8n.executionStates(id)).length;
	const orders = service.orders.length;
	await sendForm(formUrl(testbed.readExample(example)), answers);
	await until(async () => service.orders[orders]);
	await service.report(state, forged);
	const { id: execution = '' } = (await testbed.n8n.executionStates(id))[executions] ?? {};
	return await testbed.n8n.result(execution);
}

const messageOf = (result: RunResult) => {
	expect(result.error).toBeUndefined();
	return String(result.output('Write the result')[0]?.message);
};

describe('example: AI videos', () => {
	test('orders a video with the address at which it waits', async () => {
		expect(await readPage(formUrl(testbed.readExample(example)))).toContain('What the video shows');
		await orderAndReport({ status: 'canceled' });
		expect(service.orders.at(-1)).toMatchObject({
			input: { prompt: 'A chair by a window', aspect_ratio: '9:16' },
			webhook: expect.stringContaining(`${testbed.n8nUrl}/webhook-waiting/`),
			webhook_events_filter: ['completed'],
		});
	});

	test('publishes the video that is reported on three networks (P34, P35, P46)', async () => {
		const message = messageOf(await orderAndReport({ status: 'succeeded', output: service.videoUrl }));
		const [post] = await testbed.sandbox.posts();
		expect(post).toMatchObject({ status: 'published', title: 'The oak chair', caption: 'It is back.' });
		expect(message.split('\n').sort()).toEqual(
			post?.channels.map(({ platform, url }) => `${platformNames[platform]}: ${url}`).sort(),
		);
		expect(post?.channels.map(({ platform }) => platform).sort()).toEqual(['instagram', 'tiktok', 'youtube']);
		const tiktok = post?.channels.find(({ platform }) => platform === 'tiktok');
		expect(tiktok?.options).toMatchObject({ tiktok: { aiGenerated: true } });
		const [asset] = await testbed.sandbox.media();
		expect(asset).toMatchObject({ state: 'ready', sizeBytes: movieOf(10).length });
	});

	test('publishes the video of the service whatever a forged report says', async () => {
		const forged = { status: 'succeeded', output: 'https://evil.example/video.mp4' };
		const executions = (await testbed.n8n.executionStates(id)).length;
		const orders = service.orders.length;
		await sendForm(formUrl(testbed.readExample(example)), answers);
		await until(async () => service.orders[orders]);
		const asked = service.asked.length;
		await service.forge(forged);
		await until(async () => {
			const { status } = (await testbed.n8n.executionStates(id))[executions] ?? {};
			return service.asked.length > asked && status === 'waiting' ? true : undefined;
		});
		await service.report({ status: 'succeeded', output: service.videoUrl }, forged);
		const { id: execution = '' } = (await testbed.n8n.executionStates(id))[executions] ?? {};
		const result = await testbed.n8n.result(execution);
		expect(messageOf(result)).toContain('TikTok: http');
		const [asset] = await testbed.sandbox.media();
		expect(asset).toMatchObject({ state: 'ready', sizeBytes: movieOf(10).length });
	});
});
