import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listFiles, pack, unpack } from '../lib/package-files.mjs';
import { ensureInstalled } from '../install.mjs';
import { commands, n8nLintFolder } from '../lib/tools.mjs';
import { scan } from '../lib/verification-scan.mjs';
import { compareBuilds } from './reproducible.mjs';

/** @typedef {import('./types.d.ts').Point} Point */

const run = promisify(execFile);
/** What is published: no test, no sandbox, no source map. */
const ALLOWED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/(client|credentials|icons|known|nodes|types)\/.+\.(js|json|svg|d\.ts))$/;

/**
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
async function inTemporaryFolder(work) {
	const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
	return await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** What takes seconds: tools that read the whole package. @type {Point[]} */
export const toolPoints = [
	{
		title: "n8n's unmodified ESLint configuration passes, without a warning",
		find: async ({ folder }) => {
			await ensureInstalled(n8nLintFolder, { title: "Installing n8n's lint configuration (once)" });
			return await run(process.execPath, commands.lintAsN8n, { cwd: folder }).then(
				() => [],
				({ stdout, stderr }) => [`${stdout}${stderr}`.trim()],
			);
		},
	},
	{ title: "n8n's scan passes on the source", find: async ({ folder }) => await scan('source', folder) },
	{
		title: "n8n's scan passes on the tarball",
		find: async ({ folder }) =>
			await inTemporaryFolder(async (temporary) => {
				const unpacked = path.join(temporary, 'unpacked');
				await unpack(await pack(folder, temporary), unpacked);
				return await scan('tarball', unpacked);
			}),
	},
	{
		title: 'The tarball holds the built package and nothing else',
		find: async ({ folder }) =>
			await inTemporaryFolder(async (temporary) => {
				const files = await listFiles(await pack(folder, temporary));
				const missing = ['README.md', 'LICENSE'].filter((name) => !files.includes(name));
				return [
					...files.filter((name) => !ALLOWED.test(name)).map((name) => `it holds ${name}`),
					...missing.map((name) => `it lacks ${name}`),
				];
			}),
	},
	{
		title: 'Two builds in separate folders give the same tarball',
		find: async ({ folder }) => await inTemporaryFolder((temporary) => compareBuilds(folder, temporary)),
	},
];
