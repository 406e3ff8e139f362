import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readPackageJson } from './support/packageFiles';
import { rootFolder } from './support/sourceFiles';

const { n8n } = readPackageJson();

/** Loads what was built as n8n does at its start, in a process of its own. Prints the files that this took, as JSON. */
const load = `
	const ours = ${JSON.stringify([...n8n.credentials, ...n8n.nodes].map((file) => path.join(rootFolder, file)))};
	require('n8n-workflow');
	const before = new Set(Object.keys(require.cache));
	for (const file of ours) for (const Class of Object.values(require(file))) new Class();
	console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
`;

describe('what n8n loads at its start', () => {
	const files = JSON.parse(
		execFileSync(process.execPath, ['-e', load], { cwd: rootFolder, encoding: 'utf8' }),
	) as string[];

	test('is the nodes and credentials themselves', () => {
		const names = files.map((file) => path.relative(rootFolder, file).split(path.sep).join('/'));
		expect(names).toEqual(expect.arrayContaining([...n8n.credentials, ...n8n.nodes]));
	});

	test.each([
		['no module of others', /node_modules/],
		[
			'nothing that talks to a service, which waits for the first run',
			/dist\/client\/(?!\w+\/\w*[vV]alues\.js)/,
		],
		['no part of the trigger’s polling', /SocialPublishingTrigger\/(runPoll|poll)\.js/],
	])('is %s', (_what, pattern) => {
		expect(files.filter((file) => pattern.test(file))).toEqual([]);
	});
});
