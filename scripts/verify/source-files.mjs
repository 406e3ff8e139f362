/** @typedef {import('./types.d.ts').Point} Point */

const TEXT = /\.(md|ts|json)$/;

const ALLOWED_IMPORT = /^(\.{1,2}\/|(n8n-workflow|zod(\/v4)?|luxon|node:crypto)$)/;
const IMPORT = /\b(?:require|import)\(['"]([^'"]+)['"]\)/g;
const OUTSIDE = /\bprocess\.env\b|\bprocess\[|\b(?:node:)?fs(?:\/promises)?['"]/;
/** Letters of other scripts than the Latin one. */
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;
const README_SECTIONS = ['Install', 'Credential', 'Operations', 'Examples', 'License'];

/** What n8n's verification asks of the files beside package.json. @type {Point[]} */
export const sourceFilePoints = [
	{
		title: 'The README tells how to install and use the nodes, and has examples',
		find: ({ read }) => {
			const readme = read('README.md');
			return README_SECTIONS.filter((name) => !new RegExp(`^#{2,3} ${name}`, 'm').test(readme)).map(
				(name) => `README.md has no section ${name}`,
			);
		},
	},
	{
		title: 'There are example workflows',
		find: ({ list }) =>
			list('examples').some((file) => file.endsWith('.json')) ? [] : ['examples/ has no workflow'],
	},
	{
		title: 'The changelog has notes for the version or for what is to come',
		find: ({ manifest: { version = '' }, read }) =>
			[version, 'Unreleased'].some((name) => read('CHANGELOG.md').includes(`## [${name}]`))
				? []
				: [`CHANGELOG.md has no section [${version}] or [Unreleased]`],
	},
	{
		title: 'Everything is written in TypeScript',
		find: ({ list }) =>
			['nodes', 'credentials']
				.flatMap(list)
				.filter((file) => !/\.(ts|json)$/.test(file))
				.map((file) => `${file} is not`),
	},
	{
		title: 'What is published imports nothing but what n8n brings',
		find: ({ list, read }) =>
			list('dist')
				.filter((file) => file.endsWith('.js'))
				.flatMap((file) => [...read(file).matchAll(IMPORT)].map(([, name = '']) => ({ file, name })))
				.filter(({ name }) => !ALLOWED_IMPORT.test(name))
				.map(({ file, name }) => `${file} imports ${name}`),
	},
	{
		title: 'No access to environment variables or the file system',
		find: ({ list, read }) =>
			list('dist')
				.filter((file) => file.endsWith('.js') && OUTSIDE.test(read(file)))
				.map((file) => `${file} reaches out`),
	},
	{
		title: 'English only',
		find: ({ list, read }) =>
			['README.md', ...['docs', 'nodes', 'credentials'].flatMap(list)]
				.filter((file) => TEXT.test(file) && OTHER_SCRIPT.test(read(file)))
				.map((file) => `${file} has letters of another script`),
	},
];
