import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { startProgress } from '../lib/run-step.mjs';
import { saveCredentials } from './credentials.mjs';
import { saveDemoTables } from './demo-tables.mjs';
import { APPROVAL_EXAMPLE, EXAMPLE_FILES, EXAMPLE_TRIGGER, saveExamples } from './examples.mjs';
import { readExecution, RUNNING, runWorkflow, startWorkflow } from './executions.mjs';
import { startN8n } from './n8n-process.mjs';
import { linkPackage, NODE_TYPE } from './package.mjs';
import { readSettledPost } from './posts.mjs';
import { RestError, RestSession } from './rest.mjs';
import { dialect } from './versions.mjs';
import { refuseSecondN8n, rememberN8n } from './running-n8n.mjs';
import { readScoringSeed, readSeed, startSandboxProcess } from './sandbox-process.mjs';

/** The owner of an n8n of the tests. The demo's owner has another password. */
export const DEMO_OWNER = {
	email: 'owner@example.com',
	password: 'Social-demo-1',
	firstName: 'Demo',
	lastName: 'Owner',
};

const VIDEOS = path.join(EXAMPLE_FILES, 'videos');
/** Added to the demo's folder once the first example has published the others, so that there is another one to publish. */
const NEXT_VIDEO = 'From oak to armchair.mp4';

const FAILED = ['failed', 'partially_published'];

/**
 * The running demo.
 *
 * @typedef {object} Demo
 * @property {import('./n8n-process.mjs').RunningN8n} n8n
 * @property {import('./sandbox-process.mjs').RunningSandbox} sandbox
 * @property {import('./rest.mjs').RestSession} session logged in as the owner
 * @property {import('./rest.mjs').Owner} owner
 * @property {import('./credentials.mjs').CredentialFields} credential of the publishing API
 * @property {string} scoringKey the key of the scoring API
 * @property {string} folder the videos for the examples that read them
 * @property {import('./examples.mjs').StoredExample[]} examples
 */

/**
 * Starts the sandbox and n8n with the package, and sets n8n up: owner, credentials, data tables, files and example
 * workflows. Updates a folder that was used before.
 *
 * @param {{ userFolder: string, n8nPort: number, sandboxPort: number, scoringPort: number, chatPort: number }} options
 * @returns {Promise<Demo>}
 */
export async function startDemo({ userFolder, n8nPort, sandboxPort, scoringPort, chatPort }) {
	const folder = path.join(userFolder, 'videos');
	const progress = startProgress('Starting the sandbox and n8n');
	try {
		await refuseSecondN8n(userFolder);
		linkPackage(userFolder);
		cpSync(VIDEOS, folder, { recursive: true });
		rmSync(path.join(folder, NEXT_VIDEO));
		const keySecret = keepSecret(userFolder, 'key-secret', randomBytes(8).toString('hex'));
		const [sandbox, n8n] = await Promise.all([
			startSandboxProcess({
				port: sandboxPort,
				scoringPort,
				chatPort,
				logFile: path.join(userFolder, 'sandbox.log'),
				// Without a history, nothing can be compared with a week ago.
				args: ['--variant', 'metricsHistory=weeks', '--key-secret', keySecret],
			}),
			startN8n({
				userFolder,
				port: n8nPort,
				logFile: path.join(userFolder, 'n8n.log'),
				settings: {
					N8N_RESTRICT_FILE_ACCESS_TO: folder,
					// n8n's assistant would fill the first screen.
					N8N_DISABLED_MODULES: [dialect.quiet.N8N_DISABLED_MODULES, 'instance-ai'].join(),
				},
			}),
		]);
		rememberN8n(userFolder, n8n);
		const owner = readOwner(userFolder);
		const session = await logIn(n8n.url, userFolder, owner);
		const seed = await readSeed(sandbox.url);
		const credential = { baseUrl: sandbox.url, apiKey: seed.keys.full };
		const { keys: scoringKeys } = await readScoringSeed(sandbox.scoringUrl);
		const credentials = await saveCredentials(session, sandbox, owner.password);
		await saveDemoTables(session, seed);
		const places = { sandboxUrl: sandbox.url, folder };
		const examples = await saveExamples(session, Object.values(credentials), places);
		progress.end('done');
		return { n8n, sandbox, session, owner, credential, scoringKey: scoringKeys.pro, folder, examples };
	} catch (error) {
		progress.end('failed');
		throw error;
	}
}

