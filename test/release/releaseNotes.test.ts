import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPackageJson } from '../support/packageFiles';
import { rootFolder } from '../support/sourceFiles';
import { copyPackage, runScript } from './copyOfPackage';

const { version } = readPackageJson();

/** Runs the script in a copy whose changelog has a section for the version. */
function releaseWith(changelog: string, ...args: string[]) {
	const copy = copyPackage(['CHANGELOG.md', 'package.json', 'scripts']);
	copy.change('CHANGELOG.md', () => changelog);
	const result = runScript(copy.folder, 'release-notes.mjs', ...args);
	rmSync(copy.folder, { recursive: true, force: true });
	return result;
}

const released = `# Changelog\n\n## [Unreleased]\n\n## [${version}] - 2026-01-05\n\n### Added\n\n- Something.\n\n## [0.0.1]\n\n- Old.\n`;

test('prints the unreleased notes without a version', () => {
	const changelog = readFileSync(join(rootFolder, 'CHANGELOG.md'), 'utf8');
	const { code, output } = releaseWith(changelog);
	expect(code).toBe(0);
	expect(changelog).toContain(output.trim());
	expect(output).toMatch(/^### /);
});

test.each([
	['a version', ['0.0.1'], '- Old.\n'],
	['the tag of the version', ['--tag', `v${version}`], '### Added\n\n- Something.\n'],
])('prints only the notes of that version with %s', (_title, args, notes) => {
	expect(releaseWith(released, ...args)).toEqual({ code: 0, output: notes, errors: '' });
});

test.each([
	['a tag of another version', released, ['--tag', 'v9.9.9'], /The tag is v9\.9\.9, but package\.json/],
	['a tag without v', released, ['--tag', version], /The tag is/],
	['no section for the version', '# Changelog\n', ['--tag', `v${version}`], /has no section \[/],
	['an empty section', released, ['Unreleased'], /says nothing about Unreleased/],
	['a version that was never released', released, ['7.7.7'], /says nothing about 7\.7\.7/],
])('fails with %s', (_title, changelog, args, problem) => {
	const { code, output, errors } = releaseWith(changelog, ...args);
	expect(code).toBe(1);
	expect(output).toBe('');
	expect(errors).toMatch(problem);
});
