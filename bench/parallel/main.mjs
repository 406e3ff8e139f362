import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { saveCredential } from '../../scripts/n8n/credentials.mjs';
import { DEMO_OWNER } from '../../scripts/n8n/demo.mjs';
import { readExecution, RUNNING, startWorkflow } from '../../scripts/n8n/executions.mjs';
import { startN8n } from '../../scripts/n8n/n8n-process.mjs';
import { linkPackage, NODE_TYPE } from '../../scripts/n8n/package.mjs';
import { RestSession } from '../../scripts/n8n/rest.mjs';
import { saveWorkflow } from '../../scripts/n8n/workflows.mjs';
import { stopAllProcesses } from '../../scripts/lib/child-process.mjs';
import { buildPackage } from '../../scripts/lib/build-package.mjs';
import { createMemoryLimit } from './memoryLimit.mjs';
import { startStorage } from './storage.mjs';

const mebibyte = 1024 * 1024;
const limitBytes = 1024 * mebibyte;
const uploads = 3;
const blockBytes = 1_000_000;
const fileBytes = 1000 * blockBytes;
const stallMs = 30_000;
/** n8n has started, and nothing runs. */
const idleMs = 5000;
/** Memory has to be back after this time. */
const afterMs = 10_000;
const sampleEveryMs = 250;

const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
const inMebibytes = (/** @type {number} */ bytes) => Math.round(bytes / mebibyte);

/** One look at the memory. @typedef {{ seconds: number, n8nBytes: number, groupBytes: number, phase: string }} Sample */

/** The resident memory of a process. @param {number} pid */
function residentBytes(pid) {
	const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Number(kibibytes ?? 0) * 1024;
}

/** Writes a file of equal blocks. @param {string} file */
async function writeVideo(file) {
	const block = randomBytes(blockBytes);
	block.write('\0\0\0\x20ftypisom', 'latin1');
	const handle = await open(file, 'w');
	for (let written = 0; written < fileBytes; written += blockBytes) await handle.write(block);
	await handle.close();
	return block;
}

/** @param {string} file */
function workflowFor(file) {
	const node = (/** @type {string} */ name, /** @type {string} */ type, /** @type {object} */ more) => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const to = (/** @type {string} */ name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		name: 'Upload a large file',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Read', 'n8n-nodes-base.readWriteFile', { parameters: { operation: 'read', fileSelector: file } }),
			node('Upload', NODE_TYPE, {
				parameters: { resource: 'media', operation: 'upload' },
				credentials: { socialPublishingApi: {} },
			}),
		],
		connections: { Start: to('Read'), Read: to('Upload') },
		settings: {},
	};
}

/**
 * Uploads three files in parallel in one n8n whose memory is limited, to a storage that stops reading for 30 s. Prints the memory
 * over time, and whether the system ended a process.
 *
 * @param {{ isJson: boolean, print: (text: string) => void }} options
 * @returns {Promise<number>} the exit code
 */
