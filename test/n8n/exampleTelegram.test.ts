import { platformNames } from '../../sandbox/world/platforms';
import { movieOf } from '../support/movieFile';
import { until } from './support/livePosts';
import { startScriptedModel, type ScriptedModel } from './support/scriptedModel';
import { startTelegramServer, type TelegramServer } from './support/telegramServer';
import type { CredentialReference, Workflow } from './support/testbed';

const token = '123456:of-the-video-test';
const chat = { id: 42, type: 'private' };
const written = { title: 'The new room *opens*', caption: 'Come on Sunday, 10_to_12. #showroom' };

let telegram: TelegramServer;
let model: ScriptedModel;
let credentials: Record<string, CredentialReference>;
let id: string;

/** Stores the example as someone sets it up who follows its note: with credentials and the ID of the chat. */
async function setUp(): Promise<string> {
	const workflow: Workflow = testbed.readExample('publish-telegram-videos-to-five-networks');
	const nodes = (workflow.nodes as { type: string; credentials?: Record<string, unknown> }[]).map((node) => {
		if (/\.telegram(Trigger)?$/.test(node.type)) {
			return { ...node, credentials: { telegramApi: credentials.telegramApi } };
		}
		if (node.type.endsWith('.lmChatOpenAi')) {
			return { ...node, credentials: { openAiApi: credentials.openAiApi } };
		}
		const inMyChat = JSON.stringify(node).replace('"rightValue":0', `"rightValue":${chat.id}`);
		return JSON.parse(inMyChat) as object;
	});
	return await testbed.saveWorkflow({ ...workflow, name: 'Telegram videos (test)', nodes });
}

beforeAll(async () => {
	telegram = await startTelegramServer(token);
	model = await startScriptedModel();
	credentials = {
		telegramApi: await testbed.saveCredentialOf(
			'telegramApi',
			{ accessToken: token, baseUrl: telegram.url },
			'Telegram of the video test',
		),
		openAiApi: await testbed.saveCredentialOf(
			'openAiApi',
			{ apiKey: 'not-needed', url: model.url },
			'Chat model of the video test',
		),
	};
	telegram.files.set('showroom', movieOf(20));
	id = await setUp();
	await testbed.n8n.activate(id);
});
beforeEach(async () => {
	await testbed.sandbox.reset();
	telegram.messages.length = 0;
});
afterAll(async () => {
	await testbed.n8n.deactivate(id);
	for (const credential of Object.values(credentials)) await testbed.removeCredential(credential);
	await telegram.close();
	await model.close();
});

const video = { video: { file_id: 'showroom', mime_type: 'video/mp4' }, caption: 'The room opens on Sunday' };

const nextMessage = async (count: number): Promise<string> =>
	await until(async () => telegram.messages[count - 1]?.text);

/** Sends the video, waits for the request in the chat, and presses its button Approve. Returns the request. */
async function sendAndApprove(message: object = video): Promise<string> {
	const before = (await testbed.n8n.executionStates(id)).length;
	model.follow(() => ({ say: JSON.stringify({ output: written }) }));
	await telegram.write({ message_id: 1, chat, ...message });
	const request = await nextMessage(1);
	await until(async () => (await testbed.n8n.executionStates(id))[before]?.status === 'waiting' || undefined);
	// n8n treats a request without a browser's User-Agent as a preview of the link.
	await fetch(telegram.buttonUrl('Approve'), { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } });
	return request;
}

const createdPosts = async (before: number) => {
	const posts = await testbed.sandbox.posts();
	return posts.slice(0, posts.length - before);
};

describe('example: Telegram videos for five networks', () => {
	test('publishes the approved video as one post, and sends the link of each network to the chat (P46)', async () => {
		const before = (await testbed.sandbox.posts()).length;
		const request = await sendAndApprove();
		expect(request).toBe(
			'Publish this video?\n\nYou sent: The room opens on Sunday\n\nTitle: The new room \\*opens\\*\n\nCaption: Come on Sunday, 10\\_to\\_12. #showroom',
		);
		expect(JSON.stringify(model.requests[0]?.messages)).toContain('The room opens on Sunday');

		const links = await nextMessage(2);
		const [post, ...others] = await createdPosts(before);
		expect(others).toEqual([]);
		expect(post).toMatchObject({ ...written, status: 'published' });
		expect(post?.channels.map(({ platform }) => platform).sort()).toEqual([
			'facebook',
			'instagram',
			'linkedin',
			'tiktok',
			'youtube',
		]);
		expect(links.split('\n').sort()).toEqual(
			post?.channels.map(({ platform, url }) => `✅ ${platformNames[platform]}: ${url}`).sort(),
		);
		const [asset] = await testbed.sandbox.media();
		expect(asset).toMatchObject({ state: 'ready', sizeBytes: movieOf(20).length });
		expect(telegram.messages.map(({ chat_id: to }) => Number(to))).toEqual([chat.id, chat.id]);
	});

	test('names the network that failed, with its reason and the links of the others (P46)', async () => {
		await testbed.sandbox.addOutcome({ platform: 'tiktok', outcome: 'fail', error: 'Music <not> allowed.' });
		await sendAndApprove();
		const lines = (await nextMessage(2)).split('\n');
		expect(lines).toContain('❌ TikTok: Music &lt;not> allowed.');
		expect(lines.filter((line) => line.startsWith('✅'))).toHaveLength(4);
	});

	test("says why a file can't be published, and creates nothing (P16)", async () => {
		const before = (await testbed.sandbox.posts()).length;
		telegram.files.set('broken', Buffer.from('not a video'));
		await sendAndApprove({ video: { ...video.video, file_id: 'broken' } });
		expect(await nextMessage(2)).toMatch(
			/^⚠️ “Come on Sunday, 10_to_12\. #showroom”: 'Media' has a file that can't be used\. 'data' is declared as video\/mp4, but it's text\./,
		);
		expect(await createdPosts(before)).toEqual([]);
	});
});
