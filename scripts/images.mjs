import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';

import { ensureInstalled } from './install.mjs';
import { animate } from './lib/animated-webp.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { ensureBrowser } from './n8n/browser.mjs';

const QUALITY = 80;

/** How often a moving picture runs before it stops at its last frame. */
const RUNS = 3;

/** The screenshots from the tests: a PNG file for each picture and theme, and a folder with the frames of a moving picture. */
const screenshots = inRepository('test-output', 'n8n', 'pictures');

/**
 * Writes the pictures of the documentation into docs/images. The tests in test/n8n/pictures take them.
 *
 * @param {{ isKept: boolean }} options `isKept`: uses the screenshots of the last run instead of running the tests
 */
export async function writeImages({ isKept }) {
	if (!isKept) await takeScreenshots();
	if (!process.exitCode) await encodeAll(screenshots, inRepository('docs', 'images'));
}

/** Runs the tests that take the screenshots, and returns their exit code. */
async function takeScreenshots() {
	const script = inRepository('scripts', 'test-n8n.mjs');
	const child = spawn(execPath, [script, '--pictures'], { cwd: rootFolder, stdio: 'inherit' });
	process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/**
 * Writes every PNG file of a folder as WebP into another one. The browser encodes it. A folder becomes an animated picture. Its
 * files are the frames, named by their order and their duration, such as `02-500.png` for half a second.
 *
 * @param {string} from
 * @param {string} to
 */
export async function encodeAll(from, to) {
	await ensureInstalled(rootFolder);
	// Import it here, because it was installed only now.
	const { chromium } = await import('playwright-core');
	const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	for (const file of readdirSync(from).sort()) {
		const source = path.join(from, file);
		const bytes = statSync(source).isDirectory()
			? await encodeFrames(page, source)
			: await encode(page, source);
		const image = path.join(to, `${path.parse(file).name}.webp`);
		writeFileSync(image, bytes);
		console.log(`${path.relative(rootFolder, image)}: ${Math.ceil(bytes.length / 1024)} KiB`);
	}
	await browser.close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} folder with the frames
 * @returns {Promise<Buffer>} animated WebP
 */
async function encodeFrames(page, folder) {
	const frames = [];
	for (const file of readdirSync(folder).sort()) {
		const durationMs = Number(/-(\d+)\.png$/.exec(file)?.[1]);
		frames.push({ picture: await encode(page, path.join(folder, file)), durationMs });
	}
	return animate(frames, { times: RUNS });
}

/**
 * Encodes a picture in its own size. The page is at least as large as the window, so its size says nothing about a smaller picture.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} file PNG
 * @returns {Promise<Buffer>} WebP
 */
async function encode(page, file) {
	const png = readFileSync(file).toString('base64');
	await page.setContent(
		`<body style="margin: 0"><img src="data:image/png;base64,${png}" style="display: block">`,
	);
	const measure = `{
		const [image] = document.images;
		image.decode().then(() => ({ width: image.naturalWidth, height: image.naturalHeight }));
	}`;
	const size = /** @type {{ width: number, height: number }} */ (await page.evaluate(measure));
	const session = await page.context().newCDPSession(page);
	const clip = { ...size, x: 0, y: 0, scale: 1 };
	const picture = { format: /** @type {const} */ ('webp'), quality: QUALITY, clip };
	const { data } = await session.send('Page.captureScreenshot', { ...picture, captureBeyondViewport: true });
	return Buffer.from(data, 'base64');
}