export async function benchParallel({ isJson, print }) {
	await buildPackage();
	const folder = mkdtempSync(path.join(tmpdir(), 'parallel-benchmark-'));
	const limit = createMemoryLimit(limitBytes);
	// Without n8n, the uploads fail and the benchmark ends.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAllProcesses());
	try {
		const result = await measure(folder, limit);
		print(isJson ? `${JSON.stringify(result)}\n` : `${toText(result)}\n`);
		return result.kills > 0 || result.wrongChunks > 0 || result.failures.length > 0 ? 1 : 0;
	} finally {
		// The system empties a group a moment after its last process has ended.
		await pause(500);
		limit.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * @param {string} folder
 * @param {import('./memoryLimit.mjs').MemoryLimit} limit
 */
async function measure(folder, limit) {
	const file = path.join(folder, 'video.mp4');
	const block = await writeVideo(file);
	const storage = await startStorage({ block, stallAfterBytes: (uploads * fileBytes) / 2, stallMs });
	linkPackage(folder);
	tell('Starting n8n with limited memory');
	limit.enter();
	const n8n = await startN8n({
		userFolder: folder,
		logFile: path.join(folder, 'n8n.log'),
		settings: { N8N_RESTRICT_FILE_ACCESS_TO: folder },
	}).finally(limit.leave);
	try {
		const session = new RestSession(n8n.url);
		await session.logIn(DEMO_OWNER);
		const credential = await saveCredential(session, { baseUrl: storage.url, apiKey: 'benchmark' });
		const workflowId = await saveWorkflow(session, workflowFor(file), [credential]);
		const run = watch(n8n.process.pid, limit, storage);
		await pause(idleMs);
		tell(`Uploading ${uploads} files`);
		const executions = Array.from({ length: uploads }, async () => {
			const id = await startWorkflow(session, workflowId, 'Start');
			return await readExecution(session, id, RUNNING, { timeoutMs: 600_000, everyMs: 1000 });
		});
		const results = await Promise.all(executions).catch((/** @type {Error} */ error) => [{ error }]);
		const endedAt = run.seconds();
		await pause(afterMs);
		const samples = run.end();
		const failures = results.flatMap(({ error }) => (error ? [error.message] : []));
		return {
			limit: limit.description,
			samples,
			endedAt,
			kills: limit.kills(),
			hasN8nEnded: n8n.process.hasEnded(),
			receivedBytes: storage.receivedBytes(),
			wrongChunks: storage.wrongChunks(),
			failures,
		};
	} finally {
		await n8n.process.stop();
		storage.close();
	}
}

/**
 * Looks at the memory until it's ended.
 *
 * @param {number} pid
 * @param {import('./memoryLimit.mjs').MemoryLimit} limit
 * @param {import('./storage.mjs').StallingStorage} storage
 */
function watch(pid, limit, storage) {
	/** @type {Sample[]} */
	const samples = [];
	const startedAt = performance.now();
	const seconds = () => (performance.now() - startedAt) / 1000;
	const phase = () => {
		if (seconds() < idleMs / 1000) return 'idle';
		if (storage.receivedBytes() === 0) return 'n8n reads the files';
		if (storage.isStalling()) return 'stall';
		return storage.receivedBytes() < uploads * fileBytes ? 'upload' : 'after';
	};
	const look = () => {
		try {
			samples.push({
				seconds: seconds(),
				n8nBytes: residentBytes(pid),
				groupBytes: limit.bytes(),
				phase: phase(),
			});
		} catch {
			// The process has ended, which the result says.
		}
	};
	const timer = setInterval(look, sampleEveryMs);
	return {
		seconds,
		end: () => {
			look();
			clearInterval(timer);
			return samples;
		},
	};
}

/** @param {Awaited<ReturnType<typeof measure>>} result */
function toText({ limit, samples, endedAt, kills, hasN8nEnded, receivedBytes, wrongChunks, failures }) {
	const highest = (/** @type {Sample[]} */ some, /** @type {'n8nBytes' | 'groupBytes'} */ name) =>
		inMebibytes(Math.max(...some.map((sample) => sample[name])));
	/** @type {Map<number, Sample[]>} */
	const fiveSeconds = new Map();
	for (const sample of samples) {
		const key = Math.floor(sample.seconds / 5) * 5;
		fiveSeconds.set(key, [...(fiveSeconds.get(key) ?? []), sample]);
	}
	const phases = (/** @type {Sample[]} */ some) => [...new Set(some.map(({ phase }) => phase))].join(', ');
	const rows = [...fiveSeconds].map(
		([second, some]) =>
			`| ${second} to ${second + 5} s | ${phases(some)} | ${highest(some, 'n8nBytes')} MiB | ${highest(some, 'groupBytes')} MiB |`,
	);
	const before = samples.filter(({ phase }) => phase === 'idle');
	const last = samples.at(-1);
	return [
		`Limit: ${limit}`,
		'',
		'| Time | Phase | n8n, highest | all processes, highest |',
		'| --- | --- | ---: | ---: |',
		...rows,
		'',
		`n8n before the uploads: ${highest(before, 'n8nBytes')} MiB, highest ${highest(samples, 'n8nBytes')} MiB, ` +
			`${afterMs / 1000} s after the end (${endedAt.toFixed(1)} s): ${inMebibytes(last?.n8nBytes ?? 0)} MiB`,
		`Ended by the kernel: ${kills} processes. n8n ${hasN8nEnded ? 'has ended' : 'still runs'}.`,
		`Received: ${receivedBytes} of ${uploads * fileBytes} bytes, ${wrongChunks} wrong chunks`,
		...failures.map((failure) => `Failed: ${failure}`),
	].join('\n');
}
