/**
 * The section of a version in a changelog in Keep a Changelog format, without its heading.
 *
 * @param {string} changelog
 * @param {string} version or `Unreleased`
 * @returns {string | undefined} undefined if the section is missing or empty
 */
export function sectionOf(changelog, version) {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	const [, notes = ''] = section?.split(/\n(.*)/s) ?? [];
	return notes.trim() === '' ? undefined : `${notes.trim()}\n`;
}

/**
 * Lists what keeps a tag from being released.
 *
 * @param {string} tag such as `v1.2.3`
 * @param {string} version of package.json
 * @param {string} changelog
 * @returns {string[]} sentences, or none if tag, version and changelog match
 */
export function releaseProblems(tag, version, changelog) {
	const problems = [];
	if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json has the version ${version}.`);
	if (sectionOf(changelog, version) === undefined)
		problems.push(`CHANGELOG.md has no section [${version}] with notes.`);
	return problems;
}
