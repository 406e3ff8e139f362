/** One page of a list with cursors. `nextCursor` is null on the last page. */
export interface Page<T> {
	data: T[];
	nextCursor: string | null;
}

/**
 * Reads a list page by page.
 * @param fetchPage reads the page for a cursor, or the first page for undefined
 */
export async function* pages<P extends Page<unknown>>(
	fetchPage: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
	const seen = new Set<string>();
	let cursor: string | null | undefined;
	do {
		const page: P = await fetchPage(cursor ?? undefined);
		yield page;
		cursor = page.nextCursor;
		// If a server returned the same cursors in a circle, paging would never end.
	} while (cursor && seen.size < seen.add(cursor).size);
}

/** Collects up to `maxItems` items, or all of them if it's undefined. Fetches no more pages than needed. */
export async function collect<T>(list: AsyncIterable<Page<T>>, maxItems = Infinity): Promise<T[]> {
	const items: T[] = [];
	for await (const page of list) {
		items.push(...page.data);
		if (items.length >= maxItems) break;
	}
	return items.slice(0, maxItems === Infinity ? undefined : maxItems);
}
