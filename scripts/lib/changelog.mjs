/**
 * The section of a version in a changelog in the format of Keep a Changelog, without its heading.
 *
 * @param {string} changelog
 * @param {string} version or `Unreleased`
 * @returns {string | undefined} undefined when there is none, or when it is empty
 */
export function sectionOf(changelog, version) {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	const [, notes = ''] = section?.split(/\n(.*)/s) ?? [];
	return notes.trim() === '' ? undefined : `${notes.trim()}\n`;
}

/**
 * What keeps a tag from being released.
 *
 * @param {string} tag such as `v1.2.3`
 * @param {string} version of package.json
 * @param {string} changelog
 * @returns {string[]} sentences; empty when tag, version and changelog agree
 */
export function releaseProblems(tag, version, changelog) {
	const problems = [];
	if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json has the version ${version}.`);
	if (sectionOf(changelog, version) === undefined)
		problems.push(`CHANGELOG.md has no section [${version}] with notes.`);
	return problems;
}
