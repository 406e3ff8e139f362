import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { movieOf } from '../support/movieFile';
import { chain, node } from './support/chain';
import { codeOfFiles, drawShowroom } from './support/drawing';
import { readPage } from './support/forms';
import { until } from './support/livePosts';
import type { RunResult } from './support/testbed';

const { channels, posts } = testbed.seed;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const tomorrow = { delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' };
const onDraft = { source: 'existing', postId: byId(posts.draft), ...tomorrow };
const asking = (parameters: object) => ({ resource: 'post', operation: 'sendAndWait', ...parameters });

/** Run after the node, and must not run before someone has decided. The second one publishes. */
const after = [
	node('After', 'n8n-nodes-base.noOp', {}),
	node('Submit', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
];

let browser: Browser;
beforeAll(async () => {
	browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
});
beforeEach(async () => await testbed.sandbox.reset());
afterEach(async () => await Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => await browser.close());

/** A workflow that waits for an approval. */
interface Waiting {
	executionId: string;
	link: string;
	/** How the execution ended. */
	result(): Promise<RunResult>;
}

const linkOf = (soFar: RunResult, name = 'Approve'): string => String(soFar.output(name)[0]?.approvalLink);

/** Runs a workflow until it waits. */
async function wait(nodes: Parameters<typeof chain>[1], name = 'Approve'): Promise<Waiting> {
	const { n8n } = testbed;
	const id = await testbed.saveWorkflow(chain('Approval', nodes));
	const executionId = await n8n.start(id, 'Start');
	const soFar = await n8n.resultSoFar(executionId);
	expect([soFar.status, soFar.error]).toEqual(['waiting', undefined]);
	return { executionId, link: linkOf(soFar, name), result: async () => await n8n.result(executionId) };
}

const ask = async (parameters: object = onDraft): Promise<Waiting> =>
	await wait([node('Approve', testbed.nodeType, asking(parameters)), ...after]);

/** Asks about a post without a plan, so nothing may publish it afterwards. */
const askOnly = async (parameters: object): Promise<Waiting> =>
	await wait([node('Approve', testbed.nodeType, asking(parameters))]);

/** Opens a page that must run no scripts, load nothing, and raise no errors. */
async function open(link: string, options: BrowserContextOptions = {}): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
	const page = await context.newPage();
	page.on('dialog', () => problems.push('a dialog'));
	page.on('pageerror', ({ message }) => problems.push(message));
	page.on('request', (request) => {
		if (!request.isNavigationRequest() && !request.url().startsWith('data:')) problems.push(request.url());
	});
	await page.goto(link);
	return page;
}

let problems: string[] = [];
beforeEach(() => {
	problems = [];
});
afterEach(() => expect(problems).toEqual([]));

const press = async (page: Page, name: string): Promise<void> =>
	await page.getByRole('button', { name, exact: true }).click();
const saved = (page: Page) => page.getByRole('heading', { name: 'Your decision was saved' });

/** Submits of posts. */
const deliversPost = /\/posts\/[^/]+\/submit$/;

const submits = async () =>
	(await testbed.sandbox.requests()).filter(
		({ method, path: to }) => method === 'POST' && deliversPost.test(to),
	);

const shoot = async (page: Page, name: string): Promise<void> => {
	const file = path.join(testbed.outputFolder, 'screenshots', `${name}.png`);
	await page.screenshot({ path: file, fullPage: true });
};

describe('a decision', () => {
	test('approves the post, and the next node publishes it once (P46)', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		await press(page, 'Approve');
		await saved(page).waitFor();
		expect(await page.content()).toContain('Approved. The workflow continues.');
		const { output } = await result();
		expect(output('After')).toMatchObject([{ id: posts.draft, approved: true, decision: 'approved' }]);
		expect(output('Submit')).toMatchObject([{ id: posts.draft, status: 'scheduled', routed: 'enacted' }]);
		expect(await submits()).toHaveLength(1);
	});

	test('shows first what is wrong, also after a link to a part of the page', async () => {
		const { link } = await ask();
		const page = await open(link, { viewport: { width: 390, height: 480 } });
		await page.evaluate('location.assign("#comment-0")');
		expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
		await press(page, 'Request Changes');
		await page.getByText('1 thing to fix').waitFor();
		expect(await page.evaluate('scrollY')).toBe(0);
	});

	test('discards what was entered, also after a check', async () => {
		const { link } = await ask({ ...onDraft, options: { allowEdits: true } });
		const page = await open(link);
		const caption = page.locator('textarea[name=caption-0]');
		await page.getByText('Edit before you approve').click();
		const before = await caption.inputValue();
		await caption.fill('Edited by mistake');
		await press(page, 'Count and Check Again');
		await page.getByText('17 of 3,000 characters').waitFor();
		await page.getByRole('link', { name: 'Discard everything entered on this page' }).click();
		await page.getByText('17 of 3,000 characters').waitFor({ state: 'detached' });
		expect(await caption.inputValue()).toBe(before);
	});

	test('rejects the post and keeps it as a draft', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		await page.getByLabel('Comment').fill('Not this week');
		await page.getByLabel('Your name').fill('Ada');
		await press(page, 'Reject');
		await saved(page).waitFor();
		const [item] = (await result()).output('After');
		expect(item).toMatchObject({
			approved: false,
			decision: 'rejected',
			comment: 'Not this week',
			decidedBy: 'Ada',
			status: 'draft',
		});
		expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
	});

	test('requests changes and requires a comment', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		await press(page, 'Request Changes');
		await page.getByRole('link', { name: 'Enter a comment on the post that says what to change.' }).click();
		await page.getByLabel('Comment').fill('Shorter');
		await press(page, 'Request Changes');
		await saved(page).waitFor();
		expect((await result()).output('After')).toMatchObject([
			{ approved: false, decision: 'changesRequested' },
		]);
	});

	test.each<[string, BrowserContextOptions]>([
		['without JavaScript', { javaScriptEnabled: false }],
		['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
	])('edits text and time %s', async (_title, options) => {
		const { link, result } = await ask({ ...onDraft, options: { allowEdits: true } });
		const page = await open(link, options);
		await page.getByText('Edit before you approve').click();
		await page.locator('textarea[name=caption-0]').fill('Edited on the page');
		await page.locator('input[name=publishAt-0]').fill('2099-02-01T10:00');
		await press(page, 'Count and Check Again');
		await page.getByText('18 of 3,000 characters').waitFor();
		await press(page, 'Approve');
		await saved(page).waitFor();
		const [item] = (await result()).output('After');
		expect(item).toMatchObject({
			caption: 'Edited on the page',
			edits: { after: { caption: 'Edited on the page' } },
		});
		expect(await testbed.sandbox.post(posts.draft)).toMatchObject({
			caption: 'Edited on the page',
			status: 'scheduled',
		});
	});

	test('can be made with the keyboard alone', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		const focused = async () => await page.evaluate('document.activeElement.textContent');
		for (let presses = 0; (await focused()) !== 'Reject' && presses < 30; presses += 1)
			await page.keyboard.press('Tab');
		expect(await focused()).toBe('Reject');
		await page.keyboard.press('Enter');
		await saved(page).waitFor();
		expect((await result()).output('After')).toMatchObject([{ decision: 'rejected' }]);
	});

	test('is not submitted by Enter in a field', async () => {
		const { link } = await ask();
		const page = await open(link);
		await page.getByLabel('Your name').fill('Ada');
		await page.getByLabel('Your name').press('Enter');
		await page.waitForLoadState();
		expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
		expect(await submits()).toEqual([]);
	});

	test('covers each of several posts separately', async () => {
		const make = node(
			'Make',
			'n8n-nodes-base.code',
			{
				jsCode: "return ['One', 'Two', 'Three'].map((text) => ({ json: { text } }));",
			},
			2,
		);
		const several = asking({
			source: 'new',
			channels: [channels.bluesky.id],
			caption: '={{ $json.text }}',
			...tomorrow,
		});
		const { link, result } = await wait([make, node('Approve', testbed.nodeType, several), ...after]);
		const page = await open(link);
		await page.getByLabel('Approve', { exact: true }).first().check();
		await page.getByLabel('Reject', { exact: true }).nth(1).check();
		await page.getByLabel('Reject', { exact: true }).nth(2).check();
		await shoot(page, 'approval-list');
		await press(page, 'Send Decisions');
		await saved(page).waitFor();
		const [one, ...others] = (await result()).output('Submit');
		expect([one?.caption, one?.status]).toEqual(['One', 'scheduled']);
		expect(others.map(({ caption, status, submitted }) => [caption, status, submitted])).toEqual([
			['Two', 'draft', false],
			['Three', 'draft', false],
		]);
	});
});

