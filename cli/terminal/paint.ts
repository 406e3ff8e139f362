/** Colors a text, or leaves it unchanged. */
export interface Paint {
	bold(text: string): string;
	dim(text: string): string;
	red(text: string): string;
	yellow(text: string): string;
	green(text: string): string;
}

const codes: Record<keyof Paint, [number, number]> = {
	bold: [1, 22],
	dim: [2, 22],
	red: [31, 39],
	yellow: [33, 39],
	green: [32, 39],
};

/**
 * Creates the colors for a stream. They are used only on a terminal, and only if neither the user nor `NO_COLOR` turns them
 * off.
 */
export function createPaint(
	stream: NodeJS.WriteStream,
	{ NO_COLOR = '', TERM }: NodeJS.ProcessEnv,
	isWanted: boolean,
): Paint {
	const isColored = isWanted && stream.isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
	const entries = Object.entries(codes).map(([name, [on, off]]) => [
		name,
		(text: string) => (isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text),
	]);
	return Object.fromEntries(entries) as Paint;
}
