import path from 'node:path';

import { findOrInstall, isExecutable, searchPath } from '../lib/programs.mjs';

// In order of preference: the headless shell draws pages in half the time of a whole browser.
const NAMES = [
	'chromium-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];

const FIXED_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds the Chromium or Chrome for the tests: `CHROMIUM_PATH`, or one on PATH or in a common folder.
 *
 * @returns {string | undefined} path of the program
 */
export function findBrowser() {
	const onPath = NAMES.flatMap((name) => searchPath().map((folder) => path.join(folder, name)));
	return [process.env.CHROMIUM_PATH ?? '', ...onPath, ...FIXED_PLACES].find(isExecutable);
}

/**
 * Finds a browser. If there is none, installs Debian's headless Chromium, but only if that is possible without asking (as root on
 * Debian or a similar system).
 *
 * @returns {Promise<string>} path of the program
 * @throws {Error} that says what to do if there is none
 */
export async function ensureBrowser() {
	const browser = await findOrInstall(findBrowser, {
		name: 'Chromium',
		packages: ['chromium-headless-shell'],
	}).catch(() => undefined);
	if (browser !== undefined) return browser;
	throw new Error(
		'The browser test needs Chromium or Chrome. Install one (on Debian: sudo apt-get install chromium-headless-shell, or chromium), or ' +
			'set CHROMIUM_PATH to the program.',
	);
}
