import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { chain, node } from '../support/chain';
import { CommunityNodes } from '../support/communityNodes';
import { codeOfFiles, drawShowroom } from '../support/drawing';
import { Editor } from '../support/editor';
import { listValue } from '../support/listValue';
import type { Workflow } from '../support/testbed';
import { driveBefore, telegramBefore } from './before';

const folder = path.join(testbed.outputFolder, 'pictures');
const examples = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'));
const themes = ['light', 'dark'] as const;
const { boards, channels } = testbed.seed;

/** Serves the picture of the posts, so that the form shows a name. */
let showroom: Buffer;
const web = createServer((_request, response) => {
	response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(showroom);
});
const picture = () => ({
	media: 'url',
	mediaUrl: `http://127.0.0.1:${(web.address() as AddressInfo).port}/showroom.jpg`,
});

/** Saves one picture in the light theme and one in the dark theme. */
async function take(page: Page, name: string, part: Locator | Page = page): Promise<void> {
	for (const colorScheme of themes) {
		await page.emulateMedia({ colorScheme });
		await part.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/** Takes the frames of a moving picture. Each call adds one, with the time for which it's shown. */
function record(page: Page, name: string, theme: string): (durationMs: number) => Promise<void> {
	let frames = 0;
	return async (durationMs) => {
		const file = `${String(frames++).padStart(2, '0')}-${durationMs}.png`;
		await page.screenshot({ path: path.join(folder, `${name}-${theme}`, file), animations: 'disabled' });
	};
}

const tomorrowAtNine = (): string => new Date(new Date().setHours(33, 0, 0, 0)).toISOString();

type ChannelName = keyof typeof channels;

/** Channels as selected from the list in the editor. */
const chosen = (...names: ChannelName[]): string[] => names.map((name) => listValue(channels[name]));

/** A different text on LinkedIn, and a board on Pinterest. */
const overrides = {
	boardId: { __rl: true, mode: 'list', value: boards.interiors.id, cachedResultName: 'Interiors' },
	overrides: 'common',
	channelOverrides: {
		channels: [
			{
				channelId: listValue(channels.linkedin),
				caption: 'After six months of work, we open our third room.',
			},
		],
	},
};

interface ExampleNode {
	name: string;
	type: string;
	disabled?: boolean;
}

/** The nodes of an example, without its notes and without the nodes that its setup deletes. The others are enabled. */
function nodesOf(example: string, deleted: string[] = []): Workflow {
	const workflow = testbed.readExample(example);
	const nodes = (workflow.nodes as ExampleNode[])
		.filter(({ name, type }) => !type.endsWith('stickyNote') && !deleted.includes(name))
		.map((node) => ({ ...node, disabled: false }));
	const connections = Object.entries(workflow.connections).filter(([name]) => !deleted.includes(name));
	return {
		...workflow,
		name: `${workflow.name} (nodes)`,
		nodes,
		connections: Object.fromEntries(connections),
	};
}

/** The same task without this package and with it. */
const comparisons: Array<[name: string, before: Workflow, after: () => Workflow, heights: [number, number]]> =
	[
		[
			'before-after-telegram',
			telegramBefore,
			() => nodesOf('publish-telegram-videos-to-five-networks'),
			[600, 430],
		],
		[
			'before-after-drive',
			driveBefore,
			() =>
				nodesOf('publish-drive-videos-to-shorts-reels-and-tiktok', [
					...['Every 15 minutes', 'Read the folder', 'Wait for copies to end', 'Read it again'],
					'Keep whole files',
				]),
			[560, 430],
		],
	];

/** A workflow of one node after a manual trigger. */
const workflowWith = (name: string, type: string, credential: string, parameters: object) => ({
	name,
	nodes: [
		{
			id: '3c9a4a3e-6f0e-4f7b-8a55-0c5c5a1e0001',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: '3c9a4a3e-6f0e-4f7b-8a55-0c5c5a1e0002',
			name,
			type,
			typeVersion: 1,
			position: [220, 0],
			credentials: { [credential]: { id: null, name: '' } },
			parameters,
		},
	],
	connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

describe('the pictures of the documentation', () => {
	let editor: Editor;

	beforeAll(async () => {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		editor = await Editor.open();
		showroom = await drawShowroom(editor.page, 1200, 800);
		await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
		// n8n's notifications in a corner would cover part of the pictures.
		await editor.page.addInitScript(`addEventListener('DOMContentLoaded', () => {
			const style = document.createElement('style');
			style.textContent = '.el-notification { display: none }';
			document.head.append(style);
		})`);
	});
	beforeEach(async () => {
		await testbed.sandbox.reset();
		await editor.page.setViewportSize({ width: 1440, height: 900 });
	});
	afterAll(async () => {
		await editor.close();
		web.close();
	});

	/** Opens a workflow with one node of Social Publishing, and the node's panel. */
	async function openPost(name: string, parameters: object): Promise<void> {
		const workflow = workflowWith(name, testbed.nodeType, 'socialPublishingApi', {
			resource: 'post',
			operation: 'create',
			...parameters,
		});
		await editor.openWorkflow(await testbed.saveWorkflow(workflow), name);
		await editor.openNode(name);
	}

	/** The nodes of the open workflow, without the buttons around them. */
	async function canvas(): Promise<Locator> {
		const { page } = editor;
		await page.setViewportSize({ width: 1440, height: 640 });
		await page.getByTestId('zoom-to-fit').click();
		await page.addStyleTag({
			content: `body * { visibility: hidden }
				.vue-flow, .vue-flow__transformationpane, .vue-flow__transformationpane * { visibility: visible }`,
		});
		return page.locator('.vue-flow').first();
	}

	test.each(themes)('a post that is written and published, moving, in the %s theme', async (theme) => {
		const { page } = editor;
		const caption = 'The new showroom opens tomorrow at ten. Come and have a look.';
		await page.emulateMedia({ colorScheme: theme });
		await page.setViewportSize({ width: 1200, height: 720 });
		const frame = record(page, 'result', theme);
		await openPost('Publish a post', {
			channels: chosen('linkedin', 'facebook', 'bluesky'),
			...picture(),
			delivery: 'now',
		});
		await editor.formIsFilled();
		await frame(500);
		for (let end = 12; end < caption.length; end += 12) {
			await editor.fillField('caption', caption.slice(0, end));
			await frame(120);
		}
		await editor.fillField('caption', caption);
		await frame(600);
		// The editor takes what is typed a moment later, and shows nothing by which that can be seen.
		await page.waitForTimeout(1_000);
		expect(await editor.executeStep()).toBe('success');
		await editor.showOutputAs('table');
		await editor.outputShows(`“${caption}”`);
		await frame(1400);
		await page.goto(testbed.sandboxUrl);
		await page.getByRole('article').first().getByText('Open the post on').nth(2).waitFor();
		await frame(2000);
		await page.emulateMedia({ colorScheme: 'light' });
	});

	test('a completed post form and its result', async () => {
		await openPost('Schedule a post', {
			channels: chosen('linkedin', 'facebook'),
			caption: 'The new showroom opens tomorrow at ten. Come and have a look.',
			...picture(),
			delivery: 'at',
			publishAt: tomorrowAtNine(),
		});
		expect(await editor.executeStep()).toBe('success');
		await editor.showOutputAs('json');
		await editor.outputShows('scheduled');
		await take(editor.page, 'post');
	});

	test('a post with texts for two channels', async () => {
		await openPost('Publish a post', {
			channels: chosen('linkedin', 'pinterest'),
			caption: 'The new showroom opens tomorrow at ten.',
			...overrides,
		});
		await editor.page.setViewportSize({ width: 1440, height: 1200 });
		await editor.formIsFilled();
		await editor.scrollTo('simplify');
		await take(editor.page, 'overrides');
	});

	test('an error', async () => {
		await openPost('Publish a post', {
			channels: chosen('bluesky'),
			caption: 'Our new showroom opens tomorrow. '.repeat(10),
			delivery: 'now',
		});
		expect(await editor.executeStep()).toBe('danger');
		// The button hides its label until its spinner has gone.
		const spinner = editor.page.getByTestId('node-execute-button').locator('[class*="loading-container"]');
		await spinner.waitFor({ state: 'detached' });
		await take(editor.page, 'error');
	});

	test('the trigger with a post', async () => {
		const { page } = editor;
		const trigger = {
			id: '3c9a4a3e-6f0e-4f7b-8a55-0c5c5a1e0003',
			name: 'When a post fails',
			type: `${testbed.nodeType}Trigger`,
			typeVersion: 1,
			position: [0, 0],
			credentials: { socialPublishingApi: { id: null, name: '' } },
			parameters: { events: ['failed', 'partiallyPublished', 'channelFailed'] },
		};
		const workflow = { name: 'Trigger', nodes: [trigger], connections: {}, settings: {} };
		await editor.openWorkflow(await testbed.saveWorkflow(workflow), trigger.name);
		await editor.openNode(trigger.name);
		await page.getByTestId('node-parameters').waitFor();
		expect(await editor.executeStep()).toBe('success');
		await take(page, 'trigger');
	});

	test('a scored title', async () => {
		const name = 'Score a title';
		const parameters = {
			resource: 'score',
			operation: 'packaging',
			title: 'How we built a showroom in 30 days',
		};
		const workflow = workflowWith(name, testbed.scoringNodeType, 'contentScoringApi', parameters);
		await editor.openWorkflow(await testbed.saveWorkflow(workflow), name);
		await editor.openNode(name);
		expect(await editor.executeStep()).toBe('success');
		await editor.showOutputAs('json');
		await editor.outputShows('creditsCost');
		await take(editor.page, 'score');
	});

	test('a workflow that has published, and its post in the sandbox', async () => {
		const { page } = editor;
		const video = 'The new showroom.mp4';
		const videos = path.join(testbed.outputFolder, 'videos');
		cpSync(path.resolve('examples', 'files', 'videos', video), path.join(videos, video));
		const example = testbed.readExample('publish-drive-videos-to-shorts-reels-and-tiktok');
		const text = JSON.stringify(example).replace('/home/node/.n8n-files/videos', videos);
		const { nodes, ...others } = JSON.parse(text) as Workflow;
		// Without the notes, the nodes are large enough to be read.
		const workflow = {
			...others,
			nodes: (nodes as ExampleNode[]).filter(({ type }) => !type.endsWith('stickyNote')),
		};
		await editor.openWorkflow(await testbed.saveWorkflow(workflow), 'Publish the video');
		await page.getByTestId('execute-workflow-button').first().click();
		await editor.node('List the links').getByTestId('canvas-node-status-success').first().waitFor();
		await take(page, 'workflow', await canvas());
		rmSync(videos, { recursive: true });
		await page.goto(testbed.sandboxUrl);
		await page.getByText('The new showroom').first().waitFor();
		await take(page, 'sandbox');
	});

	test('the page on which someone approves a post', async () => {
		const { page } = editor;
		const parameters = {
			resource: 'post',
			operation: 'sendAndWait',
			source: 'new',
			channels: chosen('linkedin', 'bluesky', 'pinterest'),
			caption: 'The new showroom opens tomorrow at ten. Come and have a look.',
			media: 'binary',
			binaryPropertyName: '*',
			...overrides,
			delivery: 'at',
			publishAt: tomorrowAtNine(),
			options: { allowEdits: true },
		};
		const content = showroom;
		const files = codeOfFiles([{ fileName: 'showroom.jpg', mimeType: 'image/jpeg', content }]);
		const workflow = chain('Approve a post with a picture', [
			node('Make', 'n8n-nodes-base.code', { jsCode: files }, 2),
			node('Approve', testbed.nodeType, parameters),
		]);
		const execution = await testbed.n8n.start(await testbed.saveWorkflow(workflow), 'Start');
		const [item] = (await testbed.n8n.resultSoFar(execution)).output('Approve');
		await page.goto(String(item?.approvalLink));
		await take(page, 'approval');
	});

	test('the dialog that installs the package', async () => {
		const { page } = editor;
		await page.goto(`${testbed.n8nUrl}/settings/community-nodes`);
		await new CommunityNodes(editor).fillIn('n8n-nodes-social-publishing');
		await take(page, 'install', page.getByTestId('communityPackageInstall-modal'));
	});

	/** The canvas with only its nodes and lines, without the signs for missing credentials, which are the same everywhere. */
	async function nodesAt(workflow: Workflow, height: number): Promise<string> {
		const { page } = editor;
		const [first] = workflow.nodes as [ExampleNode];
		await editor.openWorkflow(await testbed.saveWorkflow(workflow), first.name);
		await page.setViewportSize({ width: 1440, height });
		await page.addStyleTag({
			content: `body * { visibility: hidden } [data-test-id="node-issues"], [data-test-id="canvas-handle-plus"] { display: none }
				.vue-flow, .vue-flow__transformationpane, .vue-flow__transformationpane * { visibility: visible }`,
		});
		// The canvas takes its new size in the next frame.
		await page.evaluate('new Promise(requestAnimationFrame)');
		await page.getByTestId('zoom-to-fit').dispatchEvent('click');
		await page.evaluate('new Promise(requestAnimationFrame)');
		const picture = await page.locator('.vue-flow').first().screenshot({ animations: 'disabled' });
		return picture.toString('base64');
	}

	test.each(comparisons.flatMap((comparison) => themes.map((theme) => [theme, ...comparison] as const)))(
		'in the %s theme: %s',
		async (theme, name, before, after, [beforeHeight, afterHeight]) => {
			const { page } = editor;
			await page.emulateMedia({ colorScheme: theme });
			const counted = ({ nodes }: Workflow) => `${nodes.length} nodes`;
			const parts = [
				{
					title: `Without this package: ${counted(before)}`,
					workflow: before,
					height: beforeHeight,
				},
				{ title: `With this package: ${counted(after())}`, workflow: after(), height: afterHeight },
			];
			const shown: string[] = [];
			for (const { title, workflow, height } of parts) {
				const picture = await nodesAt(workflow, height);
				shown.push(`<h2>${title}</h2><img src="data:image/png;base64,${picture}">`);
			}
			const [ink, paper] = theme === 'light' ? ['#222', '#fff'] : ['#eee', '#111'];
			await page.setViewportSize({ width: 1440, height: 600 });
			await page.setContent(`<body style="margin: 0; background: ${paper}; color: ${ink}; font-family: sans-serif">
				<style>h2 { margin: 0; padding: 18px 24px 12px; font-size: 30px } img { display: block; width: 1440px }</style>
				<main>${shown.join('')}</main>`);
			await page.locator('main').screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
			await page.emulateMedia({ colorScheme: 'light' });
			// The editor is no longer on this page, although its address is.
			await page.goto('about:blank');
		},
	);

	test.each(examples)('the example %s', async (name) => {
		const workflow = testbed.readExample(name);
		const id = await testbed.saveWorkflow(workflow);
		const { name: firstNode } = workflow.nodes.find(
			(node) => !(node as { type: string }).type.endsWith('stickyNote'),
		) as { name: string };
		// The picture before has hidden parts of the editor, which keeps its page for the next workflow.
		await editor.page.goto('about:blank');
		await editor.openWorkflow(id, firstNode);
		await take(editor.page, `example-${name}`, await canvas());
		const cutOff = await editor.page
			.getByTestId('sticky')
			.evaluateAll((notes) =>
				notes
					.filter((note) =>
						[...note.querySelectorAll('*')].some(
							({ clientHeight, scrollHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 2,
						),
					)
					.map(({ textContent }) => textContent?.trim().slice(0, 40)),
			);
		expect(cutOff).toEqual([]);
	});
});