/**
 * Runs the first example and waits until the results of its posts are final. Then puts the next video into its folder.
 *
 * @param {Demo} demo
 * @returns {Promise<import('./report.mjs').PostOutcome[]>} one for each post that the workflow created
 * @throws {Error} if the workflow fails
 */
export async function runFirstExample({ session, credential, folder, examples: [first] }) {
	if (!first) throw new Error('There is no example workflow');
	const result = await runWorkflow(session, first.id, EXAMPLE_TRIGGER);
	if (result.error) throw new Error(`“${first.workflow.name}” failed: ${describeError(result.error)}`);
	cpSync(path.join(VIDEOS, NEXT_VIDEO), path.join(folder, NEXT_VIDEO));
	const created = first.workflow.nodes
		.filter(({ type, parameters }) => type === NODE_TYPE && parameters.operation === 'create')
		.flatMap(({ name }) => result.output(name).map(({ id }) => ({ node: name, id })));
	return await Promise.all(
		created.map(async ({ node, id }) => {
			const post = await readSettledPost(credential, id);
			return { node, post, hasFailed: FAILED.includes(post.status) };
		}),
	);
}

/**
 * Runs the example that asks for an approval until it waits for a decision.
 *
 * @param {Demo} demo
 * @returns {Promise<string>} the address of the approval page
 * @throws {Error} if the workflow fails
 */
export async function askForApproval({ session, examples }) {
	const { inDemo, trigger, request } = APPROVAL_EXAMPLE;
	const example = examples.find((one) => one.inDemo === inDemo);
	if (!example) throw new Error('There is no example that waits for a decision');
	const started = await startWorkflow(session, example.id, trigger);
	const { error, output } = await readExecution(session, started, RUNNING);
	if (error) throw new Error(`“${example.workflow.name}” failed: ${describeError(error)}`);
	return output(request)[0]?.approvalLink;
}

/** @param {{ message: string, description?: string }} error */
const describeError = ({ message, description }) => [message, description].filter(Boolean).join('\n');

/**
 * The demo's owner, with a random password that stays the same as long as the demo's folder. n8n requires a capital letter and a
 * number in it.
 *
 * @param {string} userFolder
 * @returns {import('./rest.mjs').Owner}
 */
function readOwner(userFolder) {
	const password = `Demo1-${randomBytes(9).toString('base64url')}`;
	return { ...DEMO_OWNER, password: keepSecret(userFolder, 'owner-password', password) };
}

/**
 * Returns the secret that a file of the demo's folder has. Writes this one if there is no such file.
 *
 * @param {string} userFolder
 * @param {string} name of the file
 * @param {string} secret
 */
function keepSecret(userFolder, name, secret) {
	const file = path.join(userFolder, name);
	if (!existsSync(file)) {
		mkdirSync(userFolder, { recursive: true });
		writeFileSync(file, secret, { mode: 0o600 });
	}
	return readFileSync(file, 'utf8');
}

/**
 * @param {string} url
 * @param {string} userFolder
 * @param {import('./rest.mjs').Owner} owner
 */
async function logIn(url, userFolder, owner) {
	const session = new RestSession(url);
	try {
		await session.logIn(owner);
	} catch (error) {
		if (!(error instanceof RestError) || error.status !== 401) throw error;
		throw new Error(
			`The demo's n8n does not accept its own login any more (was the password changed?). ` +
				`Delete the folder ${userFolder} and start again.`,
		);
	}
	return session;
}
