import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './sourceFiles';

/** The parts of package.json that the tests look at. */
export interface PackageJson {
	name: string;
	version: string;
	license: string;
	files: string[];
	scripts: Record<string, string>;
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	overrides?: unknown;
	n8n: { n8nNodesApiVersion: number; credentials: string[]; nodes: string[] };
}

/** What npm would publish. */
export interface Tarball {
	files: string[];
	packedBytes: number;
}

/** Reads package.json. */
export function readPackageJson(): PackageJson {
	return JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as PackageJson;
}

/** Asks npm what it would publish; dist/ must have been built. */
export function readTarball(): Tarball {
	if (!existsSync(join(rootFolder, 'dist')))
		throw new Error('There is no dist folder: run "npm run build" first');
	const output = execSync('npm pack --dry-run --json', {
		cwd: rootFolder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [listing] = JSON.parse(output) as [{ size: number; files: Array<{ path: string }> }];
	return { files: listing.files.map(({ path }) => path), packedBytes: listing.size };
}

/** Source file of an entry of package.json's `n8n` lists, without its ending. */
export function sourceOf(builtFile: string): string {
	return join(rootFolder, builtFile.replace(/^dist\//, '').replace(/\.js$/, ''));
}

/** Loads the class of an entry of package.json's `n8n` lists from its source and makes one. */
export function createFromSource<Type>(builtFile: string): Type {
	const className = builtFile.replace(/^.*\//, '').replace(/\..*$/, '');
	const Class = jest.requireActual<Record<string, new () => Type>>(sourceOf(builtFile))[className];
	if (!Class) throw new Error(`${builtFile} exports no class ${className}`);
	return new Class();
}
