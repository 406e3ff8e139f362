import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { movieFile } from '../support/movieFile';
import { pictureFiles } from '../support/pictureFile';
import { Editor } from './support/editor';

const start = {
	id: '5d0f2f67-3b0f-4f3e-9a55-0c5c5a1e0001',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const texts = {
	id: '5d0f2f67-3b0f-4f3e-9a55-0c5c5a1e0002',
	name: 'Texts',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [220, 0],
	parameters: { jsCode: "return [{ json: { text: 'Seen from the editor' } }];" },
};

const social = (parameters: object) => ({
	id: '5d0f2f67-3b0f-4f3e-9a55-0c5c5a1e0003',
	name: 'Publish',
	type: testbed.nodeType,
	typeVersion: 1,
	position: [440, 0],
	credentials: { socialPublishingApi: { id: null, name: '' } },
	parameters,
});

const connect = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

const saveWorkflow = async (name: string, parameters: object): Promise<string> =>
	await testbed.saveWorkflow({
		name,
		nodes: [start, texts, social({ resource: 'post', ...parameters })],
		connections: { Start: connect('Texts'), Texts: connect('Publish') },
		settings: { executionOrder: 'v1' },
	});

describe('the editor of a real n8n', () => {
	let editor: Editor;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
	});
	afterAll(async () => await editor.close());

	test('asks for a board as soon as a Pinterest channel is chosen, and publishes to it (P20, P34)', async () => {
		const { seed } = testbed;
		const id = await saveWorkflow('Publish from the editor', {
			operation: 'create',
			// Unknown until the previous node has run, as usual while building a workflow.
			caption: '={{ $json.text }}',
			delivery: 'now',
			media: 'assets',
			mediaAssetIds: seed.media.image,
		});
		await editor.openWorkflow(id, 'Publish');
		await editor.openNode('Publish');
		await editor.openOptions('channels');
		await editor.options().filter({ hasText: 'Pinterest: acmestudio' }).waitFor();
		await editor.screenshot('1-channels');
		await editor.pick('Pinterest: acmestudio');
		await editor.page.keyboard.press('Tab');

		const boards = await editor.openLocator('boardId');
		await editor.screenshot('2-boards');
		expect(await boards.allInnerTexts()).toEqual([
			'Interiors (public, 312 pins)',
			'Chairs (public, 48 pins)',
			'Ideas (secret, 7 pins)',
		]);
		await boards.filter({ hasText: 'Chairs' }).click();
		await editor.screenshot('3-override');

		expect(await editor.executeStep()).toBe('success');
		await editor.screenshot('4-result');
		await editor.outputShows('enacted');
		const [post] = await testbed.sandbox.posts();
		expect(post).toMatchObject({
			caption: 'Seen from the editor',
			channels: [{ accountId: seed.channels.pinterest.id, boardId: seed.boards.recipes.id }],
		});
	});

	test('offers the resource and the authentication of the agent endpoint (P95)', async () => {
		const id = await saveWorkflow('Another resource', { operation: 'get' });
		await editor.openWorkflow(id, 'Publish');
		await editor.openNode('Publish');
		const { page } = editor;
		const credential = page.getByTestId('node-credentials-select');
		await editor.openOptions('resource');
		await editor.pick('MCP Tool');
		await editor.openOptions('authentication');
		expect(await credential.locator('input').inputValue()).not.toBe('');
		await editor.pick('OAuth2');
		await editor.screenshot('11-resource');
		await page.getByText('Connect to Social Publishing').waitFor();
		await editor.openOptions('resource');
		await editor.pick('Workspace');
		await page.getByTestId('parameter-input-authentication').waitFor();
		await editor.screenshot('12-workspace');
		await editor.openOptions('resource');
		await editor.pick('Media');
		await page.getByTestId('parameter-input-authentication').waitFor({ state: 'detached' });
	});

	test('adapts the text to each channel with an option of one line', async () => {
		const { bluesky, devto, linkedin } = testbed.seed.channels;
		const id = await saveWorkflow('Adapt the text', {
			operation: 'create',
			channels: [linkedin.id, devto.id, bluesky.id],
			caption: `# Our new showroom\n\n**Everything** is new. ${'Come and see it. '.repeat(20)}https://example.com/a #new`,
			title: 'Our new showroom',
		});
		await editor.openWorkflow(id, 'Publish');
		await editor.openNode('Publish');
		await editor.add('Add Option', 'Adapt Text');
		const { page } = editor;
		await editor.scrollTo('convertMarkdown');
		await editor.screenshot('13-adapt-text');
		for (const name of ['convertMarkdown', 'shorten'])
			await page.getByTestId(`parameter-input-${name}`).locator('.el-switch').click();
		await editor.screenshot('14-adapt-text-filled');
		expect(await editor.executeStep()).toBe('success');
		await editor.screenshot('15-adapt-text-output');
		const [post] = await testbed.sandbox.posts();
		const captions = post?.channels.map(({ caption }) => caption);
		expect(captions).toEqual([
			expect.stringMatching(/^Our new showroom\n\nEverything is new/),
			null,
			expect.stringMatching(/ … https:\/\/example\.com\/a #new$/),
		]);
	});

	test('shows what a file on the web is, what exceeds a limit and that alt texts are missing', async () => {
		const film = movieFile({
			seconds: 200,
			width: 1080,
			height: 1920,
			codecs: ['avc1', 'mp4a'],
			frames: 6_000,
		});
		const picture = pictureFiles.jpeg?.(1_200, 800) ?? Buffer.alloc(0);
		const web = createServer(({ url }, response) => {
			const [type, bytes] = url === '/film.mp4' ? ['video/mp4', film] : ['image/jpeg', picture];
			response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
		});
		await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
		const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
		const id = await saveWorkflow('Check the media', {
			operation: 'validate',
			source: 'new',
			channels: [testbed.seed.channels.bluesky.id],
			caption: 'A tour of our new showroom',
			media: 'url',
			mediaUrl: `${address}/film.mp4,${address}/sofa.jpg`,
		});
		await editor.openWorkflow(id, 'Publish');
		await editor.openNode('Publish');
		await editor.scrollTo('altText');
		expect(await editor.executeStep()).toBe('success');
		await editor.showOutputAs('json');
		await editor.outputShows('has a video of 200 seconds');
		await editor.outputShows('1 image has no alt text');
		await editor.screenshot('16-media-that-exceed-a-limit');
		expect((await testbed.sandbox.requests()).filter(({ path }) => path.includes('/media/'))).toEqual([]);
		web.close();
	});

	test('finds a post by caption in the list of a post field (P62)', async () => {
		const id = await saveWorkflow('Read a post', { operation: 'get' });
		await editor.openWorkflow(id, 'Publish');
		await editor.openNode('Publish');
		const posts = await editor.openLocator('postId');
		await editor.page.getByTestId('rlc-search').fill('workshop');
		await posts.filter({ hasText: 'We are back from the' }).waitFor();
		await editor.screenshot('6-posts');
		await posts.first().click();

		expect(await editor.executeStep()).toBe('success');
		await editor.outputShows('published');
	});

	test('shows the result of the workflow on the sandbox page', async () => {
		const { page } = editor;
		await page.goto(testbed.sandboxUrl);
		await page.getByText('Seen from the editor').first().waitFor();
		await editor.screenshot('9-sandbox', true);
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
