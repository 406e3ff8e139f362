import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFileServer } from '../../support/useFileServer';
import { fileOf } from '../../support/mediaFiles';

const root = join(__dirname, '..', '..', '..');
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

interface Ended {
	status: 'success' | 'error';
	data: { json: Record<string, unknown> }[];
	error?: string;
}

/** Calls the node like n8n Agents, with n8n's Node.js and its own executor. */
async function callAll(calls: object[]): Promise<Ended[]> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-agents-'));
	const credential = { baseUrl: testbed.sandboxUrl, apiKey: testbed.seed.keys.full };
	const script = join(__dirname, '..', 'support', 'n8n-agents.mjs');
	const { stdout } = await promisify(execFile)(
		join(root, 'runtimes', 'n8n', 'node_modules', '.bin', 'node'),
		[script, JSON.stringify({ root, credential, calls })],
		{ env: { ...process.env, N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: 'only-for-tests' } },
	).finally(() => rmSync(folder, { recursive: true }));
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as Ended[];
}

const create = (caption: string) => ({
	resource: 'post',
	operation: 'create',
	channels: [testbed.seed.channels.facebook.id],
	caption,
	delivery: 'now',
	draftsAndReviewOnly: false,
});
const onPost = (operation: string, post: string) => ({
	resource: 'post',
	operation,
	postId: byId(post),
	draftsAndReviewOnly: false,
});

describe("n8n Agents, by n8n's own executor", () => {
	let before: Set<string>;
	const newPosts = async () => (await testbed.sandbox.posts()).filter(({ id }) => !before.has(id));

	beforeEach(async () => {
		await testbed.sandbox.reset();
		before = new Set((await testbed.sandbox.posts()).map(({ id }) => id));
	});

	test('run every call, but equal calls of Create and Upload make one post and one file (P71)', async () => {
		const files = await startFileServer();
		files.serve({ bytes: fileOf('png', 100), contentType: 'image/png' });
		const upload = { resource: 'media', operation: 'upload', fileFrom: 'url', url: `${files.url}/file` };
		const { draft } = testbed.seed.posts;
		const ended = await callAll([
			...['First', 'Second', 'Second'].map(create),
			onPost('duplicate', draft),
			onPost('duplicate', draft),
			onPost('publish', draft),
			upload,
			upload,
		]).finally(files.close);
		expect(ended.map(({ error }) => error)).toEqual(ended.map(() => undefined));
		expect((await newPosts()).map(({ caption, status }) => [caption, status === 'draft']).sort()).toEqual([
			['First', false],
			['Notes from a year of small projects.', true],
			['Notes from a year of small projects.', true],
			['Second', false],
		]);
		expect((await testbed.sandbox.post(draft)).status).not.toBe('draft');
		const [one, other] = ended.slice(-2).map(({ data }) => data[0]?.json.id);
		expect(one).toBe(other);
	});

	test('create one post after a lost answer (D4)', async () => {
		const { draft } = testbed.seed.posts;
		const paths = ['/api/v1/posts/', `/api/v1/posts/${draft}/duplicate`, `/api/v1/posts/${draft}/publish`];
		for (const path of paths) await testbed.sandbox.addFault({ method: 'POST', path, kind: 'dropAfter' });
		const ended = await callAll([create('Once'), onPost('duplicate', draft), onPost('publish', draft)]);
		expect(ended.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
		expect(await newPosts()).toHaveLength(2);
	});
});
