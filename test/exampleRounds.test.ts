import type { IDataObject } from 'n8n-workflow';
import { seed } from '../sandbox';
import { ExampleRun, readExample, type StandIn } from './support/exampleRun';
import { nodeFor } from './support/nodeUnderTest';
import { useSandbox } from './support/useSandbox';

/**
 * Each example that keeps posts in step with rows, over four runs: with a blank row in the middle, a row that fails, and a run whose results
 * can't be written back. Each row must keep its own post.
 */

const sandbox = useSandbox();
const sender = 'Keep posts in step';
const dayMs = 24 * 3_600_000;

/** Runs the node of an example with its own parameters, and with the items of the run. */
const keepsInStep =
	(example: string): StandIn =>
	async ({ items }) => {
		const { parameters = {} } = readExample(example).nodes.find(({ name }) => name === sender) ?? {};
		const { resource: _, operation: __, ...form } = parameters;
		return [
			await nodeFor(sandbox()).run('post:syncCalendar', form as IDataObject, { items, continueOnFail: true }),
		];
	};

/** A list of rows, and how an example reads and writes it. */
interface List {
	example: string;
	/** The node whose results are written. */
	writer: string;
	columns: { id: string; text: string; postId: string; status: string; error: string };
	/** A row as its source returns it. */
	row(number: number, text: string, channels: string): IDataObject;
	blank: IDataObject;
	standIns(rows: IDataObject[]): Record<string, StandIn>;
	/** The rows that are written for the call of the writer. */
	written(call: Parameters<StandIn>[0]): IDataObject[];
	correct(row: IDataObject): void;
}

const time = '2026-01-20T09:00:00+00:00';

const lists: List[] = [
	{
		example: 'keep-an-airtable-calendar-in-step',
		writer: 'Update the rows',
		columns: { id: 'id', text: 'Text', postId: 'Post ID', status: 'Status', error: 'Error' },
		row: (number, Text, channels) => ({
			id: `rec${number}`,
			createdTime: '2026-01-01T08:00:00.000Z',
			Text,
			Channels: channels.split(', '),
			'Publish at': time,
			Status: 'Ready',
		}),
		blank: { id: 'recBlank', createdTime: '2026-01-01T08:00:00.000Z' },
		standIns: (rows) => ({ 'Read the rows': () => [structuredClone(rows)] }),
		written: ({ items }) => items.map(({ json }) => json),
		correct: (row) => (row.Channels = ['Facebook']),
	},
	{
		example: 'keep-a-google-sheets-calendar-in-step',
		writer: 'Write to the sheet',
		columns: { id: 'row_number', text: 'text', postId: 'postId', status: 'status', error: 'reason' },
		row: (number, text, channels) => ({
			row_number: number,
			text,
			channels,
			title: '',
			publishAt: time,
			postId: '',
			postUpdatedAt: '',
			status: '',
			reason: '',
		}),
		blank: {
			row_number: 99,
			text: '',
			channels: '',
			title: '',
			publishAt: '',
			postId: '',
			postUpdatedAt: '',
		},
		standIns: (rows) => ({
			'Read the table': () => [[{}]],
			'Read the sheet': () => [structuredClone(rows)],
			'Write to the table': () => [[]],
		}),
		written: ({ parameters }) => parameters.map(({ columns }) => (columns as { value: IDataObject }).value),
		correct: (row) => (row.channels = 'Facebook'),
	},
];

