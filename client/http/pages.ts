/** One page of a cursor-paged list; `nextCursor` is null on the last page. */
export interface Page<T> {
	data: T[];
	nextCursor: string | null;
}

/** Tells whether a cursor comes for the first time: a server whose cursors go in a circle would page for ever. */
function createCursorGuard(): (cursor: string) => boolean {
	const seen = new Set<string>();
	return (cursor) => seen.size < seen.add(cursor).size;
}

/**
 * Walks a cursor-paged list page by page.
 * @param fetchPage reads the page after `cursor`; undefined is the first page.
 */
export async function* pages<P extends Page<unknown>>(
	fetchPage: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
	const isNew = createCursorGuard();
	let cursor: string | null | undefined;
	do {
		const page: P = await fetchPage(cursor ?? undefined);
		yield page;
		cursor = page.nextCursor;
	} while (cursor && isNew(cursor));
}

/** Collects the items of the pages up to `maxItems` (all when undefined), fetching no page more than needed. */
export async function collect<T>(list: AsyncIterable<Page<T>>, maxItems = Infinity): Promise<T[]> {
	const items: T[] = [];
	for await (const page of list) {
		items.push(...page.data);
		if (items.length >= maxItems) break;
	}
	return items.slice(0, maxItems === Infinity ? undefined : maxItems);
}
