import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../support/sourceFiles';

/** The files and folders that the verification reads. */
const packageParts = [
	'.npmrc',
	'CHANGELOG.md',
	'LICENSE',
	'README.md',
	'SECURITY.md',
	'cli/LICENSE',
	'cli/package.json',
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

/** A copy of this package that tests can break. */
export interface CopyOfPackage {
	folder: string;
	/** Replaces the text of a file, or creates the file. */
	change(file: string, edit: (text: string) => string): void;
	remove(file: string): void;
	/** Changes fields of package.json. A field set to undefined is removed. */
	declare(fields: object): void;
}

/** Copies the package or a part of it. If a script reads the build, dist/ must exist. */
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

/** The exit code and the output of a script. */
interface ScriptResult {
	code: number | null;
	output: string;
	errors: string;
}

/** Runs a script of the repository, or of a copy. */
export function runScript(folder: string, name: string, ...args: string[]): ScriptResult {
	const script = join(folder, 'scripts', name);
	// n8n's ESLint rules differ if NODE_ENV is "test", which jest sets.
	const { NODE_ENV: _, ...env } = process.env;
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		encoding: 'utf8',
		env,
	});
	return { code: status, output: stdout, errors: stderr };
}
