/** Finds the backticks that end code. Reads a text once, however many backticks it has. */
export class CodeEnds {
	/** The positions of all runs of backticks, by their length. The nearest one is last. */
	private readonly byLength = new Map<number, number[]>();

	constructor(private readonly text: string) {
		for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
			const positions = this.byLength.get(run.length) ?? [];
			positions.push(index);
			this.byLength.set(run.length, positions);
		}
	}

	/** Returns where a run of backticks ends. */
	runEnd(start: number): number {
		let end = start;
		while (this.text[end] === '`') end++;
		return end;
	}

	/** Returns the run that ends the code after a run of backticks. No call can be for an earlier position than the one before. */
	closing(start: number, end: number): number | undefined {
		const positions = this.byLength.get(end - start) ?? [];
		while ((positions.at(-1) ?? end) < end) positions.pop();
		return positions.at(-1);
	}
}

const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/**
 * Returns for each bracket and parenthesis the position of the one that closes it. A backslash keeps a bracket from being one.
 * Brackets and parentheses don't close each other.
 */
export function bracketPairs(text: string): ReadonlyMap<number, number> {
	const open: Record<string, number[]> = { ']': [], ')': [] };
	const pairs = new Map<number, number>();
	for (const { 0: character, index } of text.matchAll(/\\[[\]\\]|[[\]()]/g)) {
		const closer = closers[character];
		const start = closer === undefined ? open[character]?.pop() : undefined;
		if (closer !== undefined) open[closer]?.push(index);
		if (start !== undefined) pairs.set(start, index);
	}
	return pairs;
}

const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

const closing = /^\s*(`{3,}|~{3,})\s*$/;

/** Returns for each line that can begin code with a fence the line that ends the code. */
export function codeFences(lines: readonly string[]): ReadonlyMap<number, number> {
	// The nearest one is last, and no farther one is shorter.
	const closers: Record<string, Array<{ length: number; line: number }>> = { '`': [], '~': [] };
	const fences = new Map<number, number>();
	for (let line = lines.length - 1; line >= 0; line--) {
		const [, opener = ''] = opening.exec(lines[line] ?? '') ?? [];
		const closer = closers[opener[0] ?? '']?.findLast(({ length }) => length >= opener.length);
		if (closer) fences.set(line, closer.line);
		const [, { length } = ''] = closing.exec(lines[line] ?? '') ?? [];
		const nearest = closers[(lines[line] ?? '').trim()[0] ?? ''] ?? [];
		while (length > 0 && (nearest.at(-1)?.length ?? Infinity) <= length) nearest.pop();
		if (length > 0) nearest.push({ length, line });
	}
	return fences;
}
