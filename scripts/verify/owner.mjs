import { placeholdersIn } from '../lib/brand.mjs';

/** @typedef {import('./types.d.ts').Package} Package */

/**
 * What only the owner can do, and nobody can check from here. It is neither passed nor failed.
 *
 * @param {Package} subject
 * @returns {string[]}
 */
export const ownersPart = ({ read }) => [
	...placeholdersIn(JSON.parse(read('brand.json'))).map(
		(problem) => `${problem}: put the real one into brand.json, then run "npm run brand"`,
	),
	'The services have in brand.json the names that their users know',
	'The repository is public, and brand.json has its address',
	'Author and maintainer are the same at npm and in the repository',
	'npm knows the repository and publish.yml as the trusted publisher of the package',
	'n8n has no node for this service yet, and the nodes are no logic or flow control',
	'The package is submitted for verification in the creator portal of n8n',
];
