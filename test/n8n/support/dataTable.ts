/** A row of a data table, with n8n's own columns. */
type Row = Record<string, string | number | null>;

/** A data table of n8n. */
export interface DataTable {
	rows(): Promise<Row[]>;
	/** Adds a row and returns its number. */
	add(row: Row): Promise<number>;
	/** Adds many rows. */
	addAll(rows: Row[]): Promise<void>;
	/** Changes the rows with these values. */
	change(which: Row, values: Row): Promise<void>;
}

/** Creates a data table in the owner's personal project. Columns are text unless they have a type. */
export async function createDataTable(
	name: string,
	columns: string[],
	types: Record<string, 'number' | 'date'> = {},
): Promise<DataTable> {
	const { id: project } = (await testbed.get('/rest/projects/personal')) as { id: string };
	const tables = `/rest/projects/${project}/data-tables`;
	const typed = columns.map((column) => ({ name: column, type: types[column] ?? 'string' }));
	const { id } = (await testbed.post(tables, { name, columns: typed })) as { id: string };
	return {
		rows: async () =>
			((await testbed.get(`${tables}/${id}/rows?sortBy=id:asc&take=200`)) as { data: Row[] }).data,
		add: async (row) => {
			const body = { data: [row], returnType: 'id' };
			const [added] = (await testbed.post(`${tables}/${id}/insert`, body)) as Array<{ id: number }>;
			return added?.id ?? 0;
		},
		addAll: async (rows) => {
			await testbed.post(`${tables}/${id}/insert`, { data: rows, returnType: 'count' });
		},
		change: async (which, data) => {
			const filters = Object.entries(which).map(([columnName, value]) => ({
				columnName,
				condition: 'eq',
				value,
			}));
			await testbed.patch(`${tables}/${id}/rows`, { filter: { type: 'and', filters }, data });
		},
	};
}
