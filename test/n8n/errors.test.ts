import { usualMistakes, type MistakeName } from '../docs/usualMistakes';
import { Editor } from './support/editor';
import type { RunResult } from './support/testbed';

const credentials = { socialPublishingApi: { id: null, name: '' } };

const start = {
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c01',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const captions = (list: string[]) => ({
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c02',
	name: 'Captions',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [200, 0],
	parameters: { jsCode: `return ${JSON.stringify(list.map((caption) => ({ json: { caption } })))};` },
});

const create = (settings: object) => ({
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c03',
	name: 'Create',
	type: testbed.nodeType,
	typeVersion: 1,
	position: [400, 0],
	credentials,
	parameters: {
		resource: 'post',
		operation: 'create',
		channels: [testbed.seed.channels.bluesky.id],
		caption: '={{ $json.caption }}',
		delivery: 'now',
	},
	...settings,
});

const connect = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

async function runCreate(name: string, list: string[], settings: object): Promise<RunResult> {
	const id = await testbed.saveWorkflow({
		name,
		nodes: [start, captions(list), create(settings)],
		connections: { Start: connect('Captions'), Captions: connect('Create') },
		settings: { executionOrder: 'v1' },
	});
	return await testbed.run(id, 'Start');
}

const storedCaptions = async () => (await testbed.sandbox.posts()).map(({ caption }) => caption);

beforeEach(async () => await testbed.sandbox.reset());

describe('failures in a real n8n', () => {
	test('creates one post with Retry On Fail after an error on a completed request (P54, P71)', async () => {
		await testbed.sandbox.addFault({
			method: 'POST',
			path: '/api/v1/posts/',
			kind: 'statusAfter',
			status: 500,
		});
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const result = await runCreate('Retry On Fail', ['Written once'], retry);

		expect(result.error).toBeUndefined();
		const attempts = (await testbed.sandbox.requests()).filter(({ method }) => method === 'POST');
		// The node finds the post, so n8n has nothing to retry.
		expect(attempts.map(({ status }) => status)).toEqual([500]);
		expect((await storedCaptions()).filter((caption) => caption === 'Written once')).toHaveLength(1);
	});

	test('returns one error item for an invalid item and continues with the rest (P102, P109)', async () => {
		const list = ['First', 'x'.repeat(301), 'Third'];
		const result = await runCreate('Continue on fail', list, { onError: 'continueRegularOutput' });

		expect(result.error).toBeUndefined();
		expect(result.output('Create')).toEqual([
			expect.objectContaining({ caption: 'First', routed: 'enacted' }),
			expect.objectContaining({ error: expect.any(String) }),
			expect.objectContaining({ caption: 'Third', routed: 'enacted' }),
		]);
		expect(await storedCaptions()).toEqual(expect.arrayContaining(['First', 'Third']));
	});

	test.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	])('returns the fix and the details with On Error: %s (P53, P102)', async (onError, output) => {
		const { linkedinBroken } = testbed.seed.channels;
		// Makes the service save a draft that it can't deliver.
		const options = { checkFirst: false };
		const parameters = { ...create({}).parameters, channels: [linkedinBroken.id], options };
		const result = await runCreate('Facts of a failure', ['Draft left'], { onError, parameters });

		const { versionCli } = (await testbed.get('/rest/settings')) as { versionCli: string };
		// An older n8n would treat an error item with details as a result.
		const isPlain = onError === 'continueErrorOutput' && /^2\.8\./.test(versionCli);
		const [draft] = (await testbed.sandbox.posts()).filter(({ caption }) => caption === 'Draft left');
		const envelope = { error: 'invalid', detail: expect.any(String) as string, post_id: draft?.id };
		const about = onError === 'continueErrorOutput' ? { caption: 'Draft left', action: 'failed' } : {};
		expect(result.output('Create', output)).toEqual([
			expect.objectContaining({
				error: 'The service refused the content. The post was saved as a draft',
				message: expect.stringMatching(
					new RegExp(
						`^“Draft left”: The service refused the content\\. .* The draft has the ID ${draft?.id}\\. Correct it with 'Update', then use 'Submit'\\. Don't create it again\\.$`,
					),
				),
				caption: 'Draft left',
				...(isPlain
					? {}
					: { details: { ...about, statusCode: 422, code: 'invalid', postId: draft?.id, envelope } }),
			}),
		]);
		expect(result.output('Create', 1 - output)).toEqual([]);
	});
});

describe('the panel of a node', () => {
	let editor: Editor;
	beforeAll(async () => {
		editor = await Editor.open();
	});
	afterAll(async () => await editor.close());

	const open = async (name: string, parameters: object): Promise<void> => {
		const values = { resource: 'post', channels: [testbed.seed.channels.bluesky.id], ...parameters };
		const id = await testbed.saveWorkflow({
			name,
			nodes: [start, create({ parameters: values })],
			connections: { Start: connect('Create') },
			settings: { executionOrder: 'v1' },
		});
		await editor.openWorkflow(id, 'Create');
		await editor.openNode('Create');
	};

	// Without n8n's editor, test/docs/usualMistakes.test.ts makes all of them.
	test.each<[MistakeName, string]>([
		['tooLong', 'Our new showroom opens tomorrow. '.repeat(10)],
		['emptyExpression', '={{ $json.nothing }}'],
	])('shows what happened and how to fix it: %s (P102)', async (name, caption) => {
		await open(`Mistake ${name}`, { operation: 'create', caption, delivery: 'now' });
		expect(await editor.executeStep()).toBe('danger');
		await editor.screenshot(`mistake-${name}`);
		const panel = editor.page.getByTestId('output-panel');
		const text = async (id: string) => (await panel.getByTestId(id).innerText()).replace(/\s+/g, ' ').trim();
		const { title, advice } = usualMistakes[name];
		expect(await text('node-error-message')).toBe(title);
		expect(await text('node-error-description')).toBe(advice);
	});

	test('continues after a correction with the saved draft that the service refused to deliver (P53)', async () => {
		await open('Correct and run again', {
			operation: 'create',
			caption: 'Our new showroom opens tomorrow. '.repeat(10),
			delivery: 'now',
			options: { checkFirst: false },
		});
		const before = (await testbed.sandbox.posts()).length;
		expect(await editor.executeStep()).toBe('danger');
		await editor.screenshot('mistake-saved-draft');
		await editor.outputShows("Correct it with 'Update', then use 'Submit'. Don't create it again.");
		const [draft] = await testbed.sandbox.posts();
		await editor.fillField('caption', 'Our new showroom opens tomorrow.');
		await editor.page.keyboard.press('Tab');
		expect(await editor.executeStep()).toBe('success');
		await editor.screenshot('mistake-corrected');
		const posts = await testbed.sandbox.posts();
		expect(posts).toHaveLength(before + 1);
		expect(posts.find(({ id }) => id === draft?.id)).toMatchObject({
			caption: 'Our new showroom opens tomorrow.',
		});
	});

	test('creates a post if the ID is an empty fixed value (P46)', async () => {
		await open('An empty ID', {
			operation: 'upsert',
			postId: { __rl: true, mode: 'id', value: '' },
			// A value from the list, so only the ID could raise an issue.
			channels: ['All Channels'],
			caption: 'Hello',
			delivery: 'draft',
		});
		await editor.formIsFilled();
		await editor.screenshot('empty-id');
		expect(await editor.page.getByTestId('parameter-issues').count()).toBe(0);
		expect(await editor.executeStep()).toBe('success');
		await editor.outputShows('created');
	});
});
