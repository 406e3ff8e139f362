import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { itemWith } from '../../support/mediaItems';
import { fileHeads } from '../../support/mediaFiles';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels } = seed;
const node = () => nodeFor(sandbox());

const time = '2026-01-20T09:00:00+00:00';
const form = {
	postId: byId('={{ $json.id }}'),
	channels: [channels.facebook.id],
	caption: '={{ $json.text }}',
	delivery: 'at',
	publishAt: '={{ $json.time }}',
	additionalFields: { firstComment: 'The same for every row' },
};
const row = { text: 'Hello', time };

const skippedBlank = {
	message: 'The row is blank.',
	action: 'skipped',
	reason: 'blank',
};

describe.each(['post:syncCalendar', 'post:upsert'])('a blank row of %s', (operation) => {
	test.each<[string, IDataObject, IDataObject]>([
		['without any value', {}, {}],
		['with empty texts', { id: '', text: '', time: '' }, {}],
		['with blanks', { id: ' ', text: ' \t', time: ' ' }, {}],
		['with characters that nobody sees', { id: '\u200B', text: '\u2800', time: '\uFEFF' }, {}],
		['with nulls', { id: null, text: null, time: null }, {}],
		['with empty lists and objects', { text: '', media: [], more: { tags: [''] } }, {}],
		['with an unchecked box', { text: '', isReady: false }, {}],
		['with an empty error', { text: '', error: '' }, {}],
		['without a delivery', {}, { delivery: '={{ $json.delivery }}' }],
		['without channels', { channels: '' }, { channels: '={{ $json.channels }}' }],
		['without a link', { link: '' }, { additionalFields: { linkUrl: '={{ $json.link }}' } }],
		['to which the form adds a text', {}, { caption: '={{ $json.text }} #news' }],
		['to which code adds a text', {}, { caption: "={{ $json.text + ' #news' }}" }],
		['for which the form has another text', {}, { caption: "={{ $json.text || 'News' }}" }],
		[
			'whose whole content the form reads',
			{},
			{ caption: "={{ Object.values($json).join(' ') + ' #news' }}" },
		],
		['for which only the time comes from the row', {}, { caption: 'The same for every row' }],
	])('is skipped %s', async (_title, blank, more) => {
		const rows = [
			{ ...row, delivery: 'at', channels: channels.facebook.id, link: 'https://a.example' },
			blank,
		];
		const outputs = await node().run(operation, { ...form, ...more }, { items: itemsOf(...rows) });
		expect(outputs.map(({ json, pairedItem }) => [json.action, pairedItem])).toEqual([
			['created', { item: 0 }],
			['skipped', { item: 1 }],
		]);
		expect(outputs[1]?.json).toEqual(skippedBlank);
		expect(sandbox().posts()).toHaveLength(1);
	});

	// Recorded in n8n 2.41.1 from rows in which no one has entered anything, with the version of the node that returned them.
	test.each<[string, IDataObject]>([
		[
			'Google Sheets (4.7) with an unchecked box',
			{ row_number: 4, text: '', time: '', postId: '', ready: false },
		],
		['Airtable (2.1)', { id: 'rec00000000000002', createdTime: '2026-11-27T18:10:51.611Z' }],
		[
			'Data table (1)',
			{
				...{ text: null, time: null, ready: null, id: 2 },
				...{ createdAt: '2026-11-27T18:11:11.240Z', updatedAt: '2026-11-27T18:11:11.240Z' },
			},
		],
		[
			'Data table (1) with an empty text and an unchecked box',
			{
				...{ text: '', time: null, ready: false, id: 3 },
				...{ createdAt: '2026-11-27T18:11:11.243Z', updatedAt: '2026-11-27T18:11:11.243Z' },
			},
		],
	])('is skipped as %s returns it', async (_source, blank) => {
		const parameters = { ...form, postId: byId('={{ $json.postId }}'), caption: '={{ $json.text }} #news' };
		const outputs = await node().json(operation, parameters, { items: itemsOf(row, blank, row) });
		expect(outputs.map(({ action }) => action)).toEqual(['created', 'skipped', 'created']);
		expect(outputs[1]).toEqual(skippedBlank);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['a time', { time }, {}],
		['a channel', { channel: channels.facebook.id }, { channels: '={{ $json.channel }}' }],
		['a title', { title: 'Hello' }, { title: '={{ $json.title }}' }],
		['the ID of no post', { id: 4, createdAt: time, updatedAt: time }, {}],
	])('is an error with %s', async (_title, json, more) => {
		await node().error(operation, { ...form, ...more }, { items: itemsOf(json) });
		expect(sandbox().posts()).toEqual([]);
	});

	test('is a post with a file', async () => {
		const item = await itemWith({ data: fileHeads.png }, 'image/png');
		const post = { ...form, caption: '={{ $json.text ?? "" }}', delivery: 'draft', media: 'binary' };
		const [output] = await node().json(operation, post, { items: [item] });
		expect(output).toMatchObject({ action: 'created' });
	});

	test('is an error if the form has no expression', async () => {
		const empty = { ...form, postId: byId(''), caption: '', publishAt: '' };
		const { message } = await node().error(operation, empty, { items: itemsOf({}) });
		expect(message).toBe("'Publish At' is empty");
	});

	test('names the expression that finds no time', async () => {
		const publishAt = '={{ $json.at }}';
		const { description } = await node().error(
			operation,
			{ ...form, publishAt },
			{ items: itemsOf({ text: 'Hi' }) },
		);
		expect(description).toContain("The expression in 'Publish At' returned nothing for this item");
	});

	test('is green if the whole list is blank', async () => {
		const { outputs, hints } = await node().result(operation, form, { items: itemsOf({}, { text: '' }) });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([skippedBlank, skippedBlank]);
		expect(hints.filter(({ message }) => /skipped/.test(message))).toEqual([]);
	});

	test('says of itself that it was a dry run', async () => {
		const [, blank] = await node().json(
			operation,
			{ ...form, options: { dryRun: true } },
			{ items: itemsOf(row, {}) },
		);
		const message = `Dry run: ${skippedBlank.message}`;
		expect(blank).toEqual({ ...skippedBlank, message, dryRun: true });
	});
});

