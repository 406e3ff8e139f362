import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../support/sourceFiles';

/** What the verification reads. */
const packageParts = [
	'.npmrc',
	'CHANGELOG.md',
	'LICENSE',
	'README.md',
	'brand.json',
	'client',
	'credentials',
	'dist',
	'eslint.config.mjs',
	'gulpfile.js',
	'icons',
	'nodes',
	'package-lock.json',
	'package.json',
	'scripts',
	'tsconfig.build.json',
	'tsconfig.json',
];

/** A copy of this package that may be broken. */
export interface CopyOfPackage {
	folder: string;
	/** Puts another text in place of a file's; a new file where there is none. */
	change(file: string, edit: (text: string) => string): void;
	remove(file: string): void;
	/** Changes fields of package.json; undefined takes one away. */
	declare(fields: object): void;
}

/** Makes a copy of the package, or of a part of it. For what reads the build, dist/ must have been built. */
export function copyPackage(parts = packageParts): CopyOfPackage {
	const folder = mkdtempSync(join(tmpdir(), 'copy-of-package-'));
	for (const part of parts) cpSync(join(rootFolder, part), join(folder, part), { recursive: true });
	symlinkSync(join(rootFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
	const change: CopyOfPackage['change'] = (file, edit) => {
		const path = join(folder, file);
		writeFileSync(path, edit(readFileSync(path, { encoding: 'utf8', flag: 'a+' })));
	};
	return {
		folder,
		change,
		remove: (file) => rmSync(join(folder, file), { recursive: true }),
		declare: (fields) =>
			change('package.json', (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...fields })),
	};
}

/** How a script ended and what it printed. */
export interface ScriptResult {
	code: number | null;
	output: string;
	errors: string;
}

/** Runs a script of the repository, or of a copy. */
export function runScript(folder: string, name: string, ...args: string[]): ScriptResult {
	const script = join(folder, 'scripts', name);
	// n8n's rules for ESLint are others where NODE_ENV is "test", as jest sets it.
	const { NODE_ENV: _, ...env } = process.env;
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		encoding: 'utf8',
		env,
	});
	return { code: status, output: stdout, errors: stderr };
}
