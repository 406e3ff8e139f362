import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

import { readTail, startProcess } from '../lib/child-process.mjs';
import { freePorts } from '../lib/ports.mjs';
import { findOrInstall, isExecutable, searchPath } from '../lib/programs.mjs';
import { waitFor } from '../lib/wait.mjs';

const START_WITHIN_MS = 60_000;
/** Where Debian installs PostgreSQL, with a folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** A database server on 127.0.0.1. @typedef {{ port: number, process: import('../lib/child-process.mjs').RunningProcess }} RunningDatabase */

/** The programs that n8n's queue mode needs. @typedef {{ postgresFolder: string, redis: string }} QueuePrograms */

/**
 * Finds PostgreSQL and Redis. Installs Debian's packages if that is possible without asking.
 *
 * @returns {Promise<QueuePrograms>}
 * @throws {Error} that says what to do if they are missing
 */
export async function ensureQueuePrograms() {
	const wanted = { name: 'PostgreSQL and Redis', packages: ['postgresql', 'redis-server'] };
	/** @type {unknown} */
	let cause;
	const programs = await findOrInstall(findQueuePrograms, wanted).catch((/** @type {Error} */ error) => {
		cause = error;
		return undefined;
	});
	if (programs !== undefined) return programs;
	const advice =
		'The test of queue mode needs PostgreSQL and Redis. Install them: sudo apt-get install postgresql redis-server';
	throw new Error(cause instanceof Error ? `${advice}\n${cause.message}` : advice, { cause });
}

/** @returns {QueuePrograms | undefined} undefined unless all programs are installed */
function findQueuePrograms() {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const ofDebian = newestFirst.map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'));
	const postgresFolder = [...ofDebian, ...searchPath()].find((folder) =>
		['initdb', 'postgres', 'pg_isready', 'psql'].every((program) => isExecutable(path.join(folder, program))),
	);
	const redis = searchPath()
		.map((folder) => path.join(folder, 'redis-server'))
		.find(isExecutable);
	return postgresFolder && redis ? { postgresFolder: realpathSync(postgresFolder), redis } : undefined;
}

/**
 * Starts a PostgreSQL server with an empty database. The database is `postgres`, the user is `n8n`, and there is no password.
 *
 * @param {QueuePrograms} programs
 * @param {string} folder for its data. Is created
 * @param {string} logFile
 * @returns {Promise<RunningDatabase>}
 */
export async function startPostgres({ postgresFolder }, folder, logFile) {
	const account = accountForPostgres();
	mkdirSync(folder);
	if (account) chownSync(folder, account.uid, account.gid);
	const program = (/** @type {string} */ name) => path.join(postgresFolder, name);
	const data = path.join(folder, 'data');
	const layout = ['-A', 'trust', '-U', 'n8n', '-E', 'UTF8', '--locale=C', '--no-sync'];
	execFileSync(program('initdb'), ['-D', data, ...layout], { ...account, cwd: folder, stdio: 'pipe' });
	const [port = 0] = await freePorts([0]);
	const address = ['-h', '127.0.0.1', '-p', `${port}`];
	const settings = ['fsync=off', 'dynamic_shared_memory_type=mmap'].flatMap((setting) => ['-c', setting]);
	const running = startProcess(program('postgres'), ['-D', data, '-k', folder, ...address, ...settings], {
		env: process.env,
		logFile,
		cwd: folder,
		account,
	});
	await whenReady('PostgreSQL', { port, process: running }, logFile, () =>
		execFileSync(program('pg_isready'), ['-q', ...address, '-U', 'n8n', '-d', 'postgres']),
	);
	return { port, process: running };
}

/**
 * Starts an empty Redis server that stores everything in memory.
 *
 * @param {QueuePrograms} programs
 * @param {string} folder to run in
 * @param {string} logFile
 * @returns {Promise<RunningDatabase>}
 */
export async function startRedis({ redis }, folder, logFile) {
	const [port = 0] = await freePorts([0]);
	const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const running = startProcess(redis, settings, { env: process.env, logFile, cwd: folder });
	await whenReady('Redis', { port, process: running }, logFile, async () => {
		if (!readTail(logFile).includes('Ready to accept connections')) throw new Error('Not yet');
	});
	return { port, process: running };
}

/**
 * Waits until a server is ready.
 *
 * @param {string} name
 * @param {RunningDatabase} database
 * @param {string} logFile
 * @param {() => unknown} ask throws until the server is ready
 */
async function whenReady(name, { process: running }, logFile, ask) {
	const probe = async () => {
		if (running.hasEnded()) throw new Error(`${name} ended while starting:\n${readTail(logFile)}`);
		return await Promise.resolve()
			.then(ask)
			.then(
				() => true,
				() => undefined,
			);
	};
	await waitFor(`${name} did not get ready`, probe, { timeoutMs: START_WITHIN_MS });
}

/** PostgreSQL refuses to run as root. Its package creates the user `postgres` for this. */
function accountForPostgres() {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (/** @type {string} */ option) => Number(execFileSync('id', [option, 'postgres']).toString());
	return { uid: idOf('-u'), gid: idOf('-g') };
}