describe.each(lists)('example $example', ({ example, writer, columns, blank, correct, ...list }) => {
	test.each(['first', 'second', 'no'])(
		'keeps the post of each row over four runs, also if the results of the %s run are not written',
		async (failing) => {
			const rows = [
				list.row(2, 'One', 'Facebook'),
				list.row(3, 'Two', 'Facebook, LinkedIn: Acme Studio'),
				{ ...blank },
				list.row(5, 'Misspelt', 'Linkdin'),
				list.row(6, 'Four', 'Facebook'),
			];
			const run = async (number: string): Promise<void> => {
				const round = new ExampleRun(example, {
					...list.standIns(rows),
					[sender]: keepsInStep(example),
					[writer]: (call) => {
						if (number === failing) throw new Error('Quota exceeded');
						for (const values of list.written(call)) {
							const row = rows.find((one) => one[columns.id] === values[columns.id]);
							Object.assign(row ?? {}, values);
						}
						return [[]];
					},
				});
				await round.start('Every hour', [{}]).catch((error: Error) => {
					if (error.message !== 'Quota exceeded') throw error;
				});
				sandbox().clock.advance(dayMs + 1_000);
			};
			const textsOfPosts = () =>
				rows.map((row) => {
					const postId = String(row[columns.postId] ?? '');
					return postId === '' ? '' : sandbox().post(postId).caption;
				});
			await run('first');
			await run('second');
			if (failing !== 'second') {
				expect(textsOfPosts()).toEqual(['One', 'Two', '', '', 'Four']);
				expect(rows[3]?.[columns.error]).toContain("'Linkdin' isn't the name");
			}
			Object.assign(rows[0] ?? {}, { [columns.text]: 'One, edited' });
			correct(rows[3] ?? {});
			await run('third');
			expect(textsOfPosts()).toEqual(['One, edited', 'Two', '', 'Misspelt', 'Four']);
			await run('fourth');
			expect(textsOfPosts()).toEqual(['One, edited', 'Two', '', 'Misspelt', 'Four']);
			expect(rows[3]?.[columns.error] || '').toBe('');
			expect(rows[2]).toEqual(blank);
			expect(
				sandbox()
					.posts()
					.map(({ caption }) => caption)
					.sort(),
			).toEqual(['Four', 'Misspelt', 'One, edited', 'Two']);
		},
	);
});

const { facebook, linkedin } = seed.channels;

test.each([
	['its name', 'Acme, Inc.', [facebook.id]],
	['its network and its name', 'Facebook: Acme, Inc.', [facebook.id]],
	['its name, before another channel', 'Acme, Inc., LinkedIn: Acme Studio', [facebook.id, linkedin.id]],
	['its name, after another channel', 'LinkedIn: Acme Studio, Acme, Inc.', [linkedin.id, facebook.id]],
	['its name on a line of its own', 'LinkedIn: Acme Studio\nAcme, Inc.', [linkedin.id, facebook.id]],
])('The Google Sheets example finds a channel with a comma by %s', async (_title, channels, expected) => {
	const [, sheets] = lists as [List, List];
	sandbox().channels.rename(facebook.id, 'Acme, Inc.');
	const rows = [sheets.row(2, 'One', channels)];
	const written: IDataObject[] = [];
	const round = new ExampleRun(sheets.example, {
		...sheets.standIns(rows),
		[sender]: keepsInStep(sheets.example),
		[sheets.writer]: (call) => {
			written.push(...sheets.written(call));
			return [[]];
		},
	});
	await round.start('Every hour', [{}]);
	expect(written).toMatchObject([{ status: 'created', reason: '' }]);
	const [post] = sandbox().posts();
	expect(post?.channels.map(({ accountId }) => accountId)).toEqual(expected);
});

