import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { releaseProblems, sectionOf } from './lib/changelog.mjs';
import { inRepository } from './lib/paths.mjs';

// Prints the notes of a version from CHANGELOG.md: release-notes [version] [--tag v1.2.3]. With a tag, it fails unless the tag,
// package.json and the changelog have the same version. Imports only Node's own modules, so that it works before an
// installation.
const { values, positionals } = parseArgs({ options: { tag: { type: 'string' } }, allowPositionals: true });
const changelog = readFileSync(inRepository('CHANGELOG.md'), 'utf8');
/** @type {{ version: string }} */
const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
const [version = values.tag === undefined ? 'Unreleased' : manifest.version] = positionals;
const problems = values.tag === undefined ? [] : releaseProblems(values.tag, manifest.version, changelog);
const notes = sectionOf(changelog, version);
if (notes === undefined) problems.push(`CHANGELOG.md says nothing about ${version}.`);

if (problems.length > 0) {
	console.error([...new Set(problems)].join('\n'));
	process.exitCode = 1;
} else {
	process.stdout.write(notes ?? '');
}
