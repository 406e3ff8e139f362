/**
 * The facts about the owner in `brand.json`.
 *
 * @typedef {object} Brand
 * @property {{ name: string, email: string }} owner author of both packages, owner of the copyright, and contact for security
 * @property {string} repository address of the public repository, without `.git`
 * @property {string} documentation address of the users' documentation
 * @property {Record<'publishing' | 'scoring', Service>} services
 */

/** @typedef {{ name: string, baseUrlExample: string }} Service name on the screen, and the placeholder of its base URL */

/**
 * A text that contains a fact of the brand.
 *
 * @typedef {object} Place
 * @property {string} file
 * @property {RegExp} pattern finds the text between its first and second group, and must match exactly once
 * @property {string} text the correct text
 */

/**
 * @param {string} file
 * @param {[pattern: RegExp, text: string][]} texts
 * @returns {Place[]}
 */
const inFile = (file, texts) => texts.map(([pattern, text]) => ({ file, pattern, text }));

/**
 * @param {string} file
 * @param {Brand} brand
 * @param {{ homepage: string }} options
 */
const packageJson = (file, { owner, repository }, { homepage }) =>
	inFile(file, [
		[/("author": \{\s+"name": ")[^"]*(")/, owner.name],
		[/("author": \{[^}]*"email": ")[^"]*(")/, owner.email],
		[/("homepage": ")[^"]*(")/, homepage],
		[/("repository": \{[^}]*"url": ")[^"]*(")/, `git+${repository}.git`],
		[/("bugs": \{\s+"url": ")[^"]*(")/, `${repository}/issues`],
	]);

/** Names that only a placeholder has. */
const PLACEHOLDER = /\bexample\.(com|org|net)\b|^Social Publishing Nodes$/;

/** The page of the package. It shows the README. */
const PACKAGE_PAGE = 'https://www.npmjs.com/package/n8n-nodes-social-publishing';

/**
 * A section of the documentation, or `undefined` while its address is a placeholder, so that nothing links there.
 *
 * @param {Brand} brand
 * @param {string} section
 */
const sectionUrl = ({ documentation }, section) =>
	PLACEHOLDER.test(documentation) ? undefined : `${documentation}#${section}`;

/**
 * The page about a node. It has no anchor, because n8n appends a query. n8n shows the package's page for a node without one.
 *
 * @param {Brand} brand
 * @param {string} page
 */
const nodePageUrl = ({ repository }, page) =>
	PLACEHOLDER.test(repository) ? undefined : `${repository}/blob/main/docs/nodes/${page}.md`;

/** @param {string} [url] */
const urlList = (url) => (url === undefined ? '' : `{ "url": "${url}" }`);

/**
 * @param {string} kind of the credential
 * @param {Brand} brand
 * @param {{ service: Service, section: string, suffix: string }} options
 */
const credential = (kind, brand, { service, section, suffix }) =>
	inFile(`credentials/${kind}.credentials.ts`, [
		[/(\tdisplayName = ')[^']*(')/, `${service.name} ${suffix}`],
		[/(documentationUrl = ')[^']*(')/, sectionUrl(brand, section) ?? PACKAGE_PAGE],
		[/(placeholder: 'e\.g\. )https:[^']*(')/, service.baseUrlExample],
	]);

/**
 * @param {string} name of the class
 * @param {Brand} brand
 * @param {{ displayName: string, section: string, page: string }} options
 */
const node = (name, brand, { displayName, section, page }) => [
	...inFile(`nodes/${name}/${name}.node.ts`, [
		[/(\n\t\tdisplayName: ')[^']*(')/, displayName],
		[/(defaults: \{ name: ')[^']*(')/, displayName],
	]),
	...inFile(`nodes/${name}/${name}.node.json`, [
		[/("credentialDocumentation": \[)[^\]]*(\])/, urlList(sectionUrl(brand, section))],
		[/("primaryDocumentation": \[)[^\]]*(\])/, urlList(nodePageUrl(brand, page))],
	]),
];

/**
 * The badge with the result of the latest tests. A badge needs a repository on GitHub.
 *
 * @param {string} repository
 */
const testsBadge = (repository) =>
	repository.startsWith('https://github.com/')
		? `\n[![Tests](${repository}/actions/workflows/ci.yml/badge.svg?branch=main)](${repository}/actions/workflows/ci.yml)`
		: '';

/**
 * Says that the package isn't published. It can't be while the repository has no address.
 *
 * @param {string} repository
 */
const notOnNpm = (repository) =>
	PLACEHOLDER.test(repository)
		? " The package isn't on npm yet, so you can only run it\n  [from this repository](#try-it) for now."
		: '';

/**
 * All texts that contain facts of the brand.
 *
 * @param {Brand} brand
 * @returns {Place[]}
 */
export function brandPlaces(brand) {
	const { owner, repository, documentation, services } = brand;
	const { publishing, scoring } = services;
	return [
		...packageJson('package.json', brand, { homepage: documentation }),
		...packageJson('cli/package.json', brand, { homepage: `${repository}/tree/main/cli#readme` }),
		...credential('SocialPublishingApi', brand, {
			service: publishing,
			section: 'credential',
			suffix: 'API',
		}),
		...credential('SocialPublishingOAuth2Api', brand, {
			service: publishing,
			section: 'credential',
			suffix: 'OAuth2 API',
		}),
		...credential('ContentScoringApi', brand, {
			service: scoring,
			section: 'content-scoring',
			suffix: 'API',
		}),
		...node('SocialPublishing', brand, {
			displayName: publishing.name,
			section: 'credential',
			page: 'social-publishing',
		}),
		...node('SocialPublishingTrigger', brand, {
			displayName: `${publishing.name} Trigger`,
			section: 'credential',
			page: 'social-publishing-trigger',
		}),
		...node('ContentScoring', brand, {
			displayName: scoring.name,
			section: 'content-scoring',
			page: 'content-scoring',
		}),
		...['LICENSE', 'cli/LICENSE'].flatMap((file) =>
			inFile(file, [[/(Copyright \(c\) \d{4} ).*?(\n)/, owner.name]]),
		),
		...inFile('SECURITY.md', [[/(to )\S+@\S+( )/, owner.email]]),
		...inFile('README.md', [
			[/(<!-- tests badge -->)[\s\S]*?(<!-- end: tests badge -->)/, testsBadge(repository)],
			[/(<!-- not on npm -->)[\s\S]*?(<!-- end: not on npm -->)/, notOnNpm(repository)],
			[
				/(<!-- written by npm run brand -->\n)[\s\S]*?(<!-- end: brand -->)/,
				PLACEHOLDER.test(documentation + repository)
					? ''
					: `\nDocumentation: <${documentation}>. Questions and bugs: <${repository}/issues>.\n\n`,
			],
		]),
	];
}

/**
 * Replaces the text of a place.
 *
 * @param {string} content of the place's file
 * @param {Place} place
 * @throws {Error} if the file doesn't contain the place exactly once
 */
export function fillPlace(content, { file, pattern, text }) {
	const matches = [...content.matchAll(new RegExp(pattern, 'g'))];
	if (matches.length !== 1) {
		throw new Error(`${file} has ${matches.length} places that match ${pattern}, and must have one.`);
	}
	return content.replace(pattern, (_all, before, after) => `${before}${text}${after}`);
}

/** Pages with the names of the services. Pages that `npm run docs` writes get the names from the nodes. */
const PAGES = [
	'README.md',
	'docs/agents.md',
	'docs/project/benchmarks.md',
	'docs/reliability.md',
	'docs/project/submission.md',
];

/**
 * Replaces the previous names of the services in the pages.
 *
 * @param {Brand} brand
 * @param {(file: string) => string} read
 * @returns {Map<string, string>} contents by file
 */
export function renameServices({ services }, read) {
	const nameOf = (/** @type {string} */ node) =>
		/\n\t\tdisplayName: '([^']*)'/.exec(read(`nodes/${node}/${node}.node.ts`))?.[1] ?? '';
	const names = [
		[nameOf('SocialPublishing'), services.publishing.name],
		[nameOf('ContentScoring'), services.scoring.name],
	];
	const rename = (/** @type {string} */ text) =>
		names.reduce((result, [before = '', after = '']) => result.replaceAll(before, after), text);
	return new Map(PAGES.map((file) => [file, rename(read(file))]));
}

/**
 * Lists the facts that are still placeholders.
 *
 * @param {object} facts
 * @param {string} [path] of the facts in `brand.json`
 * @returns {string[]} such as `owner.email is still maintainers@example.com`
 */
export const placeholdersIn = (facts, path = '') =>
	Object.entries(facts).flatMap(([name, fact]) =>
		typeof fact === 'object'
			? placeholdersIn(fact, `${path}${name}.`)
			: PLACEHOLDER.test(fact)
				? [`${path}${name} is still ${fact}`]
				: [],
	);
