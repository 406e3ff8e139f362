/** @typedef {import('./types.d.ts').Point} Point */

const LIFECYCLE = /^(pre|post)|^(prepare|install|publish|version|dependencies)$/;
const PLACEHOLDER = /<[^<>]*>|\{\{.*?\}\}/;

/**
 * @param {boolean} isGood
 * @param {string} problem
 */
const unless = (isGood, problem) => (isGood ? [] : [problem]);

/** @param {object | boolean | undefined} value */
const isEmpty = (value) => !value || (value !== true && Object.keys(value).length === 0);

/** What n8n's verification asks of package.json. @type {Point[]} */
export const packageJsonPoints = [
	{
		title: 'The name begins with n8n-nodes-',
		find: ({ manifest: { name = '' } }) =>
			unless(/^(@[\w.-]+\/)?n8n-nodes-[\w.-]+$/.test(name), `name is "${name}"`),
	},
	{
		title: 'The keywords have n8n-community-node-package',
		find: ({ manifest: { keywords = [] } }) =>
			unless(keywords.includes('n8n-community-node-package'), `keywords are ${keywords.join(', ')}`),
	},
	{
		title: 'The license is MIT, in package.json and in LICENSE',
		find: ({ manifest: { license }, read }) => [
			...unless(license === 'MIT', `license is ${license}`),
			...unless(read('LICENSE').startsWith('MIT License'), 'LICENSE is not the MIT License'),
		],
	},
	{
		title: 'The author has a name and an address',
		find: ({ manifest: { author = {} } }) => [
			...unless(Boolean(author.name), 'author.name is missing'),
			...unless(/^[^@\s]+@[^@\s]+\.\w+$/.test(author.email ?? ''), 'author.email is no address'),
		],
	},
	{
		title: 'Homepage and repository are addresses of the web',
		find: ({ manifest: { homepage = '', repository = {} } }) => [
			...unless(homepage.startsWith('https://'), `homepage is "${homepage}"`),
			...unless(
				/^git\+https:\/\/.+\.git$/.test(repository.url ?? ''),
				`repository.url is "${repository.url}"`,
			),
		],
	},
	{
		title: 'No dependencies but n8n-workflow as the peer',
		find: ({ manifest }) => [
			...['dependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies'].flatMap(
				(name) => unless(isEmpty(manifest[/** @type {'dependencies'} */ (name)]), `there are ${name}`),
			),
			...unless(
				JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}',
				`peerDependencies are ${JSON.stringify(manifest.peerDependencies)}`,
			),
		],
	},
	{
		title: 'No overrides',
		find: ({ manifest: { overrides } }) => unless(overrides === undefined, 'there are overrides'),
	},
	{
		title: 'No script that runs by itself at installation or publication',
		find: ({ manifest: { scripts = {} } }) =>
			Object.keys(scripts)
				.filter((name) => LIFECYCLE.test(name))
				.map((name) => `there is the script ${name}`),
	},
	{
		title: 'Only dist is published',
		find: ({ manifest: { files } }) =>
			unless(JSON.stringify(files) === '["dist"]', `files are ${JSON.stringify(files)}`),
	},
	{
		title: 'No placeholder is left in package.json',
		find: ({ read }) => unless(!PLACEHOLDER.test(read('package.json')), 'there is a <…> or {{…}}'),
	},
];
