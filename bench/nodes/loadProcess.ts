import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Load, Way } from './parts/loading';

type Classes = Record<string, (new () => object) | undefined>;

const [folder = '', way] = process.argv.slice(2) as [string, Way];
const requireOf = createRequire(path.join(folder, 'package.json'));

/** Loads all nodes and credentials of the package and creates an instance of each. */
function loadCode(): void {
	const { n8n } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes?: string[]; credentials?: string[] };
	};
	for (const file of [...(n8n.credentials ?? []), ...(n8n.nodes ?? [])]) {
		const classes = requireOf(path.join(folder, file)) as Classes;
		const name = path.basename(file).split('.')[0] ?? '';
		const Class = classes[name] ?? Object.values(classes)[0];
		if (Class) new Class();
	}
}

/** Reads the metadata of the package, as n8n does when it starts. */
const readMetadata = (): unknown[] =>
	['known', 'types'].flatMap((folderName) =>
		['nodes', 'credentials'].map((kind): unknown =>
			JSON.parse(readFileSync(path.join(folder, 'dist', folderName, `${kind}.json`), 'utf8')),
		),
	);

const ways: Record<Way, () => unknown> = { code: loadCode, metadata: readMetadata };

// n8n has already loaded these packages when it loads community packages, so their time doesn't count.
for (const name of ['luxon', 'n8n-workflow', 'zod/v4']) requireOf(name);
globalThis.gc?.();
const before = process.memoryUsage().rss;
const startedAt = performance.now();
ways[way]();
const ms = performance.now() - startedAt;
const result: Load = { ms, mib: (process.memoryUsage().rss - before) / 1024 / 1024 };
process.send?.(result, undefined, undefined, () => process.exit());
