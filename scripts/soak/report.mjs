import { growth } from './memory.mjs';

/** @typedef {import('./soak.mjs').SoakResult} SoakResult */

/**
 * How much more n8n may hold at the end than at the start, in MiB, after a collection of garbage: `heap` is what its
 * program refers to. What the machine gave it, `rss`, moves by itself: V8 and the allocator keep what they may need again.
 */
const ALLOWED_GROWTH = /** @type {const} */ ({ heap: 5, external: 5, rss: 40 });

/** What share of the posts may end in an error: fewer than 10 of 5,400. */
const ALLOWED_FAILURES = 10 / 5400;

/** A few posts may end in an error in a short run, too: one request can meet fault after fault. */
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
 * Counts equal texts; the most frequent come first.
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
 * The results as tables in Markdown.
 *
 * @param {SoakResult} result
 */
export function describeSoak({ seed, seconds, executions, posts, verdict, errors, faults, memory }) {
	const facts = [
		['Posts that were to be made', posts],
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
 * What speaks against a result, each in a sentence; nothing when all is well.
 *
 * @param {SoakResult} result
 * @returns {string[]}
 */
export function failuresOf({ posts, verdict, memory }) {
	const grown = KINDS.filter((kind) => growth(memory, kind) > ALLOWED_GROWTH[kind]);
	const tooMany = verdict.failed >= Math.max(FAILURES_OF_A_SHORT_RUN, ALLOWED_FAILURES * posts);
	return [
		...verdict.disagreements,
		...(tooMany ? [`${verdict.failed} of ${posts} posts ended in an error`] : []),
		...grown.map(
			(kind) =>
				`n8n's ${kind} grew by ${growth(memory, kind).toFixed(1)} MiB; ${ALLOWED_GROWTH[kind]} are allowed`,
		),
	];
}
