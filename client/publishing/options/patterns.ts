/**
 * Regular expressions from a schema of the service. Some take years for a short text, and nothing can interrupt them. So a
 * pattern is only tested if few steps suffice, whatever the text.
 */

/** Some 50 milliseconds. */
const stepsMax = 10_000_000;
const patternLengthMax = 1_000;

/** A piece of a pattern with its quantifier. Lookarounds and references to groups aren't pieces. */
const nextPiece =
	/(\\[\w\W]|\[(?:\\[\w\W]|[^\]\\])*\]|\((?:\?:)?(?!\?)|[^\\[(])([*+?]|\{\d{1,4}(?:,\d{0,4})?\})?\??/y;

/** A quantifier such as `{1,4}`, whose second number can be missing, with or without its comma. */
const counted = /^\{(\d+)(?:(,)(\d*))?\}$/;

/** How many different numbers of repetitions a quantifier allows within a text. */
function repetitions(quantifier: string, length: number): number {
	if (quantifier === '?') return 2;
	const [, least, comma, most = ''] = counted.exec(quantifier) ?? ['', '0', ','];
	if (comma === undefined) return 1;
	return Math.max(1, Math.min(most === '' ? length : Number(most), length) - Number(least) + 1);
}

/** An upper bound of the steps that a pattern takes for a text of a length. Infinity for a pattern whose steps aren't known. */
export function stepsOf(pattern: string, length: number): number {
	const isAnchored = pattern.startsWith('^') && !pattern.includes('|');
	let ways = isAnchored ? 1 : length + 1;
	nextPiece.lastIndex = 0;
	while (nextPiece.lastIndex < pattern.length) {
		const [, atom, quantifier] = nextPiece.exec(pattern) ?? [];
		if (atom === undefined || /^\\[1-9k]/.test(atom)) return Infinity;
		if (atom === ')' && quantifier !== undefined && quantifier !== '?') return Infinity;
		if (atom === '|') ways *= 2;
		if (quantifier !== undefined) ways *= repetitions(quantifier, length);
	}
	return ways * (length + pattern.length);
}

/** A pattern is written for one of two dialects, and it isn't known for which. Undefined if it doesn't belong to this one. */
function matches(text: string, pattern: string, flags: '' | 'u'): boolean | undefined {
	try {
		return new RegExp(pattern, flags).test(text);
	} catch {
		return undefined;
	}
}

/** Whether a text matches a pattern. Undefined if that isn't known. */
export function fitsPattern(text: string, pattern: string): boolean | undefined {
	if (pattern.length > patternLengthMax || stepsOf(pattern, text.length) > stepsMax) return undefined;
	const [plain, unicode] = [matches(text, pattern, ''), matches(text, pattern, 'u')];
	return plain === undefined || unicode === undefined || plain === unicode ? (plain ?? unicode) : undefined;
}
