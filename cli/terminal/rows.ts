/** Aligns the cells of several rows in columns, each as wide as its widest cell. */
export function alignRows(rows: readonly string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}

/** Turns a field's name into words: `credits_remaining` becomes Credits remaining. */
export function toWords(name: string): string {
	const words = name.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