test.each<[string, IDataObject]>([
	['a blank item', {}],
	['an item with other values', { product: 'Lamp' }],
])('Create or Update makes the post of a form that takes only the ID from %s', async (_title, json) => {
	const fixed = { ...form, caption: 'Hello', delivery: 'queue', publishAt: '' };
	const [output] = await node().json('post:upsert', fixed, { items: itemsOf(json) });
	expect(output).toMatchObject({ action: 'created', status: 'queued' });
	const [again] = await node().json('post:upsert', fixed, { items: itemsOf(json) });
	expect(again).toMatchObject({ action: 'conflict', reason: 'candidate' });
	const failed = itemsOf({ error: 'The table is away' });
	const { message } = await node().error('post:upsert', fixed, { items: failed });
	expect(message).toContain('The table is away');
});

describe.each(['post:syncCalendar', 'post:upsert'])(
	'a row of %s from which the form reads nothing',
	(operation) => {
		test.each<[string, IDataObject, IDataObject]>([
			['that has only a status', { status: 'Ready' }, {}],
			['to which the form adds a text', { status: 'Ready' }, { caption: '={{ $json.text }} #news' }],
			['for which code has another text', { status: 'Ready' }, { caption: "={{ $json['text'] ?? 'News' }}" }],
			['whose columns have other names', { Text: 'Hello', Time: time }, {}],
		])('is skipped with a warning if it is one %s', async (_title, json, more) => {
			const { outputs, hints } = await node().result(
				operation,
				{ ...form, ...more },
				{ items: itemsOf(row, json, row) },
			);
			expect(outputs[0]?.map((output) => output.json.action)).toEqual(['created', 'skipped', 'created']);
			expect(outputs[0]?.[1]?.json).toMatchObject({ action: 'skipped', reason: 'nothingRead' });
			expect(hints).toContainEqual(
				expect.objectContaining({
					type: 'warning',
					message: expect.stringMatching(/^Item 1 was skipped.*'(?:status|Text)'.*'text'/),
				}),
			);
		});

		test('fails the run before any write if all rows are such rows', async () => {
			const renamed = [{ Text: 'Hello', Time: time }, {}, { Text: 'Again', Time: time }];
			const outputs = await node().json(
				operation,
				{ ...form, caption: '={{ $json.text }} #news' },
				{
					items: itemsOf(...renamed),
					continueOnFail: true,
				},
			);
			expect(outputs.map(({ error }) => error)).toEqual(Array(3).fill('The form reads nothing from any row'));
			expect(outputs[0]?.message).toMatch(/'Text' and 'Time'.*'id', 'time' and 'text'|'text'/);
			expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		});
	},
);

