import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdtempSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { chooseN8n } from './lib/jest.mjs';
import { inRepository, rootFolder } from './lib/paths.mjs';
import { ownersFiles, placeholders } from './lib/placeholders.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// Simulates a release from a tag, in a clone of the last commit: release-dry-run [--n8n 2.8]. It runs the steps of
// publish.yml with a made-up owner, publishes to its own registry, and installs the package from there. The option selects the
// n8n in runtimes/ whose Node.js runs the registry. A real release differs in two ways: it installs all packages itself, and it
// has provenance, which only a GitHub action can sign.
chooseN8n(process.argv.slice(2));
// Import both only now, so that they find the n8n of the option.
const { ensureN8n } = await import('./n8n/install.mjs');
const { startRegistry } = await import('./n8n/registry.mjs');

const folder = mkdtempSync(path.join(tmpdir(), 'release-dry-run-'));
const clone = path.join(folder, 'clone');
/** What the owner would enter for each placeholder, in their order. */
const facts = ['Acme Inc.', 'care@acme.test', 'https://github.test/acme/nodes', 'is on npm'];

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 */
function run(program, args, cwd = clone) {
	console.log(`$ ${path.basename(program)} ${args.join(' ')}`);
	const output = execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
	return output.trim();
}

/** @param {string} file @param {(text: string) => string} change */
const edit = (file, change) =>
	writeFileSync(path.join(clone, file), change(readFileSync(path.join(clone, file), 'utf8')));

function tagVersion() {
	run('git', ['clone', '--quiet', rootFolder, clone], folder);
	symlinkSync(inRepository('node_modules'), path.join(clone, 'node_modules'), 'junction');
	for (const file of ownersFiles) {
		edit(file, (text) =>
			placeholders.reduce((result, each, index) => result.replaceAll(each, facts[index] ?? ''), text),
		);
	}
	const { version } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8'));
	edit('CHANGELOG.md', (text) =>
		text.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - 2026-01-05`),
	);
	const identity = ['-c', 'user.name=Acme', '-c', 'user.email=care@acme.test'];
	run('git', [...identity, 'commit', '--quiet', '--all', '--message', `Release ${version}`]);
	run('git', ['tag', `v${version}`]);
	run('git', ['checkout', '--quiet', `v${version}`]);
	return `v${version}`;
}

/** @param {string} tag */
function buildTarball(tag) {
	run(execPath, ['scripts/release-notes.mjs', '--tag', tag]);
	run(execPath, ['scripts/placeholders.mjs']);
	run(execPath, ['scripts/build.mjs']);
	const [{ filename, files, size }] = JSON.parse(run('npm', ['pack', '--json']));
	console.log(`${filename}: ${files.length} files, ${size} bytes`);
	console.log(run(execPath, ['scripts/verify.mjs', '--quick', filename]));
	const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
	console.log(`The SBOM lists ${JSON.parse(sbom).components.length} components besides the package`);
	return path.join(clone, filename);
}

/** @param {string} tarball */
async function publishAndInstall(tarball) {
	const registry = await startRegistry({
		folder: path.join(folder, 'registry'),
		logFile: path.join(folder, 'registry.log'),
		publicUrl: 'http://127.0.0.1',
	});
	try {
		const atRegistry = ['--registry', registry.url, '--noproxy', '127.0.0.1'];
		const token = `--//${new URL(registry.url).host}/:_authToken=any`;
		run('npm', ['publish', tarball, '--dry-run', '--access', 'public', ...atRegistry, token]);
		await registry.publish(tarball);
		const { name, version, n8n } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8'));
		const user = path.join(folder, 'user');
		mkdirSync(user);
		writeFileSync(path.join(user, 'package.json'), '{ "private": true }');
		// The registry writes its public address into the links to tarballs. npm replaces it with the address on which the
		// registry listens.
		const options = ['--omit=peer', '--legacy-peer-deps', '--replace-registry-host=always', ...atRegistry];
		run('npm', ['install', `${name}@${version}`, ...options], user);
		const installed = path.join(user, 'node_modules', name);
		const missing = [...n8n.nodes, ...n8n.credentials].filter(
			(entry) => !existsSync(path.join(installed, entry)),
		);
		if (missing.length > 0) throw new Error(`The installed package lacks ${missing.join(', ')}`);
		console.log(`${name} ${version} was published and installed, with ${n8n.nodes.length} nodes`);
	} finally {
		await registry.process.stop();
	}
}

try {
	await ensureN8n();
	await publishAndInstall(buildTarball(tagVersion()));
} catch (error) {
	exitWithMessage(error);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
