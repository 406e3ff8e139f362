import { isDeepStrictEqual } from 'node:util';

import { NAME } from './workflows.mjs';

/**
 * What one execution says about its posts. Each caption begins with the post's name.
 *
 * @typedef {object} Told
 * @property {string[]} names of the posts that it was supposed to create
 * @property {{ name: string, post: any }[]} read the posts as its last node read them. `name` is that of the input item
 * @property {string[]} failed names of the posts with an error
 * @property {(post: any) => boolean} isDone whether a post has the state that it should have at the end
 * @property {number} [leftBehind] how many additional posts of a name can be in the store if the name has an error
 */

/**
 * How well the store and the outputs match.
 *
 * @typedef {object} Verdict
 * @property {number} read posts that are in exactly one output and in the store exactly once, with the same content
 * @property {number} failed posts that have an error instead
 * @property {number} failedStored failed posts that are in the store because their answer was lost
 * @property {string[]} disagreements a sentence for each, and none if all is well
 */

/**
 * Everything that is known about one post.
 *
 * @typedef {object} Found
 * @property {any[]} read
 * @property {number} failures
 * @property {any[]} stored
 * @property {boolean} isWanted
 * @property {(post: any) => boolean} isDone
 * @property {number} leftBehind
 */

/**
 * The fields of an output that the service has. The node adds others, such as `message`.
 *
 * @param {any} read
 * @param {any} stored
 */
const ofService = (read, stored) => Object.fromEntries(Object.keys(stored).map((name) => [name, read[name]]));

/**
 * What can be wrong with a post. Only the first that applies is reported.
 *
 * @type {[(found: Found) => boolean, (found: Found) => string][]}
 */
const PROBLEMS = [
	[({ isWanted }) => !isWanted, () => 'was never supposed to be created'],
	[
		({ stored, failures, leftBehind }) => stored.length > 1 + (failures > 0 ? leftBehind : 0),
		({ stored }) => `is in the store ${stored.length} times`,
	],
	[
		({ read, failures }) => read.length + failures === 0,
		() => 'is lost, because it is in no output and in no error',
	],
	[
		({ read, failures }) => read.length + failures > 1,
		({ read, failures }) => `is in ${read.length} outputs and ${failures} errors`,
	],
	[({ read, stored }) => read.length > stored.length, () => 'is in an output, but not in the store'],
	[
		({ read, stored }) =>
			read.length === 1 && !isDeepStrictEqual(ofService(read[0], stored[0]), ofService(stored[0], stored[0])),
		({ read, stored }) =>
			`differs: ${JSON.stringify(read[0])} in the output, ${JSON.stringify(stored[0])} in the store`,
	],
	[
		({ read, isDone }) => read.length === 1 && !isDone(read[0]),
		({ read }) => `doesn't have the expected state: ${JSON.stringify(read[0])}`,
	],
];

/** @param {any} post of the store */
const nameOf = ({ caption }) => NAME.exec(caption)?.[0] ?? caption;

/** Collects what is known about each post, by its name. */
class Findings {
	/** @type {Map<string, Found>} */
	byName = new Map();

	/** @param {string} name */
	of(name) {
		const found = this.byName.get(name) ?? {
			read: [],
			failures: 0,
			stored: [],
			isWanted: false,
			isDone: () => true,
			leftBehind: 0,
		};
		this.byName.set(name, found);
		return found;
	}

	/** @param {Told} told */
	add({ names, read, failed, isDone, leftBehind = 0 }) {
		for (const name of names) Object.assign(this.of(name), { isWanted: true, isDone, leftBehind });
		for (const { name, post } of read) this.of(name).read.push(post);
		for (const name of failed) this.of(name).failures += 1;
	}
}

/**
 * Compares the results of n8n's executions with the posts in the store. Each expected post must be in one output and exactly
 * once in the store, with equal content, or have one error. The store must contain nothing else.
 *
 * @param {readonly Told[]} tellings
 * @param {readonly any[]} store
 * @returns {Verdict}
 */
export function compare(tellings, store) {
	const findings = new Findings();
	for (const told of tellings) findings.add(told);
	for (const post of store) findings.of(nameOf(post)).stored.push(post);
	/** @type {Verdict} */
	const verdict = { read: 0, failed: 0, failedStored: 0, disagreements: [] };
	for (const [name, found] of findings.byName) {
		const problem = PROBLEMS.find(([applies]) => applies(found));
		if (problem) verdict.disagreements.push(`Post “${name}” ${problem[1](found)}`);
		else if (found.read.length === 1) verdict.read += 1;
		else {
			verdict.failed += 1;
			verdict.failedStored += found.stored.length;
		}
	}
	return verdict;
}
