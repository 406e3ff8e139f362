/**
 * Sorts by texts of this package, which are English, whatever their case. Not by `localeCompare`: its first use loads the
 * rules of all languages, which takes n8n's start longer than all our menus together.
 */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
	items
		.map((item) => ({ item, key: textOf(item).toLowerCase() }))
		.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
		.map(({ item }) => item);
