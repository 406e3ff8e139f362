/** Lines of cells, the columns as wide as their widest cell. */
export function alignRows(rows: readonly string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}

/** A field's name in words: `credits_remaining` is Credits remaining. */
export function toWords(name: string): string {
	const words = name.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
