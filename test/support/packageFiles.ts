import { execFileSync, execSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './sourceFiles';

/** The parts of package.json that the tests read. */
interface PackageJson {
	name: string;
	version: string;
	license: string;
	homepage: string;
	files: string[];
	scripts: Record<string, string>;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundleDependencies?: string[];
	bundledDependencies?: string[];
	peerDependencies?: Record<string, string>;
	overrides?: unknown;
	n8n: { n8nNodesApiVersion: number; credentials: string[]; nodes: string[] };
}

/** What npm would publish. */
interface Tarball {
	files: string[];
	packedBytes: number;
}

/** Reads package.json. */
export function readPackageJson(): PackageJson {
	return JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as PackageJson;
}

interface Listing {
	filename: string;
	size: number;
	files: Array<{ path: string }>;
}

/** Runs `npm pack` with further options. Needs dist/. */
function pack(options: string): Listing {
	if (!existsSync(join(rootFolder, 'dist')))
		throw new Error('There is no dist folder: run "npm run build" first');
	const output = execSync(`npm pack --json ${options}`, {
		cwd: rootFolder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return (JSON.parse(output) as [Listing])[0];
}

/** Asks npm what it would publish. Needs dist/. */
export function readTarball(): Tarball {
	const { files, size } = pack('--dry-run');
	return { files: files.map(({ path }) => path), packedBytes: size };
}

/** Packs what npm would publish and unpacks it into an empty folder. Needs dist/. */
export function unpackTarball(folder: string): void {
	const { filename } = pack(`--pack-destination "${folder}"`);
	const tarball = join(folder, filename);
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	rmSync(tarball);
}

/** Source file of an entry of package.json's `n8n` lists, without its ending. */
export function sourceOf(builtFile: string): string {
	return join(rootFolder, builtFile.replace(/^dist\//, '').replace(/\.js$/, ''));
}

/** Loads the class of an entry of package.json's `n8n` lists from its source, and creates an instance. */
export function createFromSource<Type>(builtFile: string): Type {
	const className = builtFile.replace(/^.*\//, '').replace(/\..*$/, '');
	const Class = jest.requireActual<Record<string, new () => Type>>(sourceOf(builtFile))[className];
	if (!Class) throw new Error(`${builtFile} exports no class ${className}`);
	return new Class();
}
