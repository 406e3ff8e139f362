import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A source file of the repository. `path` is relative to its root, with forward slashes. */
export interface SourceFile {
	path: string;
	text: string;
}

/** Absolute path of the repository. */
export const rootFolder = join(__dirname, '..', '..');

const NO_SOURCE = new Set(['.git', '.n8n-demo', 'node_modules', 'runtimes', 'dist', 'build', 'test-output']);

/** All source files below the named folders whose names end in one of the endings. Ignores missing folders. */
export function readSourceFiles(folders: string[], endings: string[]): SourceFile[] {
	const paths = folders.flatMap((folder) => walk(join(rootFolder, folder)));
	return paths
		.filter((path) => endings.some((ending) => path.endsWith(ending)))
		.sort()
		.map((path) => ({
			path: relative(rootFolder, path).split(sep).join('/'),
			text: readFileSync(path, 'utf8'),
		}));
}

function walk(folder: string): string[] {
	return entriesOf(folder).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (!entry.isDirectory()) return [path];
		return NO_SOURCE.has(path.slice(rootFolder.length + 1)) || entry.name === 'node_modules'
			? []
			: walk(path);
	});
}

function entriesOf(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		// The folder doesn't exist.
		return [];
	}
}
