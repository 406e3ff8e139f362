import { collect, pages, type Page } from '../../../client/http/pages';

const chain: Record<string, Page<number>> = {
	first: { data: [1, 2], nextCursor: 'a' },
	a: { data: [], nextCursor: 'b' },
	b: { data: [3, 4, 5], nextCursor: null },
};

function reader(source = chain) {
	const asked: Array<string | undefined> = [];
	const fetchPage = async (cursor: string | undefined) => {
		asked.push(cursor);
		return source[cursor ?? 'first'] as Page<number>;
	};
	return { asked, list: pages(fetchPage) };
}

test.each<[string, number | undefined, number[], Array<string | undefined>]>([
	[
		'all pages until the cursor is null, including empty ones',
		undefined,
		[1, 2, 3, 4, 5],
		[undefined, 'a', 'b'],
	],
	['no page more than needed', 2, [1, 2], [undefined]],
	['a part of the last page', 4, [1, 2, 3, 4], [undefined, 'a', 'b']],
	['all entries if more are requested', 9, [1, 2, 3, 4, 5], [undefined, 'a', 'b']],
])('collect returns %s (P64)', async (_title, maxItems, expected, cursors) => {
	const { asked, list } = reader();
	expect(await collect(list, maxItems)).toEqual(expected);
	expect(asked).toEqual(cursors);
});

test('ends the list at a repeated cursor (P64)', async () => {
	const { asked, list } = reader({
		first: { data: [1], nextCursor: 'a' },
		a: { data: [2], nextCursor: 'a' },
	});
	expect(await collect(list)).toEqual([1, 2]);
	expect(asked).toEqual([undefined, 'a']);
});

test.each([
	['two cursors', ['a', 'b']],
	['three cursors', ['a', 'b', 'c']],
])('ends the list at %s in a cycle (P64)', async (_title, circle) => {
	const next = (index: number) => ({ data: [index], nextCursor: circle[index % circle.length] ?? null });
	const entries = circle.map((cursor, index): [string, Page<number>] => [cursor, next(index + 1)]);
	const { asked, list } = reader({ first: next(0), ...Object.fromEntries(entries) });
	expect(await collect(list)).toEqual([0, ...circle.map((_cursor, index) => index + 1)]);
	expect(asked).toEqual([undefined, ...circle]);
});

test('reads one page of an empty list (P64)', async () => {
	expect(await collect(reader({ first: { data: [], nextCursor: null } }).list)).toEqual([]);
});
