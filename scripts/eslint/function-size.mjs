/**
 * ESLint rule: a function has at most `max` lines of code of its own. Lines of the functions inside it count for those,
 * so a factory that returns ten small functions is not a long function. Blank lines and comments do not count.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const functionSize = {
	meta: {
		type: 'suggestion',
		schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }],
		messages: { tooLong: 'This function has {{lines}} lines of its own, {{max}} are allowed.' },
	},
	create(context) {
		const { max = 25 } = context.options[0] ?? {};
		const codeLines = findCodeLines(context.sourceCode);
		/** Lines of the functions that end inside the one being read, one number for each level. */
		const innerLines = [0];
		const enter = () => innerLines.push(0);
		const leave = (/** @type {import('estree').Function & import('eslint').Rule.Node} */ node) => {
			const lines = countLines(codeLines, node);
			const own = lines - (innerLines.pop() ?? 0);
			innerLines.push((innerLines.pop() ?? 0) + lines);
			if (own > max) context.report({ node, messageId: 'tooLong', data: { lines: `${own}`, max: `${max}` } });
		};
		return { ':function': enter, ':function:exit': leave };
	},
};

/** @param {import('eslint').SourceCode} sourceCode */
function findCodeLines(sourceCode) {
	const lines = new Set();
	for (const { loc } of sourceCode.ast.tokens) {
		for (let line = loc.start.line; line <= loc.end.line; line++) lines.add(line);
	}
	return lines;
}

/**
 * @param {Set<number>} codeLines
 * @param {import('eslint').Rule.Node} node
 */
function countLines(codeLines, { loc }) {
	if (!loc) return 0;
	return [...codeLines].filter((line) => line >= loc.start.line && line <= loc.end.line).length;
}
