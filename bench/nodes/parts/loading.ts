import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inFreshProcesses } from '../freshProcess';
import { median, type Figure, type Part } from '../results';

/** The time and memory that loading a package needs. */
export interface Load {
	ms: number;
	mib: number;
}

/**
 * How n8n reads the nodes and credentials of a package. It reads the metadata when it starts. It loads the code and creates
 * every node and credential if there is no metadata, and when a package is installed.
 */
export type Way = 'metadata' | 'code';

const rounds = 7;
const rivals = ['n8n-nodes-upload-post', 'n8n-nodes-zernio', '@blotato/n8n-nodes-blotato'];

async function load(folder: string, way: Way): Promise<Load> {
	const loads = await inFreshProcesses<Load>('loadProcess.js', [folder, way], rounds);
	return { ms: median(loads.map(({ ms }) => ms)), mib: median(loads.map(({ mib }) => mib)) };
}

/** Creates a package with one node that does nothing. */
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
	{ task: 'all nodes and credentials become known: time', subject, value: ms, unit: 'ms' },
	{ task: 'all nodes and credentials become known: memory', subject, value: mib, unit: 'MiB' },
];

async function figuresOfRival(name: string): Promise<Figure[]> {
	const folder = path.resolve('bench', 'upload', 'node_modules', name);
	const way = existsSync(path.join(folder, 'dist', 'known', 'nodes.json')) ? 'metadata' : 'code';
	return figuresOf(`${name}, from its ${way}`, await load(folder, way));
}

/** Measures what the package costs before any node runs, with and without metadata. Each load runs in a new process. */
export async function measureLoading(): Promise<Part> {
	const empty = emptyPackage();
	const none = await load(empty, 'code').finally(() => rmSync(empty, { recursive: true }));
	const fromMetadata = await load(path.resolve('.'), 'metadata');
	const fromCode = await load(path.resolve('.'), 'code');
	const figures = [
		...figuresOf('an empty package, from its code', none),
		...figuresOf('this package, from its metadata', fromMetadata),
		...figuresOf('this package, from its code', fromCode),
	];
	for (const rival of rivals) figures.push(...(await figuresOfRival(rival)));
	const goal = 'loading all code:';
	return {
		figures,
		goals: [
			{ goal: `${goal} ms over an empty package`, value: fromCode.ms - none.ms, bound: 70, kind: 'atMost' },
			{
				goal: `${goal} MiB over an empty package`,
				value: fromCode.mib - none.mib,
				bound: 12,
				kind: 'atMost',
			},
		],
	};
}
