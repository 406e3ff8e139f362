import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes the tarball that npm would publish.
 *
 * @param {string} packageFolder
 * @param {string} folder where the tarball goes
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its path
 */
export async function pack(packageFolder, folder, env = process.env) {
	const shell = process.platform === 'win32';
	const args = ['pack', '--json', '--pack-destination', folder];
	const { stdout } = await run('npm', args, { cwd: packageFolder, shell, env });
	const [{ filename }] = JSON.parse(stdout);
	return path.join(folder, filename);
}

/**
 * Unpacks a tarball of npm.
 *
 * @param {string} tarball
 * @param {string} folder made for it
 */
export async function unpack(tarball, folder) {
	await mkdir(folder);
	await run('tar', ['-xzf', path.resolve(tarball), '-C', folder, '--strip-components=1']);
}

/**
 * The names of the files in a tarball, without the folder in which npm puts them.
 *
 * @param {string} tarball
 */
export async function listFiles(tarball) {
	const { stdout } = await run('tar', ['-tzf', path.resolve(tarball)]);
	return stdout
		.trim()
		.split('\n')
		.map((name) => name.replace(/^[^/]*\//, ''));
}

/** @param {string} file */
export const sha256 = async (file) =>
	createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
