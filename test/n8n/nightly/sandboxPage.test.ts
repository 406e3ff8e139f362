import path from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { seed } from '../../../sandbox';
import { oauthClient } from '../../sandbox/oauthClient';
import { openPublishingApi, type PublishingApi } from '../../sandbox/publishingApi';

const { boards, channels, keys, media } = seed;

// Colors don't depend on the size of a screen.
const views = [
	{ screen: 'desktop', width: 1280, height: 900, scheme: 'light' },
	{ screen: 'phone', width: 390, height: 844, scheme: 'dark' },
] as const;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const longWord = 'https://example.com/' + 'a-long-address-'.repeat(12);
const longText = Array.from({ length: 30 }, (_, line) => `Line ${line} of a long text`).join('\n');

let api: PublishingApi;
let browser: Browser;

beforeAll(async () => {
	browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
});
beforeEach(async () => {
	api = await openPublishingApi({ seed: 'default' });
});
afterEach(async () => {
	await Promise.all(browser.contexts().map((context) => context.close()));
	await api.sandbox.close();
});
afterAll(() => browser.close());

/** Posts in every status with its own buttons or colors, with texts that are hard to fit. */
async function fillSandbox(): Promise<void> {
	const { create, sandbox } = api;
	const accounts = [channels.linkedin.id, channels.devto.id, channels.googleBusiness.id];
	await create({ caption: 'Waits for a reviewer', delivery: { mode: 'queue' } }, keys.drafts);
	await create({ caption: longWord, title: 'A long word', accounts, delivery: { mode: 'queue' } });
	await create({ caption: longText, title: 'A long text', accounts: [channels.devto.id] });
	await create({ caption: longWord, mediaAssetIds: [media.image] });
	const held = await create({ caption: 'Held back', delivery: { mode: 'queue' } });
	sandbox.review.hold(held.id);
	const mixed = await create({
		caption: 'Half of it',
		title: 'On two of three',
		accounts,
		delivery: { mode: 'queue' },
	});
	sandbox.outcomes.fail(mixed.id, channels.devto.id, `No: ${longWord}`);
	sandbox.outcomes.publish(mixed.id);
}

type View = Partial<(typeof views)[number]>;

async function open(url: string, { width = 1280, height = 900, scheme = 'light' }: View = {}): Promise<Page> {
	const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
	await page.goto(url);
	return page;
}

/** Opens the sandbox's page and waits until it has loaded. */
async function openPage(view?: View): Promise<Page> {
	const page = await open(`${api.sandbox.url}/sandbox`, view);
	await page.locator('article').first().waitFor();
	return page;
}

const shoot = async (page: Page, name: string): Promise<void> => {
	const file = path.join(testbed.outputFolder, 'screenshots', `sandbox-${name}.png`);
	await page.screenshot({ path: file, fullPage: true });
};

/** The result of axe: violations as text, and the names of the rules that it could check. */
async function judge(page: Page): Promise<{ found: string[]; judged: string[] }> {
	await page.evaluate(axe.source);
	const settings = JSON.stringify({ runOnly: rules });
	const { violations, passes } = await page.evaluate<AxeResults>(`axe.run(document, ${settings})`);
	const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
	return { found, judged: passes.map(({ id }) => id) };
}

/** Links and buttons below the minimum height: 44 pixels on their own, 24 inside text. */
const smallControls = async (page: Page): Promise<string[]> =>
	await page.evaluate<string[]>(`[...document.querySelectorAll('a, button, input')].flatMap((control) => {
		const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
		const least = control.matches('button, nav a') ? 44 : 24;
		const isShown = control.getClientRects().length > 0;
		return isShown && (width < 24 || height < least) ? [control.outerHTML + ' ' + width + ' x ' + height] : [];
	})`);

const overflow = async (page: Page): Promise<number> =>
	await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

describe.each(views)('the page of the sandbox on a $screen in $scheme', (view) => {
	const { screen, scheme } = view;

	test('has no axe violations and fits', async () => {
		await fillSandbox();
		const page = await openPage(view);
		await shoot(page, `${screen}-${scheme}`);
		const { found, judged } = await judge(page);
		expect(found).toEqual([]);
		expect(judged).toEqual(expect.arrayContaining(['color-contrast', 'heading-order', 'region']));
		expect(await overflow(page)).toBeLessThanOrEqual(0);
		expect(await smallControls(page)).toEqual([]);
	});

	test('has no axe violations when it is empty', async () => {
		await api.sandbox.close();
		api = await openPublishingApi({ seed: 'empty' });
		const page = await open(`${api.sandbox.url}/sandbox`, view);
		await page.getByText('No posts yet').waitFor();
		expect((await judge(page)).found).toEqual([]);
		expect(await overflow(page)).toBeLessThanOrEqual(0);
	});

	test('links to a published post on a page that also has no axe violations and fits', async () => {
		await fillSandbox();
		const page = await openPage(view);
		await page.locator('a', { hasText: 'Open the post on LinkedIn' }).first().click();
		await page.getByText('The sandbox shows here what LinkedIn got').waitFor();
		await shoot(page, `live-${screen}-${scheme}`);
		expect((await judge(page)).found).toEqual([]);
		expect(await overflow(page)).toBeLessThanOrEqual(0);
		expect(await smallControls(page)).toEqual([]);
	});

	test('asks for consent to connect an agent on a page that also has no axe violations and fits', async () => {
		const { clientId, authorizeUrl } = oauthClient(() => api.sandbox);
		const page = await open(authorizeUrl(await clientId()).href, view);
		await page.getByText('LinkedIn, Acme Studio').waitFor();
		await shoot(page, `connect-${screen}-${scheme}`);
		expect((await judge(page)).found).toEqual([]);
		expect(await overflow(page)).toBeLessThanOrEqual(0);
		expect(await smallControls(page)).toEqual([]);
	});
});

