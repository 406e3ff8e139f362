import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A module that the compiler, or the bundler, requires at the top of a file, under a name of its own. */
const REQUIRE = /^(?:const|var) (\w+_\d+|import_\w+) = (require\("[^"]+"\));$/gm;

/**
 * Lets compiled code require a module when it uses it first, and not when its file is loaded: at the start of n8n
 * nothing is loaded then but what the nodes are described with. Lines keep their numbers.
 *
 * @param {string} code CommonJS as the TypeScript compiler or esbuild writes it: an import is used as `name_1.member` only
 * @returns {string}
 * @throws {Error} where an import is used in another way
 */
export function requireLazily(code) {
	const imports = [...code.matchAll(REQUIRE)];
	return imports.reduce((text, [declaration, name = '', call]) => {
		const changed = text
			.replace(declaration, `let ${name};`)
			.replace(new RegExp(`\\b${name}\\.`, 'g'), `(${name} ??= ${call}).`);
		const left = changed.match(new RegExp(`\\b${name}\\b(?!;| \\?\\?= )`));
		if (left) throw new Error(`${name} is used in a way that cannot be made lazy`);
		return changed;
	}, code);
}

/**
 * Does so in every file of a folder.
 *
 * @param {string} folder
 */
export async function makeRequiresLazy(folder) {
	const files = await readdir(folder, { recursive: true });
	const scripts = files.filter((file) => file.endsWith('.js')).map((file) => path.join(folder, file));
	await Promise.all(
		scripts.map(async (file) => {
			const code = await readFile(file, 'utf8');
			try {
				await writeFile(file, requireLazily(code));
			} catch (error) {
				throw new Error(`${file}: ${/** @type {Error} */ (error).message}`);
			}
		}),
	);
}
