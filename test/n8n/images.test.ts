import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { readWebp } from '../../nodes/SocialPublishing/media/imageHeaders';
import { rootFolder } from '../support/sourceFiles';

const folder = mkdtempSync(path.join(tmpdir(), 'images-'));
const [from, to] = [path.join(folder, 'png'), path.join(folder, 'webp')];

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
	await browser.close();
	const script =
		"import('./scripts/images.mjs').then((images) => images.encodeAll(...process.argv.slice(1)))";
	execFileSync(process.execPath, ['-e', script, from, to], { cwd: rootFolder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(sizes)('a %d × %d pixel picture keeps its size as WebP', async (width, height) => {
	const bytes = readFileSync(path.join(to, `${width}x${height}.webp`));
	const read = async (offset: number, length: number) =>
		await Promise.resolve(bytes.subarray(offset, offset + length));
	expect(await readWebp(read)).toEqual({ width, height });
});
