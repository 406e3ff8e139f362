import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const folder = path.resolve(process.env.TEST_N8N_FOLDER ?? 'runtimes/n8n', 'node_modules');

/** Loads every file that the packages of n8n's own nodes name, and prints those that can't be loaded as JSON. */
const loadAll = `
	const failed = [];
	for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
		const { n8n } = require(name + '/package.json');
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			try {
				require(require.resolve(name + '/package.json').replace('package.json', file));
			} catch ({ message }) {
				failed.push(file + ': ' + message.split('\\n', 1));
			}
		}
	}
	require('node:fs').writeSync(1, JSON.stringify(failed));
	process.exit();
`;

test("the installed n8n loads the file of every node and credential, so no one's peer dependency is missing", async () => {
	const node = path.join(folder, 'node', 'bin', 'node');
	const { stdout } = await promisify(execFile)(node, ['-e', loadAll], { cwd: folder });
	expect(JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1))).toEqual([]);
});