describe('posts of an earlier node', () => {
	test('show the pictures that it uploaded from a URL, and only the approved one passes an If', async () => {
		const picture = await drawShowroom(await (await browser.newContext()).newPage(), 600, 400);
		const server = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1');
		try {
			await once(server, 'listening');
			const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/showroom.jpg`;
			const items = "return ['One', 'Two'].map((text) => ({ json: { text } }));";
			const created = {
				channels: [channels.bluesky.id],
				caption: '={{ $json.text }}',
				media: 'url',
				mediaUrl: url,
			};
			const isApproved = {
				leftValue: '={{ $json.approved }}',
				rightValue: '',
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			};
			const conditions = {
				options: { typeValidation: 'strict', version: 2 },
				conditions: [isApproved],
				combinator: 'and',
			};
			const { link, result } = await wait([
				node('Make', 'n8n-nodes-base.code', { jsCode: items }, 2),
				node('Create', testbed.nodeType, { resource: 'post', operation: 'create', ...created }),
				node('Approve', testbed.nodeType, asking({ ...onDraft, postId: byId('={{ $json.id }}') })),
				node('If', 'n8n-nodes-base.if', { conditions }, 2.2),
				node('Submit', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
			]);
			const page = await open(link);
			const sizes = await page.evaluate(
				'[...document.images].map((image) => [image.naturalWidth, image.naturalHeight])',
			);
			expect(sizes).toEqual([
				[600, 400],
				[600, 400],
			]);
			await shoot(page, 'approval-pictures');
			await page.getByLabel('Reject', { exact: true }).first().check();
			await page.getByLabel('Approve', { exact: true }).nth(1).check();
			await press(page, 'Send Decisions');
			await saved(page).waitFor();
			expect((await result()).output('Submit')).toMatchObject([{ caption: 'Two', status: 'scheduled' }]);
			const states = (await testbed.sandbox.posts()).map(({ caption, status }) => [caption, status]);
			expect(states).toEqual(
				expect.arrayContaining([
					['One', 'draft'],
					['Two', 'scheduled'],
				]),
			);
		} finally {
			server.close();
		}
	});
});

describe('a single decision', () => {
	test('submits once on a double click', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
		expect((await result()).output('After')).toMatchObject([{ approved: true }]);
		expect(await submits()).toHaveLength(1);
	});

	test('ignores the link from another iteration of a loop', async () => {
		const rounds = chain('Rounds', [
			node('Make', 'n8n-nodes-base.code', { jsCode: 'return [{ json: {} }, { json: {} }];' }, 2),
			node('Loop', 'n8n-nodes-base.splitInBatches', {}, 3),
			node('Approve', testbed.nodeType, asking(onDraft)),
		]);
		Object.assign(rounds.connections, {
			Loop: { main: [[], [{ node: 'Approve', type: 'main', index: 0 }]] },
			Approve: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		});
		const executionId = await testbed.n8n.start(await testbed.saveWorkflow(rounds), 'Start');
		const first = linkOf(await testbed.n8n.resultSoFar(executionId));
		await press(await open(first), 'Reject');
		const second = await until(async () => {
			const link = linkOf(await testbed.n8n.resultSoFar(executionId));
			return link !== first && link !== 'undefined' ? link : undefined;
		});
		const page = await open(first);
		await page.getByText('This link is out of date').waitFor();
		expect(
			(await fetch(first, { method: 'POST', body: new URLSearchParams({ action: 'approved' }) })).status,
		).toBe(410);
		await press(await open(second), 'Approve');
		expect((await testbed.n8n.result(executionId)).status).toBe('success');
		expect(await submits()).toEqual([]);
	});

	test('ignores the link of an earlier node while the next one waits', async () => {
		const both = [
			node('First', testbed.nodeType, asking(onDraft)),
			node('Second', testbed.nodeType, asking(onDraft)),
		];
		const { link: first, executionId } = await wait(both, 'First');
		await press(await open(first), 'Reject');
		const second = await until(async () => {
			const link = linkOf(await testbed.n8n.resultSoFar(executionId), 'Second');
			return link === 'undefined' ? undefined : link;
		});
		expect(await readPage(first)).toContain('No action required');
		await press(await open(second), 'Approve');
		expect((await testbed.n8n.result(executionId)).output('Second')).toMatchObject([{ approved: true }]);
		expect(await submits()).toEqual([]);
	});
});

describe('the link for a message that is sent before the node waits', () => {
	test('opens the page', async () => {
		const approvalLink = "={{ $('Link').item.json.approvalLink }}";
		const nodes = [
			node('Link', testbed.nodeType, { resource: 'post', operation: 'getApprovalLink' }),
			node('Approve', testbed.nodeType, asking({ ...onDraft, options: { approvalLink } })),
			...after,
		];
		const { executionId, result } = await wait(nodes);
		const sent = String((await testbed.n8n.resultSoFar(executionId)).output('Link')[0]?.approvalLink);
		const page = await open(sent);
		expect(page.url()).toContain('visit=');
		await press(page, 'Approve');
		await saved(page).waitFor();
		expect((await result()).output('After')).toMatchObject([{ approved: true }]);
	});
});

test('a page that asks again about the same post in a loop shows the earlier comment and the changed words', async () => {
	const change = {
		resource: 'post',
		operation: 'update',
		postId: byId(posts.draft),
		updateFields: { caption: 'Shorter' },
	};
	const loop = chain('Asks again', [
		node('Approve', testbed.nodeType, asking(onDraft)),
		node('Edit', testbed.nodeType, change),
	]);
	Object.assign(loop.connections, { Edit: { main: [[{ node: 'Approve', type: 'main', index: 0 }]] } });
	const executionId = await testbed.n8n.start(await testbed.saveWorkflow(loop), 'Start');
	const first = linkOf(await testbed.n8n.resultSoFar(executionId));
	const page = await open(first);
	await page.getByLabel('Comment').fill('Too long');
	await press(page, 'Request Changes');
	await saved(page).waitFor();
	expect(await page.content()).toContain('Your comment goes back to the workflow.');
	const second = await until(async () => {
		const link = linkOf(await testbed.n8n.resultSoFar(executionId));
		return link !== first && link !== 'undefined' ? link : undefined;
	});
	const again = await open(second);
	await again.getByRole('heading', { name: 'Changed since the last request' }).waitFor();
	expect(await again.locator('blockquote').innerText()).toBe('Too long');
	expect(await again.locator('ins').innerText()).toContain('Shorter');
});

describe('nodes as the panel adds them', () => {
	type NodeType = {
		name: string;
		properties: Array<{ name: string; options?: Array<{ name: string; default?: string }> }>;
	};

	/** What the panel fills in for the option Approval Link. */
	const prefilled = async (): Promise<unknown> => {
		const types = (await testbed.get('/types/nodes.json')) as NodeType[];
		const { properties = [] } = types.find(({ name }) => name === testbed.nodeType) ?? {};
		const options = properties
			.filter(({ name }) => name === 'options')
			.flatMap((field) => field.options ?? []);
		return options.find(({ name }) => name === 'approvalLink')?.default;
	};
	const make = node(
		'Make',
		'n8n-nodes-base.code',
		{ jsCode: `return [{ json: { id: '${posts.draft}' } }];` },
		2,
	);
	const getLink = (name: string) =>
		node(name, testbed.nodeType, { resource: 'post', operation: 'getApprovalLink' });
	const onItem = { ...onDraft, postId: byId('={{ $json.id }}') };
	const run = async (...nodes: Parameters<typeof chain>[1]) => {
		const id = await testbed.saveWorkflow(chain('From the panel', nodes));
		return await testbed.n8n.resultSoFar(await testbed.n8n.start(id, 'Start'));
	};

	test('wait with the link that was sent, about the post that passed through', async () => {
		const options = { approvalLink: await prefilled() };
		const { executionId, result } = await wait([
			make,
			getLink('Get approval link'),
			node('Approve', testbed.nodeType, asking({ ...onItem, options })),
			...after,
		]);
		const [sent] = (await testbed.n8n.resultSoFar(executionId)).output('Get approval link');
		expect(sent).toMatchObject({ id: posts.draft });
		await press(await open(String(sent?.approvalLink)), 'Approve');
		expect((await result()).output('Submit')).toMatchObject([{ id: posts.draft, status: 'scheduled' }]);
	});

	test('refuse before anyone is asked what an approval could not lead to', async () => {
		const plain = asking({ ...onItem, delivery: 'draft' });
		const noPlan = await run(make, node('Approve', testbed.nodeType, plain), ...after);
		expect([noPlan.status, noPlan.error?.message]).toEqual([
			'error',
			"'Planned Delivery' is 'None', but 'Delivery' of 'Submit' is 'As Approved'",
		]);
		const noLink = await run(
			make,
			getLink('Get approval link'),
			node('Approve', testbed.nodeType, asking(onItem)),
			...after,
		);
		expect(noLink.error?.message).toBe("The link of 'Get approval link' wouldn't open the page of this node");
	});

	test('refuse the link of an earlier wait by name', async () => {
		const options = { approvalLink: await prefilled() };
		const approve = (name: string, more: object) =>
			node(name, testbed.nodeType, asking({ ...onItem, ...more, options }));
		const { executionId, result } = await wait(
			[
				make,
				getLink('Get approval link'),
				approve('First', { delivery: 'draft' }),
				getLink('Other link'),
				approve('Second', {}),
			],
			'First',
		);
		const [sent] = (await testbed.n8n.resultSoFar(executionId)).output('Get approval link');
		await press(await open(String(sent?.approvalLink)), 'Approve');
		const { status, error } = await result();
		expect([status, error?.message]).toEqual([
			'error',
			"'Approval Link' has the link to the page of 'First'",
		]);
	});
});

describe('the score of the title', () => {
	/** Follows docs/approval-page.md. */
	const scoreBefore = (title: string) => [
		{
			...node('Content Scoring', testbed.scoringNodeType, {
				resource: 'score',
				operation: 'packaging',
				title,
			}),
			onError: 'continueRegularOutput',
			credentials: { contentScoringApi: { id: null, name: '' } },
		},
		node(
			'Approve',
			testbed.nodeType,
			asking({
				...onDraft,
				options: { titleScore: "={{ $('Content Scoring').item.json.percentile }}" },
			}),
		),
		...after,
	];
	beforeEach(async () => await testbed.scoring.reset());

	test('appears on the page and is charged once (S2, S8)', async () => {
		const { link, result } = await wait(scoreBefore('How we built a showroom in 30 days'));
		for (const page of [await open(link), await open(link)])
			expect(await page.locator('dt:has-text("Title score") + dd').textContent()).toMatch(/^\d+ of 100$/);
		await press(await open(link), 'Approve');
		expect((await result()).output('After')).toMatchObject([{ approved: true }]);
		const paid = (await testbed.scoring.requests()).map(({ credits }) => credits);
		expect(paid).toEqual([1]);
	});

	test('is left out if scoring fails, and the approval continues', async () => {
		const { link, result } = await wait(scoreBefore(''));
		const page = await open(link);
		expect(await page.getByText('Title score').count()).toBe(0);
		await press(page, 'Approve');
		expect((await result()).output('Submit')).toMatchObject([{ status: 'scheduled' }]);
	});
});

describe('a service outage', () => {
	test('in the decision leaves the page open, and keeps the comment', async () => {
		const { link, result } = await ask();
		const page = await open(link);
		await page.getByLabel('Comment').fill('Fine');
		await testbed.sandbox.addFault({
			method: 'GET',
			path: `/posts/${posts.draft}`,
			kind: 'status',
			status: 503,
			times: 3,
		});
		await press(page, 'Approve');
		await page.getByRole('heading', { name: "The page can't be shown right now" }).waitFor();
		await shoot(page, 'approval-again');
		await press(page, 'Try Again');
		await saved(page).waitFor();
		expect((await result()).output('After')).toMatchObject([{ approved: true, comment: 'Fine' }]);
	});
});

describe('the look of the page', () => {
	const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
	const desktop = { width: 1280, height: 900 };
	const phone = { width: 390, height: 844 };
	// Colors don't depend on the size of a screen.
	const views = [
		{ shot: 'approval-desktop-light', viewport: desktop, colorScheme: 'light' },
		{ shot: 'approval-phone-dark', viewport: phone, colorScheme: 'dark' },
	] as const;

	const full = {
		source: 'new',
		channels: [channels.bluesky.id, channels.facebook.id, channels.linkedin.id],
		caption:
			'Our new showroom opens tomorrow.\n\nCome by for coffee, and see the chairs of the spring collection.',
		...tomorrow,
		additionalFields: {
			linkUrl: 'https://acme.example/showroom',
		},
		message: 'The opening is on Saturday. Please check the time.',
		options: { allowEdits: true, titleScore: 71, approverTimezone: 'America/New_York' },
	};

	/** Expects no axe violations and nothing wider than the page. */
	async function expectAccessible(page: Page): Promise<void> {
		await page.evaluate(axe.source);
		const { violations } = await page.evaluate<AxeResults>(
			`axe.run(document, ${JSON.stringify({ runOnly: rules })})`,
		);
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
			[],
		);
		expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
	}

	test.each(views)('has no axe violations and fits: $shot', async ({ shot, viewport, colorScheme }) => {
		const { link } = await ask(full);
		const page = await open(link, { viewport, colorScheme, bypassCSP: true });
		await shoot(page, shot);
		await expectAccessible(page);
	});

	/** Changes the draft as someone else would while the page is open. */
	async function onDraftMeanwhile(parameters: object): Promise<void> {
		const step = node('Step', testbed.nodeType, {
			resource: 'post',
			postId: byId(posts.draft),
			...parameters,
		});
		await testbed.run(await testbed.saveWorkflow(chain('Meanwhile', [step])), 'Start');
	}

	/** Headings of the page, each with the steps that lead to it. */
	const states: Array<
		[heading: string, state: string, reach: (look: BrowserContextOptions) => Promise<Page>]
	> = [
		[
			'Your decision was saved',
			'a decision that was made',
			async (look) => {
				const page = await open((await ask(full)).link, look);
				await press(page, 'Reject');
				return page;
			},
		],
		[
			'Approve a post',
			'edits that are wrong',
			async (look) => {
				const page = await open((await ask(full)).link, look);
				await page.getByText('Edit before you approve').click();
				await page.locator('textarea[name=caption-0]').fill('a'.repeat(400));
				await page.locator('input[name=publishAt-0]').fill('2020-01-01T10:00');
				await press(page, 'Approve');
				await page.getByText('400 of 300 characters: too long').waitFor();
				return page;
			},
		],
		[
			'Approve a post',
			'a comment that is missing',
			async (look) => {
				const page = await open((await ask(full)).link, look);
				await press(page, 'Request Changes');
				await page.getByRole('link', { name: 'Enter a comment on the post' }).waitFor();
				return page;
			},
		],
		[
			'Approve a post',
			'a post that someone edited since',
			async (look) => {
				const page = await open((await ask()).link, look);
				await onDraftMeanwhile({ operation: 'update', updateFields: { caption: 'Changed since' } });
				await press(page, 'Approve');
				await page.getByText('Someone changed the caption of the post after you opened this page.').waitFor();
				return page;
			},
		],
		[
			'Nothing is left to decide',
			'a post that was deleted since',
			async (look) => {
				const { link } = await ask();
				await onDraftMeanwhile({ operation: 'delete' });
				const page = await open(link, look);
				await page.getByRole('button', { name: 'End This Request' }).waitFor();
				return page;
			},
		],
		[
			'This request has expired',
			'a request that expired',
			async (look) => await open((await ask({ ...onDraft, options: { limitHours: 1e-6 } })).link, look),
		],
		[
			'Approve 2 posts',
			'a list of posts',
			async (look) => {
				const items = "return ['One', 'Two'].map((text) => ({ json: { text } }));";
				const { link } = await wait([
					node('Make', 'n8n-nodes-base.code', { jsCode: items }, 2),
					node('Approve', testbed.nodeType, asking({ ...full, caption: '={{ $json.text }}' })),
				]);
				const page = await open(link, look);
				await press(page, 'Send Decisions');
				await page.getByRole('link', { name: 'Choose a decision for post 2.' }).waitFor();
				return page;
			},
		],
	];

	test.each(states)('has no axe violations: %s, %s', async (heading, state, reach) => {
		const page = await reach({ viewport: phone, bypassCSP: true });
		await page.getByRole('heading', { name: heading }).waitFor();
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await shoot(page, `approval-${state.replaceAll(' ', '-')}-${colorScheme}`);
			await expectAccessible(page);
		}
	});

	/** Fields from which an upload reads its files, in order. */
	const uploaded = { ...full, media: 'binary', binaryPropertyName: '*' };

	test.each([
		[
			'a wide one, a tall one and a video',
			[
				[2400, 600],
				[500, 2000],
			],
			[65],
		],
		[
			'five pictures',
			[
				[1200, 800],
				[1200, 800],
				[800, 1200],
				[1000, 1000],
				[1600, 900],
			],
			[],
		],
	])('shows the uploaded media: %s', async (title, sizes, videos) => {
		const drawing = await browser.newPage();
		const pictures = await Promise.all(
			sizes.map(async ([width = 0, height = 0], index) => ({
				fileName: `showroom-${index + 1}.jpg`,
				mimeType: 'image/jpeg',
				content: await drawShowroom(drawing, width, height),
			})),
		);
		const movies = videos.map((seconds) => ({
			fileName: 'walk-through.mp4',
			mimeType: 'video/mp4',
			content: movieOf(seconds),
		}));
		const jsCode = codeOfFiles([...pictures, ...movies]);
		const { link } = await wait([
			node('Make', 'n8n-nodes-base.code', { jsCode }, 2),
			node('Approve', testbed.nodeType, asking(uploaded)),
		]);
		for (const { shot, viewport, colorScheme } of views) {
			const page = await open(link, { viewport, colorScheme, bypassCSP: true });
			await shoot(page, `${shot}-${title.replaceAll(/\W+/g, '-')}`);
			await expectAccessible(page);
			const loaded = await page.evaluate('[...document.images].map((image) => image.naturalWidth)');
			expect(loaded).toEqual(sizes.map(([width]) => width));
			expect(await page.getByText('Video, 1:05').count()).toBe(videos.length);
		}
	});
});

const hostile = [
	'<script>document.title = "broken"; alert(1)</script>',
	'"><img src=x onerror="alert(1)">',
	"'><svg/onload='alert(1)'>",
	'</textarea></style><style>body { display: none }</style>',
	'</form><form action="https://evil.example"><button>Approve</button>',
	'\u202Eevorppa \u2066\u0007&lt;b&gt;',
	'<b>'.repeat(30_000),
];

test('shows hostile text as plain text', async () => {
	const text = hostile.join('\n');
	const before = (
		await open(
			(
				await askOnly({
					source: 'new',
					channels: [channels.linkedin.id],
					caption: 'A',
					message: 'B',
				})
			).link,
		)
	).locator('*');
	const plain = await before.count();
	const { link } = await askOnly({
		source: 'new',
		channels: [channels.linkedin.id],
		caption: text,
		// Longer than any network accepts.
		options: { checkFirst: false },
		message: text,
	});
	const page = await open(link);
	expect(await page.title()).toBe('Approve a post');
	// Each warning is one box with one text, See More has four elements, and one address is marked.
	const warnings = await page.locator('p.box').count();
	expect(warnings).toBeGreaterThan(0);
	expect((await page.locator('*').count()) - plain).toBe(2 * warnings + 5);
	expect(await page.locator('a[href*="evil"], script, svg, img').count()).toBe(0);
	expect(await page.locator('form').count()).toBe(1);
	expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(1);
});

test("resumes other waiting nodes with the token of Get Approval Link, but not with the page's own link", async () => {
	const webhookId = '2c0e6a0e-54a1-4bd1-9a3e-0f0c7a9a5a11';
	const workflow = chain('Token', [
		node('Link', testbed.nodeType, { resource: 'post', operation: 'getApprovalLink' }),
		Object.assign(node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', options: {} }), { webhookId }),
		node('After', 'n8n-nodes-base.noOp', {}),
	]);
	const execution = await testbed.n8n.start(await testbed.saveWorkflow(workflow), 'Start');
	const soFar = await testbed.n8n.resultSoFar(execution);
	expect(soFar.status).toBe('waiting');
	const address = new URL(String(soFar.output('Link')[0]?.approvalLink));
	address.pathname = address.pathname.replace(/\/approval$/, '');
	const { link } = await ask();
	const foreign = new URL(address);
	foreign.search = new URL(link).search;
	expect((await fetch(foreign)).status).toBe(401);
	expect((await testbed.n8n.resultSoFar(execution)).status).toBe('waiting');
	expect((await fetch(address)).status).toBe(200);
	expect((await testbed.n8n.result(execution)).status).toBe('success');
});