describe('example post-rss-items-to-networks', () => {
	const example = 'post-rss-items-to-networks';
	const article = {
		title: 'A chair',
		link: 'https://acme.example/chair',
		contentSnippet: 'Made of oak.',
		guid: 'chair',
	};

	/** Runs the example with an article, a table of the articles that were posted, and perhaps a table that can't be written. */
	async function poll(table: Set<unknown>, item: IDataObject, canWrite = true): Promise<void> {
		const round = new ExampleRun(example, {
			'Only new articles': ({ items }) => [items.filter(({ json }) => !table.has(json.key))],
			'Add to the queues': async ({ items }) => {
				const { parameters = {} } =
					readExample(example).nodes.find(({ name }) => name === 'Add to the queues') ?? {};
				const { resource: _, operation: __, ...form } = parameters;
				const outputs = await nodeFor(sandbox()).run('post:create', form as IDataObject, {
					items,
					continueOnFail: true,
				});
				return [outputs.filter(({ json }) => !json.error), outputs.filter(({ json }) => json.error)];
			},
			'Note the article': ({ parameters }) => {
				if (!canWrite) throw new Error('The table is locked');
				for (const { columns } of parameters) table.add((columns as { value: IDataObject }).value.guid);
				return [[]];
			},
		});
		await round.start('When an item is added to the feed', [item]).catch((error: Error) => {
			if (canWrite) throw error;
		});
	}

	test('posts an article once, even if it is edited a day later', async () => {
		const table = new Set();
		await poll(table, article);
		sandbox().clock.advance(dayMs + 1_000);
		await poll(table, { ...article, title: 'A chair, edited' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('posts an article once whose row could not be written, and that is tried again', async () => {
		const table = new Set();
		await poll(table, article, false);
		expect([sandbox().posts().length, table.size]).toEqual([1, 0]);
		await poll(table, article);
		expect([sandbox().posts().length, table.size]).toEqual([1, 1]);
	});

	test('loses no article whose post failed', async () => {
		const table = new Set();
		sandbox().faults.add({ method: 'POST', path: '/posts/', kind: 'status', status: 403, times: 9 });
		await poll(table, article);
		sandbox().faults.clear();
		expect(table.size).toBe(0);
		await poll(table, article);
		expect([sandbox().posts().length, table.size]).toEqual([1, 1]);
	});
});

describe('example repost-evergreen-posts', () => {
	const example = 'repost-evergreen-posts';

	/** Runs an operation of the node for each item, as n8n does with an output for errors. */
	const sending =
		(operation: string): StandIn =>
		async ({ items, parameters }) => {
			const outputs = await Promise.all(
				parameters.map(async ({ resource: _, operation: __, ...values }, index) => {
					const [output] = await nodeFor(sandbox()).run(operation, values as IDataObject, {
						items: items.slice(index, index + 1),
						continueOnFail: true,
					});
					return { json: output?.json ?? {}, pairedItem: { item: index } };
				}),
			);
			return [outputs.filter(({ json }) => !json.error), outputs.filter(({ json }) => json.error)];
		};

	test('writes each copy into its own row over four runs, with a blank row, a failed one and results that are not written once', async () => {
		const form = { channels: [seed.channels.facebook.id], caption: 'Evergreen', delivery: 'now' };
		const [post] = await nodeFor(sandbox()).json('post:create', form);
		const postId = String(post?.id);
		sandbox().outcomes.publish(postId);
		const row = (id: number, more: IDataObject): IDataObject => ({
			...{
				id,
				maxTimes: 1,
				cooldownDays: 0,
				timesPosted: 0,
				lastPostedAt: null,
				lastCopyId: null,
				reason: null,
			},
			...more,
		});
		const missing = '00000000-0000-4000-8000-000000000000';
		const rows = [
			row(1, { postId }),
			row(2, { postId: null, timesPosted: null, maxTimes: null }),
			row(3, { postId: missing }),
			row(4, { postId }),
		];
		const before = sandbox().posts().length;
		const write =
			(canWrite: boolean): StandIn =>
			({ parameters }) => {
				if (!canWrite) throw new Error('The table is locked');
				return [
					parameters.map(({ filters, columns }) => {
						const [condition] = (filters as unknown as { conditions: Array<{ keyValue: unknown }> })
							.conditions;
						const found = rows.find(({ id }) => id === condition?.keyValue) ?? {};
						return Object.assign(found, (columns as { value: IDataObject }).value);
					}),
				];
			};
		for (const canWrite of [false, true, true, true]) {
			const round = new ExampleRun(example, {
				'Read the rows': () => [
					structuredClone(rows.filter(({ timesPosted }) => timesPosted !== null)).sort(
						(one, other) => Number(one.timesPosted) - Number(other.timesPosted),
					),
				],
				'Take one': ({ items }) => [items.slice(0, 1)],
				'Claim the row': (call) => write(true)(call),
				'Copy the post': sending('post:duplicate'),
				'Add the copy to the queues': sending('post:submit'),
				'Write the result back': write(canWrite),
				'Write the error back': write(canWrite),
			});
			await round.start('Every day at 9', [{}]).catch((error: Error) => {
				if (canWrite) throw error;
			});
		}
		expect(sandbox().posts()).toHaveLength(before + 2);
		expect(rows.map(({ timesPosted }) => timesPosted)).toEqual([1, null, 1, 1]);
		expect(rows.map(({ lastCopyId }) => lastCopyId !== null)).toEqual([false, false, false, true]);
		expect(rows[2]?.reason).toMatch(/\S/);
		expect(sandbox().post(String(rows[3]?.lastCopyId))).toMatchObject({ status: 'queued' });
	});
});
