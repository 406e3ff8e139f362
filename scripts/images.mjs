import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { execPath } from 'node:process';

import { ensureInstalled } from './install.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { ensureBrowser } from './n8n/browser.mjs';

/**
 * An image of the README.
 *
 * @typedef {object} Image
 * @property {string} image its file in docs/images
 * @property {string} test the file in test/n8n that makes the screenshot, without its ending
 * @property {string} screenshot what that test calls it
 * @property {[x: number, y: number, width: number, height: number]} clip the part that is shown, in pixels
 */

const QUALITY = 80;

/** @type {Image[]} */
const images = JSON.parse(readFileSync(inRepository('docs', 'images', 'images.json'), 'utf8'));

/**
 * Writes the images of the README into docs/images, from the screenshots of the tests that take them.
 *
 * @param {{ isKept: boolean }} options `isKept`: takes the screenshots of the last run instead of running the tests
 */
export async function writeImages({ isKept }) {
	if (!isKept) await runTests();
	if (!process.exitCode) await cutImages();
}

/** Runs the tests that make the screenshots; the exit code is theirs. */
async function runTests() {
	const tests = [...new Set(images.map(({ test }) => `test/n8n/${test}.test.ts`))];
	const script = inRepository('scripts', 'test-n8n.mjs');
	const child = spawn(execPath, [script, ...tests], { cwd: rootFolder, stdio: 'inherit' });
	process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** Writes every image as WebP; the browser is what cuts and encodes. */
async function cutImages() {
	await ensureInstalled(rootFolder);
	// It is there only now.
	const { chromium } = await import('playwright-core');
	const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	for (const one of images) {
		const bytes = await encode(page, one);
		writeFileSync(inRepository('docs', 'images', one.image), bytes);
		console.log(`docs/images/${one.image}: ${Math.ceil(bytes.length / 1024)} KiB`);
	}
	await browser.close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {Image} image
 * @returns {Promise<Buffer>} WebP
 */
async function encode(page, { screenshot, clip: [x, y, width, height] }) {
	const file = inRepository('test-output', 'n8n', 'screenshots', `${screenshot}.png`);
	const png = readFileSync(file).toString('base64');
	await page.setContent(
		`<body style="margin: 0"><img src="data:image/png;base64,${png}" style="display: block">`,
	);
	const session = await page.context().newCDPSession(page);
	const clip = { x, y, width, height, scale: 1 };
	const picture = { format: /** @type {const} */ ('webp'), quality: QUALITY, clip };
	const { data } = await session.send('Page.captureScreenshot', picture);
	return Buffer.from(data, 'base64');
}
