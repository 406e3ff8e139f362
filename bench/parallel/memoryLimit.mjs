import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = '/sys/fs/cgroup';

/** The file names of both versions of Linux control groups. */
const versions = {
	1: { folder: path.join(root, 'memory'), limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' },
	2: { folder: root, limit: 'memory.max', kills: 'memory.events' },
};

/**
 * A control group whose processes together can't have more memory than a limit. The kernel ends them if they need more.
 *
 * @typedef {object} MemoryLimit
 * @property {string} description
 * @property {() => void} enter puts this process into the group, so that the processes that it starts are in there, too
 * @property {() => void} leave
 * @property {() => number} bytes the memory of the group's processes, without the system's cache of files
 * @property {() => number} kills how many processes the kernel has ended
 * @property {() => void} remove
 */

/**
 * Creates a control group for memory. It needs the rights to do so, as root has them.
 *
 * @param {number} limitBytes
 * @returns {MemoryLimit}
 * @throws {Error} if the system has no control groups or doesn't allow it
 */
export function createMemoryLimit(limitBytes) {
	const version = existsSync(path.join(root, 'cgroup.controllers')) ? 2 : 1;
	const { folder, limit, kills } = versions[version];
	const group = path.join(folder, `upload-benchmark-${process.pid}`);
	try {
		if (version === 2) writeFileSync(path.join(folder, 'cgroup.subtree_control'), '+memory');
		mkdirSync(group);
		writeFileSync(path.join(group, limit), String(limitBytes));
	} catch (error) {
		throw new Error(
			`This benchmark needs a control group for memory, which only root can create on Linux. ${error instanceof Error ? error.message : ''}`,
		);
	}
	const before = currentGroup(version, folder);
	const join = (/** @type {string} */ where) =>
		writeFileSync(path.join(where, 'cgroup.procs'), String(process.pid));
	const read = (/** @type {string} */ file, /** @type {RegExp} */ pattern) =>
		Number(pattern.exec(readFileSync(path.join(group, file), 'utf8'))?.[1] ?? Number.NaN);
	return {
		description: `control group (cgroup v${version}), ${limit} = ${limitBytes}`,
		enter: () => join(group),
		leave: () => join(before),
		bytes: () => read('memory.stat', version === 2 ? /^anon (\d+)/m : /^rss (\d+)/m),
		kills: () => read(kills, /^oom_kill (\d+)/m),
		remove: () => rmdirSync(group),
	};
}

/**
 * The group of this process.
 *
 * @param {1 | 2} version
 * @param {string} folder
 */
function currentGroup(version, folder) {
	const pattern = version === 2 ? /^0::(.*)$/m : /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m;
	const [, place = '/'] = pattern.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
	return path.join(folder, place);
}
