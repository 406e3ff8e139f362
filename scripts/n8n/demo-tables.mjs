/** The rows of a data table, and the types of its columns. @typedef {{ name: string, columns: Record<string, string>, rows: object[] }} DataTable */

/** @param {string[]} names */
const texts = (...names) => Object.fromEntries(names.map((name) => [name, 'string']));

/**
 * A time on a day from today, as people write it in a table.
 *
 * @param {number} days
 * @param {string} time
 */
const onDay = (days, time) =>
	`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

/**
 * The data tables that examples read, filled with rows.
 *
 * @param {import('./sandbox-process.mjs').Seed} seed
 * @returns {DataTable[]}
 */
const demoTables = ({ posts }) => [
	{
		name: 'Post calendar',
		columns: texts('text', 'channels', 'title', 'publishAt', 'postId', 'postUpdatedAt', 'status', 'reason'),
		rows: [
			{
				text: 'Three chairs, one table, and a week to choose.',
				channels: 'facebook,bluesky',
				publishAt: onDay(1, '09:00'),
			},
			{
				text: 'What oil does to oak: the same board, before and after.',
				channels: 'Threads',
				publishAt: onDay(3, '12:00'),
			},
			{
				text: 'The showroom is open on Saturday from ten to four.',
				channels: 'facebook,mastodon',
				publishAt: onDay(5, '16:00'),
			},
		],
	},
	{ name: 'Posted articles', columns: texts('guid', 'postId'), rows: [] },
	{
		name: 'Evergreen posts',
		columns: {
			...texts('postId', 'lastCopyId', 'reason'),
			...{ maxTimes: 'number', cooldownDays: 'number', timesPosted: 'number', lastPostedAt: 'date' },
		},
		rows: [{ postId: posts.published, maxTimes: 3, cooldownDays: 30, timesPosted: 0 }],
	},
];

/**
 * Creates the data tables of the examples. Replaces those of an earlier start, because their rows name posts that a new sandbox
 * doesn't have.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {import('./sandbox-process.mjs').Seed} seed
 */
export async function saveDemoTables(session, seed) {
	const { id: project } = await session.get('/rest/projects/personal');
	const place = `/rest/projects/${project}/data-tables`;
	/** @type {{ data: { id: string, name: string }[] }} */
	const { data: stored } = await session.get(place);
	for (const { name, columns, rows } of demoTables(seed)) {
		const earlier = stored.find((table) => table.name === name);
		if (earlier) await session.delete(`${place}/${earlier.id}`);
		const typed = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
		const { id } = await session.post(place, { name, columns: typed });
		await session.post(`${place}/${id}/insert`, { data: rows, returnType: 'count' });
	}
}
