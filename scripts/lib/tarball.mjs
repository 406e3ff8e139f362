import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates the tarball that npm would publish.
 *
 * @param {string} packageFolder
 * @param {string} folder for the tarball
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} the tarball's path
 */
export function pack(packageFolder, folder, env = process.env) {
	const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: packageFolder,
		env,
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	return path.join(folder, JSON.parse(output.toString())[0].filename);
}

/**
 * Unpacks an npm tarball.
 *
 * @param {string} tarball
 * @param {string} folder is created
 */
export function unpack(tarball, folder) {
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', path.resolve(tarball), '-C', folder, '--strip-components=1']);
}
