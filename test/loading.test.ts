import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readPackageJson } from './support/packageFiles';
import { rootFolder } from './support/sourceFiles';

const { n8n } = readPackageJson();
const entries = [...n8n.credentials, ...n8n.nodes];
const bundle = 'dist/loadedAtStart.js';

/** Loads what was built as n8n does at its start, in a process of its own. Prints as JSON which files this took. */
const load = `
	require('n8n-workflow');
	const before = new Set(Object.keys(require.cache));
	const entries = ${JSON.stringify(entries)}.map((file) => require('./' + file));
	for (const classes of entries) for (const Class of Object.values(classes)) new Class();
	console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
`;

function printed(script: string): string[] {
	const output = execFileSync(process.execPath, ['-e', script], { cwd: rootFolder, encoding: 'utf8' });
	return JSON.parse(output) as string[];
}

describe('what n8n loads at its start', () => {
	test('is the nodes and credentials, and one file with all that describes them', () => {
		const names = printed(load).map((file) => path.relative(rootFolder, file).split(path.sep).join('/'));
		expect(names.sort()).toEqual([...entries, bundle].sort());
	});

	test('is no part that talks to a service, nor the trigger’s polling: these wait for the first run', () => {
		const modules = printed(`console.log(JSON.stringify(Object.keys(require('./${bundle}'))))`);
		const waiting = /^client\/(?!\w+\/\w*[vV]alues$)|SocialPublishingTrigger\/(runPoll|poll)$/;
		expect(modules).toContain('nodes/SocialPublishing/actions/index');
		expect(modules.filter((name) => waiting.test(name))).toEqual([]);
	});
});
