import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the tarball that npm would publish.
 *
 * @param {string} packageFolder
 * @param {string} folder where the tarball is put
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} its path
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
 * Unpacks a tarball of npm.
 *
 * @param {string} tarball
 * @param {string} folder made for it
 */
export function unpack(tarball, folder) {
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', path.resolve(tarball), '-C', folder, '--strip-components=1']);
}
