/** A part of two texts: in both, only in the earlier one, or only in the later one. */
export interface DiffPart {
	kind: 'same' | 'removed' | 'added';
	text: string;
}

/** The work that is left for all comparisons of a page, so that hostile texts can't keep n8n busy. */
export interface DiffBudget {
	steps: number;
}

/** Enough for a hundred posts with many changes, and used up in about a second. */
export const createDiffBudget = (): DiffBudget => ({ steps: 5_000_000 });

/** Splitting a text into words takes longer than comparing them. */
const stepsPerCharacter = 3;

/** Texts with more words or differences aren't compared: the earlier one is removed as a whole, and the later one is added. */
const wordsMax = 20_000;
const differencesMax = 1_000;

type Step = readonly [kind: DiffPart['kind'], word: string];

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** What is between spaces is split further, such as into words of Chinese, unless it's longer than any word. */
const unspacedMax = 500;

const split = (unspaced: string): string[] =>
	unspaced.length > unspacedMax
		? [unspaced]
		: Array.from(segmenter.segment(unspaced), ({ segment }) => segment);

/** Splits a text into words, spaces and signs, in any language. Undefined if there are too many. */
function wordsOf(text: string): string[] | undefined {
	const words: string[] = [];
	// The segmenter is slow on a long text.
	for (const [part] of text.matchAll(/\s|\S+/g)) {
		words.push(...split(part));
		if (words.length > wordsMax) return undefined;
	}
	return words;
}

interface Pair {
	before: readonly string[];
	after: readonly string[];
}

/** How many words of `before` each diagonal reaches. The diagonal `k` is at `k` from the middle. */
interface Reach {
	of: Int32Array;
	middle: number;
}

const reachOn = ({ of, middle }: Reach, diagonal: number): number => of[middle + diagonal] ?? 0;

/** Whether the path that gets furthest on a diagonal arrives there with an added word, and not with a removed one. */
const arrivesAdded = (reach: Reach, diagonal: number, differences: number): boolean =>
	diagonal === -differences ||
	(diagonal !== differences && reachOn(reach, diagonal - 1) < reachOn(reach, diagonal + 1));

/** Where a path arrives on a diagonal, before it follows the words that are the same. */
const arrival = (reach: Reach, diagonal: number, differences: number): number =>
	arrivesAdded(reach, diagonal, differences)
		? reachOn(reach, diagonal + 1)
		: reachOn(reach, diagonal - 1) + 1;

function follow({ before, after }: Pair, diagonal: number, start: number): number {
	let at = start;
	while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at += 1;
	return at;
}

/**
 * Finds the fewest differences, with the greedy algorithm of Myers ("An O(ND) difference algorithm", 1986).
 * @returns the reach before each difference. Undefined if there are too many.
 */
function findReaches(pair: Pair, budget: DiffBudget): Reach[] | undefined {
	const { length } = pair.before;
	const last = length - pair.after.length;
	const middle = differencesMax + 1;
	const reach: Reach = { of: new Int32Array(2 * middle + 1), middle };
	const found: Reach[] = [];
	for (let differences = 0; differences <= differencesMax && budget.steps > 0; differences += 1) {
		const width = differences + 1;
		found.push({ of: reach.of.slice(middle - width, middle + width + 1), middle: width });
		for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
			const start = arrival(reach, diagonal, differences);
			const end = follow(pair, diagonal, start);
			reach.of[middle + diagonal] = end;
			budget.steps -= end - start + 1;
		}
		if (Math.abs(last) <= differences && reachOn(reach, last) >= length) return found;
	}
	return undefined;
}

function stepsOf(pair: Pair, reaches: readonly Reach[]): Step[] {
	const { before, after } = pair;
	const steps: Step[] = [];
	let at = before.length;
	let diagonal = before.length - after.length;
	for (const [differences, reach] of [...reaches.entries()].reverse()) {
		const start = arrival(reach, diagonal, differences);
		for (; at > start; at -= 1) steps.push(['same', before[at - 1] ?? '']);
		const isAdded = arrivesAdded(reach, diagonal, differences);
		diagonal += isAdded ? 1 : -1;
		if (differences === 0) break;
		if (!isAdded) at -= 1;
		steps.push(isAdded ? ['added', after[at - diagonal] ?? ''] : ['removed', before[at] ?? '']);
	}
	return steps.reverse();
}

/** A change, or the same text if nothing was removed or added. */
interface Change {
	same: string;
	removed: string;
	added: string;
}

/** Joins steps, so that a change of several words has one removed and one added part. */
function joinSteps(steps: readonly Step[]): Change[] {
	const changes: Change[] = [];
	for (const [kind, word] of steps) {
		const last = changes.at(-1);
		const isSame = kind === 'same';
		if (last !== undefined && isSame === (last.removed === '' && last.added === '')) last[kind] += word;
		else changes.push({ same: '', removed: '', added: '', [kind]: word });
	}
	return changes;
}

/** Joins changes with only a space between them. */
function joinChanges(changes: readonly Change[]): Change[] {
	const joined: Change[] = [];
	for (const [index, change] of changes.entries()) {
		const { same, removed, added } = change;
		const last = joined.at(-1);
		const isGap = /^ +$/.test(same) && index > 0 && index < changes.length - 1;
		if (last !== undefined && (isGap || (same === '' && last.same === ''))) {
			last.removed += same + removed;
			last.added += same + added;
		} else joined.push({ ...change });
	}
	return joined;
}

const partsOf = (change: Change): DiffPart[] =>
	(['same', 'removed', 'added'] as const)
		.map((kind) => ({ kind, text: change[kind] }))
		.filter(({ text }) => text !== '');

/** Compares two texts word by word. Texts with too much to compare are one removed and one added part. */
export function wordDiff(before: string, after: string, budget: DiffBudget): DiffPart[] {
	if (before === after) return partsOf({ same: after, removed: '', added: '' });
	const whole = { same: '', removed: before, added: after };
	if (budget.steps <= 0) return partsOf(whole);
	budget.steps -= stepsPerCharacter * (before.length + after.length);
	const [ofBefore, ofAfter] = [wordsOf(before), wordsOf(after)];
	if (ofBefore === undefined || ofAfter === undefined) return partsOf(whole);
	const pair = { before: ofBefore, after: ofAfter };
	const reaches = findReaches(pair, budget);
	if (reaches === undefined) return partsOf(whole);
	return joinChanges(joinSteps(stepsOf(pair, reaches))).flatMap(partsOf);
}
