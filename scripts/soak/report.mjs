import { growth } from './memory.mjs';

/** @typedef {import('./soak.mjs').SoakResult} SoakResult */

/**
 * How much more memory n8n can use at the end than at the start, in MiB after a garbage collection. `heap` is what its program
 * refers to. `rss` has more room, because V8 and the allocator keep memory that they may need again.
 */
const ALLOWED_GROWTH = /** @type {const} */ ({ heap: 5, external: 5, rss: 40 });

/** The share of posts that can end with an error: fewer than 10 of 5,400. */
const ALLOWED_FAILURES = 10 / 5400;

/** The number of posts that can end with an error even in a short run, because one request can get several faults in a row. */
const FAILURES_OF_A_SHORT_RUN = 4;

const KINDS = /** @type {(keyof typeof ALLOWED_GROWTH)[]} */ (Object.keys(ALLOWED_GROWTH));

/**
 * @param {readonly string[]} head
 * @param {readonly (string | number)[][]} rows
 */
const table = (head, rows) =>
	[head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

/**
 * Counts equal texts. The most frequent texts come first.
 *
 * @param {readonly string[]} texts
 * @returns {[string, number][]}
 */
function counted(texts) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * Formats the results as tables in Markdown.
 *
 * @param {SoakResult} result
 */
export function describeSoak({ seed, seconds, executions, posts, verdict, errors, faults, memory }) {
	const facts = [
		['Posts to create', posts],
		['… in one output each, and once and the same in the store', verdict.read],
		['… in one error each', verdict.failed],
		['… of these in the store, once', verdict.failedStored],
		['Disagreements', verdict.disagreements.length],
		['Executions', executions],
		['Seconds', seconds],
	];
	const held = memory.map((each, block) => [block, ...KINDS.map((kind) => each[kind].toFixed(1))]);
	const grown = ['growth', ...KINDS.map((kind) => growth(memory, kind).toFixed(1))];
	return [
		table([`Soak with seed ${seed}`, ''], facts),
		table(
			['Fault', 'Times'],
			faults.map(({ name, times }) => [name, times]),
		),
		table(['Error', 'Times'], counted(errors)),
		table(['n8n after block', ...KINDS.map((kind) => `${kind}, MiB`)], [...held, grown]),
	].join('\n\n');
}

/**
 * Lists what is wrong with a result, in sentences.
 *
 * @param {SoakResult} result
 * @returns {string[]}
 */
export function failuresOf({ posts, verdict, memory }) {
	const grown = KINDS.filter((kind) => growth(memory, kind) > ALLOWED_GROWTH[kind]);
	const tooMany = verdict.failed >= Math.max(FAILURES_OF_A_SHORT_RUN, ALLOWED_FAILURES * posts);
	return [
		...verdict.disagreements,
		...(tooMany ? [`${verdict.failed} of ${posts} posts ended with an error`] : []),
		...grown.map(
			(kind) =>
				`n8n's ${kind} grew by ${growth(memory, kind).toFixed(1)} MiB, but only ${ALLOWED_GROWTH[kind]} MiB are allowed`,
		),
	];
}
