import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arch, platform } from 'node:process';
import { buildCliBinary, cliBinary } from './lib/build-cli.mjs';
import { inRepository } from './lib/paths.mjs';
import { exitWithMessage, runStep } from './lib/run-step.mjs';

// Builds the command line as one executable file for this system, and writes it to build/release/ under the name that a release
// has for it, with its checksum in the format of sha256sum.
const systems = { darwin: 'macos', linux: 'linux', win32: 'windows' };

try {
	await buildCliBinary();
	const folder = inRepository('build', 'release');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const system = systems[/** @type {keyof typeof systems} */ (platform)] ?? platform;
	const name = `scoring-${system}-${arch}${path.extname(cliBinary)}`;
	copyFileSync(cliBinary, path.join(folder, name));
	const checksum = createHash('sha256').update(readFileSync(cliBinary)).digest('hex');
	writeFileSync(path.join(folder, `${name}.sha256`), `${checksum}  ${name}\n`);
	await runStep(`Running ${name}`, path.join(folder, name), ['--version']);
} catch (error) {
	exitWithMessage(error);
}
