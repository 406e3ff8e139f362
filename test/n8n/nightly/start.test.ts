import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { StartCommand } from '../support/startCommand';

const isReachable = (url: string): Promise<boolean> =>
	fetch(url).then(
		() => true,
		() => false,
	);

const examplesFolder = path.resolve('examples');

/** The names of the workflows in the examples folder. n8n would have one too few if two shared a name. */
const exampleNames = (): string[] =>
	readdirSync(examplesFolder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => JSON.parse(readFileSync(path.join(examplesFolder, file), 'utf8')).name as string)
		.sort();

async function textOfPage(url: string, screenshot: string): Promise<string> {
	const browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	await page.goto(url);
	await page.getByText('The new showroom').first().waitFor();
	await page.screenshot({ path: path.join(testbed.outputFolder, 'screenshots', screenshot), fullPage: true });
	const text = await page.locator('body').innerText();
	await browser.close();
	return text;
}

/** Logs in at the address that is printed first, and returns the text of the screen that then opens. */
async function firstScreen(url: string, password: string): Promise<string> {
	const browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	await page.goto(url);
	await page.locator('input[type=email], input[name=emailOrLdapLoginId]').fill('owner@example.com');
	await page.locator('input[type=password]').fill(password);
	await page.locator('input[type=password]').press('Enter');
	await page.getByText('Read the folder').first().waitFor();
	await page.screenshot({ path: path.join(testbed.outputFolder, 'screenshots', 'start-first-screen.png') });
	const text = await page.locator('body').innerText();
	await browser.close();
	return text;
}

describe('npm start', () => {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-demo-'));
	let running: StartCommand | undefined;

	afterAll(() => {
		running?.interrupt();
		rmSync(userFolder, { recursive: true, force: true });
	});

	test('runs the first example with --once, reports each channel, and exits with 0', async () => {
		const command = new StartCommand(userFolder, '--once');
		const code = await command.end();

		expect(command.output).toMatch(/post [0-9a-f-]{36}\s+status: published/);
		expect(command.output).toMatch(
			/facebook +Acme Studio +published +http:\/\/127\.0\.0\.1:\d+\/sandbox\/live\/facebook\//,
		);
		expect(code).toBe(0);
	});

	test('updates the examples on the second start and runs until Ctrl+C', async () => {
		running = new StartCommand(userFolder);
		await running.says('Ctrl+C');
		const n8nUrl = running.find(/n8n editor +(\S+)/);
		const sandboxUrl = running.find(/Sandbox page +(\S+)/);

		const password = running.find(/with the password (\S+)/);
		expect((await testbed.workflowNames(n8nUrl, password)).sort()).toEqual(exampleNames());
		expect(await firstScreen(running.find(/Start here +(\S+)/), password)).toContain('Read the folder');
		for (const key of [/API key +(sbx_\S+)/, /API key +(sbs_\S+)/]) running.find(key);
		const page = await textOfPage(sandboxUrl, 'start-sandbox.png');
		expect(page).toContain('The new showroom');

		running.interrupt();
		expect(await running.end()).toBe(0);
		expect(await isReachable(n8nUrl)).toBe(false);
		expect(await isReachable(sandboxUrl)).toBe(false);
	});
});
