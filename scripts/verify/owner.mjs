/** @typedef {import('./types.d.ts').Package} Package */

/** @param {string | undefined} text */
const isPlaceholder = (text = '') => /example\.com/.test(text);

/**
 * What only the owner can do, and nobody can check from here. It is neither passed nor failed.
 *
 * @param {Package} subject
 * @returns {string[]}
 */
export function ownersPart({ manifest: { author, homepage, repository } }) {
	const placeholders = [
		['author.email', author?.email],
		['homepage', homepage],
		['repository.url', repository?.url],
	].filter(([, value]) => isPlaceholder(value));
	return [
		...placeholders.map(([name, value]) => `${name} in package.json is still ${value}: put in the real one`),
		'The repository is public, and repository.url in package.json is its address',
		'Author and maintainer are the same at npm and in the repository',
		'npm knows the repository and publish.yml as the trusted publisher of the package',
		'n8n has no node for this service yet, and the nodes are no logic or flow control',
		'The package is submitted for verification in the creator portal of n8n',
	];
}
