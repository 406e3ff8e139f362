import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param {string} userFolder */
const fileIn = (userFolder) => path.join(userFolder, 'running.json');

/**
 * Records in the user folder which n8n uses it.
 *
 * @param {string} userFolder
 * @param {import('./n8n-process.mjs').RunningN8n} n8n
 */
export function rememberN8n(userFolder, n8n) {
	writeFileSync(fileIn(userFolder), JSON.stringify({ url: n8n.url, pid: n8n.process.pid }));
}

/**
 * Throws if the recorded n8n still answers, because two n8n processes on one database would damage it.
 *
 * @param {string} userFolder
 * @throws {Error} that says where it runs
 */
export async function refuseSecondN8n(userFolder) {
	const file = fileIn(userFolder);
	if (!existsSync(file)) return;
	const { url, pid } = JSON.parse(readFileSync(file, 'utf8'));
	const answer = await fetch(`${url}/healthz`).catch(() => undefined);
	if (!answer?.ok) return;
	throw new Error(
		`The demo runs already: n8n at ${url}, process ${pid}. End it first, or name another folder: ` +
			'npm start -- --user-folder <folder>',
	);
}
