import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inFreshProcesses } from '../freshProcess';
import { median, type Figure, type Part } from '../results';

/** What loading a package took. */
export interface Load {
	ms: number;
	mib: number;
}

const rounds = 7;
const rivals = ['n8n-nodes-upload-post', 'n8n-nodes-zernio', '@blotato/n8n-nodes-blotato'];

async function load(folder: string): Promise<Load> {
	const loads = await inFreshProcesses<Load>('loadProcess.js', [folder], rounds);
	return { ms: median(loads.map(({ ms }) => ms)), mib: median(loads.map(({ mib }) => mib)) };
}

/** A package with one node that does nothing. */
function emptyPackage(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'empty-package-'));
	writeFileSync(
		path.join(folder, 'package.json'),
		JSON.stringify({ n8n: { nodes: ['node.js'], credentials: [] } }),
	);
	writeFileSync(path.join(folder, 'node.js'), 'exports.Empty = class { description = { name: "empty" } };');
	return folder;
}

const figuresOf = (subject: string, { ms, mib }: Load): Figure[] => [
	{ task: 'loading all nodes and credentials: time', subject, value: ms, unit: 'ms' },
	{ task: 'loading all nodes and credentials: memory', subject, value: mib, unit: 'MiB' },
];

/** What n8n's start takes for the package: every node and credential required and created, each time in a fresh process. */
export async function measureLoading(): Promise<Part> {
	const empty = emptyPackage();
	const none = await load(empty).finally(() => rmSync(empty, { recursive: true }));
	const ours = await load(path.resolve('.'));
	const figures = [...figuresOf('an empty package', none), ...figuresOf('this package', ours)];
	for (const rival of rivals) {
		const folder = path.resolve('bench', 'upload', 'node_modules', rival);
		if (existsSync(folder)) figures.push(...figuresOf(rival, await load(folder)));
	}
	return {
		figures,
		goals: [
			{ goal: 'loading: ms over an empty package', value: ours.ms - none.ms, bound: 30, kind: 'atMost' },
			{ goal: 'loading: MiB over an empty package', value: ours.mib - none.mib, bound: 5, kind: 'atMost' },
		],
	};
}
