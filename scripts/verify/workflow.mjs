/** @typedef {import('./types.d.ts').Point} Point */

const FILE = '.github/workflows/publish.yml';

/** What the workflow has to have, and what it must not have. @type {[pattern: RegExp, wanted: boolean, problem: string][]} */
const RULES = [
	[/^\s+tags:/m, true, 'it does not start on a tag'],
	[
		/^\s+id-token: write$/m,
		true,
		'the right id-token: write is missing, without which there is no provenance',
	],
	[/npm publish .*--provenance/, true, 'it does not publish with --provenance'],
	[/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./, false, 'it uses a token; trusted publishing needs none'],
	[
		/npm run scan[^\n]*\.tgz[\s\S]*npm publish [^\n]*\.tgz/,
		true,
		'the tarball is not scanned before it is published',
	],
	[/\.ci\/run[\s\S]*npm publish/, true, 'the tests do not run before'],
	[
		/--tag "\$GITHUB_REF_NAME"[\s\S]*npm publish/,
		true,
		'tag, package.json and changelog are not compared before',
	],
	[/npm run brand -- --release[\s\S]*npm publish/, true, "the owner's facts are not checked before"],
];

/** What n8n's verification asks of the way in which the package is published. @type {Point[]} */
export const workflowPoints = [
	{
		title: 'A GitHub action publishes with provenance, after tests and scan, without a token',
		find: ({ read }) => {
			const workflow = read(FILE);
			if (workflow === '') return [`${FILE} is missing`];
			return RULES.filter(([pattern, wanted]) => pattern.test(workflow) !== wanted).map(
				([, , problem]) => problem,
			);
		},
	},
];
