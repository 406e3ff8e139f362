import { createServer } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePorts } from '../lib/ports.mjs';
import { saveCredential } from '../n8n/credentials.mjs';
import { DEMO_OWNER } from '../n8n/demo.mjs';
import { startN8n } from '../n8n/n8n-process.mjs';
import { unpackPackage } from '../n8n/package.mjs';
import { RestSession } from '../n8n/rest.mjs';
import { readSeed, startSandboxProcess } from '../n8n/sandbox-process.mjs';
import { saveWorkflow } from '../n8n/workflows.mjs';
import { flowsOf } from './flows.mjs';
import { MemoryProbe } from './memory.mjs';
import { toWorkflow } from './workflows.mjs';

/** How many times shorter than in reality the minute of the rate limits and the time for publishing are. */
export const SHORTENED = 20;
const REAL_WINDOW_MS = 60_000;
const REAL_PUBLISH_MS = 1_500;

/**
 * The API keys that run in parallel, each with its own rate limits. The soak test doesn't use the permissions that they lack.
 */
const LANES = /** @type {const} */ (['full', 'noAnalytics', 'expiring']);

/** The smallest possible picture: a PNG with one pixel. */
const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** A stored workflow of a lane. @typedef {{ id: string, flow: import('./workflows.mjs').Flow }} Work */

/**
 * Everything that a soak test needs.
 *
 * @typedef {object} Stage
 * @property {string} sandboxUrl
 * @property {RestSession} session
 * @property {MemoryProbe} memory of n8n
 * @property {Work[][]} lanes
 * @property {() => Promise<void>} close
 */

/** Starts a server that returns the picture. @returns {Promise<import('node:http').Server>} */
async function startPictureServer() {
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': String(PICTURE.length) });
		response.end(PICTURE);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	return server;
}

/** @param {import('node:http').Server} server */
const addressOf = (server) =>
	`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/picture.png`;

/** What ends a program or removes a folder. @typedef {() => unknown} Stop */

/**
 * Starts the sandbox, then n8n.
 *
 * @param {string} outputFolder for the logs
 * @param {string} userFolder
 * @param {Stop[]} stops gets what ends each of them
 */
async function startPrograms(outputFolder, userFolder, stops) {
	const windowMs = REAL_WINDOW_MS / SHORTENED;
	const publishMs = REAL_PUBLISH_MS / SHORTENED;
	const args = ['--seed', 'empty', '--rate-window-ms', `${windowMs}`, '--publish-ms', `${publishMs}`];
	const sandbox = await startSandboxProcess({ logFile: path.join(outputFolder, 'soak-sandbox.log'), args });
	stops.push(() => sandbox.process.stop());
	const [inspectorPort = 0] = await freePorts([0]);
	const settings = {
		NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
		// On a busy machine, n8n would think that its database is lost and refuse to run anything for a moment.
		DB_PING_TIMEOUT_MS: '60000',
	};
	const n8n = await startN8n({ userFolder, logFile: path.join(outputFolder, 'soak-n8n.log'), settings });
	stops.push(() => n8n.process.stop());
	const memory = await MemoryProbe.open(inspectorPort);
	stops.push(() => memory.close());
	return { sandbox, n8n, memory };
}

/**
 * Saves the workflows of each lane.
 *
 * @param {RestSession} session
 * @param {string} sandboxUrl
 * @param {string} imageUrl
 */
async function prepareLanes(session, sandboxUrl, imageUrl) {
	const { channels, keys } = await readSeed(sandboxUrl);
	/** @type {Work[][]} */
	const lanes = [];
	for (const lane of LANES) {
		const label = { name: `Soak (${lane})`, type: 'socialPublishingApi' };
		const fields = { baseUrl: sandboxUrl, apiKey: keys[lane] };
		const credential = await saveCredential(session, fields, label);
		/** @type {Work[]} */
		const works = [];
		for (const flow of flowsOf({ channels, imageUrl })) {
			works.push({ id: await saveWorkflow(session, toWorkflow(flow, lane), [credential]), flow });
		}
		lanes.push(works);
	}
	return lanes;
}

/**
 * Starts n8n with the package and a sandbox with a shorter minute, and saves the workflows.
 *
 * @param {string} outputFolder for the logs
 * @returns {Promise<Stage>}
 */
export async function openStage(outputFolder) {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'social-publishing-soak-'));
	/** @type {Stop[]} */
	const stops = [() => rm(userFolder, { recursive: true, force: true })];
	const close = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	try {
		unpackPackage(userFolder);
		const pictures = await startPictureServer();
		stops.push(() => pictures.close());
		const { sandbox, n8n, memory } = await startPrograms(outputFolder, userFolder, stops);
		const session = new RestSession(n8n.url);
		await session.logIn(DEMO_OWNER);
		const lanes = await prepareLanes(session, sandbox.url, addressOf(pictures));
		return { sandboxUrl: sandbox.url, session, memory, lanes, close };
	} catch (error) {
		await close();
		throw error;
	}
}
