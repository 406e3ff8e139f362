import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').Package} Package */

/** A class of a node, as far as it is looked at here. @typedef {{ description: { name: string, icon?: unknown, subtitle?: string, usableAsTool?: boolean, group: string[], properties: unknown[], credentials?: { name: string, testedBy?: string }[] } }} NodeClass */

/** A class of a credential, likewise. @typedef {{ name: string, icon?: unknown, documentationUrl?: string, test?: unknown, extends?: string[] }} CredentialClass */

/**
 * Makes an object of each class that package.json names; what cannot be loaded is a problem.
 *
 * @template T
 * @param {Package} subject
 * @param {'nodes' | 'credentials'} kind
 * @returns {{ file: string, made?: T, problem?: string }[]}
 */
function load({ folder, manifest: { n8n } }, kind) {
	const require = createRequire(path.join(folder, 'package.json'));
	return (n8n?.[kind] ?? []).map((file) => {
		try {
			const name = path.basename(file).split('.')[0] ?? '';
			return { file, made: new (require(path.join(folder, file))[name])() };
		} catch (error) {
			return {
				file,
				problem: `${file} cannot be loaded: ${/** @type {Error} */ (error).message.split('\n')[0]}`,
			};
		}
	});
}

/** @param {Package} subject */
const nodesOf = (subject) =>
	/** @type {{ file: string, made?: NodeClass, problem?: string }[]} */ (load(subject, 'nodes'));

/** @param {Package} subject */
const credentialsOf = (subject) =>
	/** @type {{ file: string, made?: CredentialClass, problem?: string }[]} */ (load(subject, 'credentials'));

/**
 * @param {Package} subject
 * @param {string} file the class's
 * @param {unknown} icon
 */
function iconProblems({ folder }, file, icon) {
	const { light, dark } = /** @type {{ light?: string, dark?: string }} */ (icon ?? {});
	return [light, dark]
		.filter((name) => !name || !existsSync(path.join(folder, path.dirname(file), name.replace('file:', ''))))
		.map((name) => `${file} has no icon ${name ?? ''}`.trimEnd());
}

/** @param {NodeClass} node */
const isTrigger = ({ description: { group } }) => group.includes('trigger');

/** What n8n's verification asks of the built nodes and credentials. @type {Point[]} */
export const builtNodePoints = [
	{
		title: 'package.json names every node and credential, each of which loads',
		find: (subject) => {
			const named = new Set([
				...(subject.manifest.n8n?.nodes ?? []),
				...(subject.manifest.n8n?.credentials ?? []),
			]);
			const built = subject.list('dist').filter((file) => /\.(node|credentials)\.js$/.test(file));
			const loaded = [...nodesOf(subject), ...credentialsOf(subject)];
			return [
				...(subject.manifest.n8n?.n8nNodesApiVersion === 1 ? [] : ['n8n.n8nNodesApiVersion is not 1']),
				...(loaded.length > 0 ? [] : ['it names none']),
				...built.filter((file) => !named.has(file)).map((file) => `${file} is not named`),
				...loaded.flatMap(({ problem }) => problem ?? []),
			];
		},
	},
	{
		title: 'Nodes and credentials have icons for light and dark',
		find: (subject) => [
			...nodesOf(subject).flatMap(({ file, made }) =>
				made ? iconProblems(subject, file, made.description.icon) : [],
			),
			...credentialsOf(subject).flatMap(({ file, made }) =>
				made ? iconProblems(subject, file, made.icon) : [],
			),
		],
	},
	{
		title: 'Nodes are usable as tools and have a subtitle, triggers apart',
		find: (subject) =>
			nodesOf(subject)
				.filter(({ made }) => made && !isTrigger(made))
				.filter(({ made }) => made?.description.usableAsTool !== true || !made.description.subtitle)
				.map(({ file }) => `${file} is not, or has none`),
	},
	{
		title: 'Every node has a codex file with resources and categories',
		find: (subject) =>
			nodesOf(subject).flatMap(({ file }) => {
				const codex = file.replace(/\.js$/, '.json');
				const { resources, categories = [] } = JSON.parse(subject.read(codex) || '{}');
				return resources && categories.length > 0 ? [] : [`${codex} is missing, or lacks them`];
			}),
	},
	{
		title: 'Credentials can be tested and link to their documentation',
		find: (subject) => {
			const tested = nodesOf(subject)
				.flatMap(({ made }) => made?.description.credentials ?? [])
				.filter(({ testedBy }) => testedBy)
				.map(({ name }) => name);
			return credentialsOf(subject).flatMap(({ file, made }) => [
				// n8n tests a credential of OAuth2 by connecting it.
				...(!made || made.test || made.extends?.includes('oAuth2Api') || tested.includes(made.name)
					? []
					: [`${file} has no test`]),
				...(!made || made.documentationUrl?.startsWith('https://')
					? []
					: [`${file} has no documentationUrl`]),
			]);
		},
	},
];
