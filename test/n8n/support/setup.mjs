import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readTail, stopAllProcesses } from '../../../scripts/lib/child-process.mjs';
import { inRepository } from '../../../scripts/lib/paths.mjs';
import { ensureBrowser } from '../../../scripts/n8n/browser.mjs';
import { saveCredentials } from '../../../scripts/n8n/credentials.mjs';
import { DEMO_OWNER } from '../../../scripts/n8n/demo.mjs';
import { startN8n } from '../../../scripts/n8n/n8n-process.mjs';
import { unpackPackage } from '../../../scripts/n8n/package.mjs';
import { RestSession } from '../../../scripts/n8n/rest.mjs';
import { startSandboxProcess } from '../../../scripts/n8n/sandbox-process.mjs';

const outputFolder = inRepository('test-output', 'n8n');
const n8nLogFile = path.join(outputFolder, 'n8n.log');

/** The user folder of the tests' n8n, which is new each time and outside the repository. */
export const userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-n8n-'));

/**
 * Where the shared n8n and sandbox are. The tests get this as JSON in the environment variable `N8N_TESTBED`.
 *
 * @typedef {object} Whereabouts
 * @property {string} n8nUrl
 * @property {string} cookie login of the owner, shared because n8n allows few logins a minute
 * @property {string} n8nLogFile
 * @property {string} sandboxUrl
 * @property {string} scoringUrl
 * @property {string} chatUrl
 * @property {import('../../../scripts/n8n/credentials.mjs').CredentialReference} credential of the publishing API
 * @property {import('../../../scripts/n8n/credentials.mjs').CredentialReference[]} credentials of both APIs
 * @property {string} browser
 * @property {string} outputFolder
 */

/**
 * Starts one n8n and one sandbox for all tests. The package is unpacked from its tarball outside the repository, so that
 * it can use only what n8n provides.
 */
export default async function setup() {
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAfterSignal());
	try {
		process.env.N8N_TESTBED = JSON.stringify(await start());
	} catch (error) {
		console.error(`The end of n8n's log (${n8nLogFile}):\n${readTail(n8nLogFile)}`);
		await stopAllProcesses();
		throw error;
	}
}

/** @returns {Promise<Whereabouts>} */
async function start() {
	unpackPackage(userFolder);
	const [sandbox, n8n] = await Promise.all([
		startSandboxProcess({ logFile: path.join(outputFolder, 'sandbox.log') }),
		startN8n({ userFolder, logFile: n8nLogFile, settings: { N8N_RESTRICT_FILE_ACCESS_TO: outputFolder } }),
	]);
	const session = new RestSession(n8n.url);
	await session.logIn(DEMO_OWNER);
	const credentials = await saveCredentials(session, sandbox);
	return {
		n8nUrl: n8n.url,
		cookie: session.cookie,
		n8nLogFile,
		sandboxUrl: sandbox.url,
		scoringUrl: sandbox.scoringUrl,
		chatUrl: sandbox.chatUrl,
		credential: credentials.publishing,
		credentials: Object.values(credentials),
		browser: await ensureBrowser(),
		outputFolder,
	};
}

async function stopAfterSignal() {
	await stopAllProcesses();
	rmSync(userFolder, { recursive: true, force: true });
	process.exit(1);
}
