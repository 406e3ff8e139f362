import { isDeepStrictEqual } from 'node:util';

import { NAME } from './workflows.mjs';

/**
 * What one execution gave back. Posts are known by the names that their captions begin with.
 *
 * @typedef {object} Told
 * @property {string[]} names of the posts that it was to make
 * @property {{ name: string, post: any }[]} read the posts as its last node read them; `name` is that of the input item
 * @property {string[]} failed names of the posts that stand in an error
 * @property {(post: any) => boolean} isDone whether a post is as it is to be at the end
 * @property {number} [leftBehind] how many more posts of a name may be in the store where it stands in an error
 */

/**
 * Where store and outputs agree, and where they do not.
 *
 * @typedef {object} Verdict
 * @property {number} read posts that stand in exactly one output, and once, and the same, in the store
 * @property {number} failed posts that stand in an error instead
 * @property {number} failedStored those of them that the store has: the answer was lost
 * @property {string[]} disagreements each in a sentence; none is what is wanted
 */

/**
 * Everything that is known of one post.
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
 * What may be wrong with a post; the first that applies is reported.
 *
 * @type {[(found: Found) => boolean, (found: Found) => string][]}
 */
const PROBLEMS = [
	[({ isWanted }) => !isWanted, () => 'was never to be made'],
	[
		({ stored, failures, leftBehind }) => stored.length > 1 + (failures > 0 ? leftBehind : 0),
		({ stored }) => `stands ${stored.length} times in the store`,
	],
	[
		({ read, failures }) => read.length + failures === 0,
		() => 'is lost: it stands in no output and in no error',
	],
	[
		({ read, failures }) => read.length + failures > 1,
		({ read, failures }) => `stands in ${read.length} outputs and ${failures} errors`,
	],
	[({ read, stored }) => read.length > stored.length, () => 'stands in an output, but not in the store'],
	[
		({ read, stored }) => read.length === 1 && !isDeepStrictEqual(read[0], stored[0]),
		({ read, stored }) =>
			`differs: ${JSON.stringify(read[0])} in the output, ${JSON.stringify(stored[0])} in the store`,
	],
	[
		({ read, isDone }) => read.length === 1 && !isDone(read[0]),
		({ read }) => `is not as it was to be: ${JSON.stringify(read[0])}`,
	],
];

/** @param {any} post of the store */
const nameOf = ({ caption }) => NAME.exec(caption)?.[0] ?? caption;

/** Collects what is known of each post, by its name. */
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
 * Holds what n8n's executions gave back against the posts in the store. Each post that was to be made stands either in
 * one output, and then once and with equal content in the store, or in one error; nothing else is in the store.
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