describe.each(['post:syncCalendar', 'post:upsert'])('an item of %s with an error', (operation) => {
	test.each<[string, IDataObject, IDataObject]>([
		['a text', { error: 'too many requests' }, {}],
		['an object', { error: { message: 'too many requests', code: 429 } }, {}],
		[
			'a text, and to which the form adds one',
			{ error: 'too many requests' },
			{ caption: '={{ $json.text }} #news' },
		],
		['a text, and other values', { error: 'too many requests', row_number: 3, status: 'Ready' }, {}],
	])('that is %s fails as the error of an earlier node', async (_title, json, more) => {
		const outputs = await node().json(
			operation,
			{ ...form, ...more },
			{ items: itemsOf(row, json), continueOnFail: true },
		);
		expect(outputs).toMatchObject([
			{ action: 'created' },
			{ action: 'failed', error: expect.stringContaining('too many requests') },
		]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('that a node of this package made is used with a warning if the form reads from it', async () => {
		const items = itemsOf({ ...row, error: 'Not found', message: '“Hello”: Not found. Look for it' });
		const { outputs, hints } = await node().result(operation, form, { items });
		expect(outputs[0]).toMatchObject([{ json: { action: 'created' } }]);
		expect(hints).toContainEqual(
			expect.objectContaining({
				message: expect.stringMatching(
					/^Item 0 failed in an earlier node, but this node doesn't leave it out\./,
				),
				type: 'warning',
			}),
		);
	});

	test('in a row with content is a row like any other', async () => {
		const outputs = await node().json(operation, form, {
			items: itemsOf({ ...row, error: 'Failed yesterday' }),
		});
		expect(outputs).toMatchObject([{ action: 'created' }]);
	});
});

test('a row whose expression fails is the only one that fails', async () => {
	const outputs = await node().json(
		'post:upsert',
		{ ...form, caption: '={{ JSON.parse($json.text) }}' },
		{ items: itemsOf({ ...row, text: '"Hello"' }, { ...row, text: '{' }), continueOnFail: true },
	);
	expect(outputs.map(({ action, error }) => [action, error !== undefined])).toEqual([
		['created', false],
		['failed', true],
	]);
});

describe('Remove Missing Posts', () => {
	const removing = {
		removeMissing: true,
		removeFrom: '2026-01-01T00:00:00+00:00',
		removeTo: '2026-01-31T00:00:00+00:00',
		removalsDryRun: false,
	};
	const sync = async (rows: IDataObject[], more: IDataObject = {}) =>
		await node().json(
			'post:syncCalendar',
			{ ...form, ...removing, ...more },
			{ items: itemsOf(...rows), continueOnFail: true },
		);
	const captions = () =>
		sandbox()
			.posts()
			.map(({ caption }) => caption);

	beforeEach(async () => {
		await node().json('post:syncCalendar', form, { items: itemsOf({ text: 'Old', time }) });
	});

	test('removes posts although a row is blank', async () => {
		expect(await sync([row, {}])).toMatchObject([
			{ action: 'created', caption: 'Hello' },
			skippedBlank,
			{ action: 'removed', caption: 'Old' },
		]);
	});

	test.each<[string, IDataObject[]]>([
		['the one empty item of an empty table', [{}]],
		['only blank rows', [{ row_number: 2, text: '', time: '' }, {}]],
	])('removes nothing for %s, and says so', async (_title, rows) => {
		const outputs = await sync(rows);
		expect(outputs.map(({ error }) => error)).toEqual(
			rows.map(() => 'No row has content, so nothing was removed'),
		);
		expect(captions()).toEqual(['Old']);
	});

	test.each<[string, IDataObject[], IDataObject]>([
		['of a node that went on after its failure', [{ error: 'too many requests' }], {}],
		['of such a node after rows', [row, { error: 'too many requests' }], {}],
		['whose columns were renamed', [{ Text: 'Old', When: time }], {}],
		[
			'whose columns were renamed, with a constant text',
			[{ Text: 'Old', When: time }],
			{ caption: '={{ $json.text }} #news', publishAt: time },
		],
	])('removes nothing with items %s', async (_title, rows, more) => {
		const outputs = await sync(rows, more);
		expect(outputs.filter(({ error }) => error !== undefined)).toHaveLength(1);
		expect(captions()).toContain('Old');
	});

	test('removes nothing in a run with a row from which the form reads nothing', async () => {
		expect(await sync([row, { status: 'Ready' }])).toMatchObject([
			{ action: 'created' },
			{ action: 'skipped', reason: 'nothingRead' },
			{
				action: 'skipped',
				reason: 'itemNotRead',
				message: expect.stringContaining('because the form reads nothing from item 1'),
				caption: 'Old',
			},
		]);
		expect(captions()).toContain('Old');
	});
});

test('the same text with the line breaks of Windows and blanks at its end changes nothing', async () => {
	const [created] = await node().json('post:syncCalendar', form, {
		items: itemsOf({ text: 'One\nTwo\n\nThree', time }),
	});
	const again = { id: created?.id, text: 'One \r\nTwo\r\n\r\nThree \r\n', time };
	const [output] = await node().json('post:syncCalendar', form, { items: itemsOf(again) });
	expect(output).toMatchObject({ action: 'unchanged' });
});

test('an error about too many removals names 20 posts and counts the others', async () => {
	const removing = {
		removeMissing: true,
		removeFrom: '2026-01-01T00:00:00+00:00',
		removeTo: '2026-01-31T00:00:00+00:00',
	};
	const many = Array.from({ length: 60 }, (_, index) => ({ text: `Post ${index}`, time }));
	await node().json('post:syncCalendar', form, { items: itemsOf(...many) });
	const { description } = await node().error(
		'post:syncCalendar',
		{ ...form, ...removing },
		{ items: itemsOf(row) },
	);
	expect(description).toContain('and 40 more');
	expect(description?.match(/Post \d+/g)).toHaveLength(20);
});

test.each([
	['post:create', { caption: 'Hi', channels: [channels.facebook.id], delivery: ' Draft ' }, 'draft'],
	['post:create', { caption: 'Hi', channels: [channels.facebook.id], delivery: 'NOW' }, 'publishing'],
	[
		'post:create',
		{ caption: 'Hi', channels: [channels.facebook.id], media: 'None', delivery: 'draft' },
		'draft',
	],
])('%s forgives case and blanks in %j', async (operation, parameters, status) => {
	expect(await node().json(operation, parameters)).toMatchObject([{ status }]);
});

test('a field of the input item can have a comma in its name', async () => {
	const item = await itemWith({ data: fileHeads.png }, 'image/png');
	const { data } = item.binary ?? {};
	const items = [{ json: {}, binary: { 'photo, front': data, other: data } }] as never;
	const parameters = { fileFrom: 'binary', binaryPropertyName: 'photo, front' };
	expect(await node().json('media:upload', parameters, { items })).toHaveLength(1);
});
