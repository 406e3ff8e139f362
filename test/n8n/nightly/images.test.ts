import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { readWebp } from '../../../nodes/SocialPublishing/media/imageHeaders';
import { rootFolder } from '../../support/sourceFiles';

const folder = mkdtempSync(path.join(tmpdir(), 'images-'));
const [from, to] = [path.join(folder, 'png'), path.join(folder, 'webp')];

/** The frames of a moving picture, by the names of their files. */
const frames = { '00-40.png': 'black', '01-1500.png': 'red', '02-200.png': 'white' };

/** Smaller than the browser's window, wider and higher than it, and as in an install dialog. */
const sizes = [
	[1, 1],
	[420, 300],
	[1440, 540],
	[1440, 2600],
	[2000, 100],
] as const;

beforeAll(async () => {
	mkdirSync(from);
	mkdirSync(to);
	const browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
	for (const [width, height] of sizes) {
		const page = await browser.newPage({ viewport: { width, height } });
		await page.setContent('<body style="background: black">');
		writeFileSync(path.join(from, `${width}x${height}.png`), await page.screenshot());
		await page.close();
	}
	const page = await browser.newPage({ viewport: { width: 300, height: 201 } });
	mkdirSync(path.join(from, 'moving'));
	for (const [file, color] of Object.entries(frames)) {
		await page.setContent(`<body style="background: ${color}">`);
		writeFileSync(path.join(from, 'moving', file), await page.screenshot());
	}
	await browser.close();
	const script =
		"import('./scripts/images.mjs').then((images) => images.encodeAll(...process.argv.slice(1)))";
	execFileSync(process.execPath, ['-e', script, from, to], { cwd: rootFolder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(sizes)('a %d × %d pixel picture keeps its size as WebP', async (width, height) => {
	const bytes = readFileSync(path.join(to, `${width}x${height}.webp`));
	const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
	expect(await readWebp(read)).toMatchObject({ width, height });
});

/** The frames of an animation as a browser shows them. */
async function decode(content: Buffer): Promise<unknown> {
	const browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
	try {
		const page = await browser.newPage();
		// The decoder exists only in pages from a secure origin.
		await page.route('https://pictures.test/', async (route) => await route.fulfill({ body: '' }));
		await page.goto('https://pictures.test/');
		return await page.evaluate(`(async () => {
			const data = Uint8Array.from(atob('${content.toString('base64')}'), (letter) => letter.charCodeAt(0));
			const decoder = new ImageDecoder({ data, type: 'image/webp' });
			await decoder.tracks.ready;
			const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
			const frames = [];
			for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
				const { image } = await decoder.decode({ frameIndex });
				const { displayWidth, displayHeight, duration } = image;
				const canvas = new OffscreenCanvas(displayWidth, displayHeight).getContext('2d');
				canvas.drawImage(image, 0, 0);
				const [red, green] = canvas.getImageData(150, 100, 1, 1).data;
				const color = green > 200 ? 'white' : red > 200 ? 'red' : 'black';
				frames.push({ size: [displayWidth, displayHeight], durationMs: duration / 1000, color });
			}
			return { repetitionCount, frames };
		})()`);
	} finally {
		await browser.close();
	}
}

test('a folder of frames becomes an animation that a browser shows with the duration of each frame', async () => {
	const size = [300, 201];
	expect(await decode(readFileSync(path.join(to, 'moving.webp')))).toEqual({
		// The repetitions after the first run.
		repetitionCount: 2,
		frames: [
			{ size, durationMs: 40, color: 'black' },
			{ size, durationMs: 1500, color: 'red' },
			{ size, durationMs: 200, color: 'white' },
		],
	});
});