test('detects a text that is too pale and a button without a name', async () => {
	const page = await openPage();
	await page.evaluate(`document.querySelector('h1').style.color = '#bbb';
		document.querySelector('nav').append(document.createElement('button'))`);
	const { found } = await judge(page);
	expect(found.join('\n')).toMatch(/color-contrast: <h1/);
	expect(found.join('\n')).toMatch(/button-name: <button/);
});

test('cuts a long title after a word, and shows the picture, texts and board of a post', async () => {
	await api.create({
		caption: 'What furniture makers can see in our showroom this week, on Sunday and on Monday',
	});
	await api.create({
		caption: 'For all',
		accounts: [channels.pinterest.id, channels.bluesky.id],
		mediaAssetIds: [media.image],
		perAccount: {
			[channels.pinterest.id]: { boardId: boards.interiors.id },
			[channels.bluesky.id]: { caption: 'For Bluesky', firstComment: 'More in our blog' },
		},
	});
	const page = await openPage();
	const post = page.locator('article', { hasText: 'For all' });
	const picture = post.locator('img');
	await picture.waitFor();
	await picture.evaluate('(image) => image.decode()');
	const text = await post.innerText();
	for (const shown of ['Text: For Bluesky', 'Board: Interiors', 'First comment: More in our blog'])
		expect(text).toContain(shown);
	expect(await page.locator('h3', { hasText: 'What furniture' }).innerText()).toBe(
		'What furniture makers can see in our showroom this week, on…',
	);
});

test('spells the names of networks correctly', async () => {
	await fillSandbox();
	const text = await (await openPage()).locator('main').innerText();
	expect(text).toMatch(/LinkedIn/);
	expect(text).toMatch(/dev\.to/);
	expect(text).toMatch(/Google Business/);
	expect(text).not.toMatch(/Linkedin|\bdevto\b|Devto|google business/);
});

describe('with only the keyboard', () => {
	const active = async (page: Page, what: string): Promise<string> =>
		await page.evaluate<string>(`String(document.activeElement.${what})`);

	test('reaches every link and button in page order with a visible focus', async () => {
		await fillSandbox();
		const page = await openPage();
		await page.locator('#pause').press('Enter');
		const controls = page.locator('a, button, [tabindex="0"]');
		const order = await controls.evaluateAll((all) => all.map((one) => one.outerHTML));
		await controls.first().focus();
		for (const control of order) {
			expect(await active(page, 'outerHTML')).toBe(control);
			expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px');
			await page.keyboard.press('Tab');
		}
		expect(order.length).toBeGreaterThan(10);
	});

	test('lets a reviewer approve a post, announces the result, and keeps the focus', async () => {
		const { id } = await api.create({ caption: 'For review', delivery: { mode: 'queue' } }, keys.drafts);
		const page = await openPage();
		await page.locator(`#approve-${id}`).focus();
		await page.keyboard.press('Enter');
		await page.locator('#news').getByText('For review: queued').waitFor({ state: 'attached' });
		await page.locator(`#post-${id}:focus-within`).waitFor();
		expect(await active(page, 'tagName')).toBe('ARTICLE');
	});

	test('announces a rejected action as an alert', async () => {
		const { id } = await api.create({ caption: 'For review', delivery: { mode: 'queue' } }, keys.drafts);
		const page = await openPage();
		await page.locator('#pause').press('Enter');
		api.sandbox.review.approve(id);
		await page.locator(`#approve-${id}`).press('Enter');
		const alert = page.getByRole('alert').filter({ hasText: /\w/ });
		await alert.waitFor();
	});
});

test('announces changed posts, and stays unchanged while paused', async () => {
	const page = await openPage();
	await api.create({ caption: 'The first news' });
	await page.locator('#news').getByText('The first news: draft').waitFor({ state: 'attached' });
	await page.locator('#pause').press('Enter');
	expect(await page.locator('#pause').getAttribute('aria-pressed')).toBe('true');
	await api.create({ caption: 'The second news' });
	await page.clock.install();
	await page.clock.runFor(10_000);
	expect(await page.locator('article', { hasText: 'The second news' }).count()).toBe(0);
	await page.locator('#pause').press('Enter');
	await page.locator('article', { hasText: 'The second news' }).waitFor();
});

test('keeps the focus on a link when the list is redrawn', async () => {
	await fillSandbox();
	const page = await openPage();
	const link = page.locator('article a').first();
	await link.focus();
	const id = await link.getAttribute('id');
	await api.create({ caption: 'Another one' });
	await page.locator('article', { hasText: 'Another one' }).waitFor();
	expect(await page.evaluate('document.activeElement.id')).toBe(id);
});

test('has no automatic motion', async () => {
	const page = await openPage();
	const moving = `[...document.querySelectorAll('*')].filter((one) => {
		const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(one);
		return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto';
	}).length`;
	expect(await page.evaluate(moving)).toBe(0);
});
