import { Editor } from './support/editor';
import { listValue } from './support/listValue';

const { seed } = testbed;
const { bluesky, linkedin } = seed.channels;

const text = 'Our new showroom opens tomorrow, and everyone is invited';

const node = (id: number, name: string, type: string, parameters: object, more: object = {}) => ({
	id: `3c9a2f10-6b1d-4f0a-8e55-0c5c5a1e01${id}`,
	name,
	type,
	typeVersion: 1,
	position: [id * 220 - 2200, 0],
	parameters,
	...more,
});

const news = ['One more thing about our showroom', `${text}!`];

const workflow = (parameters: object) => ({
	name: 'Compare with other posts',
	nodes: [
		node(10, 'Start', 'n8n-nodes-base.manualTrigger', {}),
		node(
			11,
			'News',
			'n8n-nodes-base.code',
			{ jsCode: `return ${JSON.stringify(news.map((line) => ({ json: { line } })))};` },
			{ typeVersion: 2 },
		),
		node(
			12,
			'Post',
			testbed.nodeType,
			{
				resource: 'post',
				operation: 'create',
				channels: [listValue(linkedin), listValue(bluesky)],
				caption: '={{ $json.line }}',
				delivery: 'at',
				publishAt: "={{ $now.plus(2, 'days').toISO() }}",
				...parameters,
			},
			{ credentials: { socialPublishingApi: { id: null, name: '' } } },
		),
	],
	connections: {
		Start: { main: [[{ node: 'News', type: 'main', index: 0 }]] },
		News: { main: [[{ node: 'Post', type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
});

describe('Compare With Other Posts in the editor of a real n8n', () => {
	let editor: Editor;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
		await editor.page.setViewportSize({ width: 1440, height: 1300 });
	});
	afterAll(async () => await editor.close());

	/** The captions of the posts that the workflow has created. */
	const written = async () =>
		(await testbed.sandbox.posts()).map(({ caption }) => caption).filter((caption) => news.includes(caption));

	test('is one line in Options, warns by default, and skips the item if the user chooses that', async () => {
		await editor.openWorkflow(await testbed.saveWorkflow(workflow({})), 'Post');
		await editor.openNode('Post');
		await editor.add('Add option', 'Compare With Other Posts');
		await editor.scrollTo('ifClash');
		await editor.screenshot('clashes-1-option');
		expect(await editor.executeStep()).toBe('success');
		expect(await written()).toHaveLength(2);

		// The result of the run before stays until n8n has started this one, so only the text shows that it's done.
		await editor.executeStep();
		await editor.outputShows('has the same text');
		await editor.screenshot('clashes-2-warning');
		expect(await written()).toHaveLength(4);

		await editor.openOptions('ifClash');
		await editor.pick('Skip the Item');
		await editor.executeStep();
		await editor.showOutputAs('table');
		await editor.outputShows('skipped because they clash with other posts');
		await editor.screenshot('clashes-3-skipped');
		await editor.showOutputAs('json');
		await editor.outputShows('sameText');
		await editor.screenshot('clashes-4-json');
		expect(await written()).toHaveLength(4);
	});
});
