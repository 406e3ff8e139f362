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

describe.each(['post:syncCalendar', 'post:upsert'])('a blank row of %s', (operation) => {
	test.each<[string, IDataObject, IDataObject]>([
		['without any value', {}, {}],
		['with empty texts', { id: '', text: '', time: '' }, {}],
		['with blanks', { id: ' ', text: ' \t', time: ' ' }, {}],
		['with nulls', { id: null, text: null, time: null }, {}],
		['without a delivery', {}, { delivery: '={{ $json.delivery }}' }],
		['without channels', { channels: '' }, { channels: '={{ $json.channels }}' }],
		['without a link', { link: '' }, { additionalFields: { linkUrl: '={{ $json.link }}' } }],
	])('is skipped %s', async (_title, blank, more) => {
		const rows = [row, blank].map((json) => ({ delivery: 'at', channels: channels.facebook.id, ...json }));
		const items = itemsOf(...rows.map((json, index) => (index === 1 ? { ...blank } : json)));
		const outputs = await node().run(operation, { ...form, ...more }, { items });
		expect(outputs.map(({ json, pairedItem }) => [json.caption, pairedItem])).toEqual([
			['Hello', { item: 0 }],
		]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['a time', { time }, {}],
		['a channel', { channel: channels.facebook.id }, { channels: '={{ $json.channel }}' }],
		['a title', { title: 'Hello' }, { title: '={{ $json.title }}' }],
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

	test('is an error if the form has no expression for the text', async () => {
		const empty = { ...form, caption: '', publishAt: '' };
		const { message } = await node().error(operation, empty, { items: itemsOf({}) });
		expect(message).toBe("'Publish At' is empty");
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

test("a blank row doesn't keep Remove Missing Posts from removing posts", async () => {
	const removing = {
		removeMissing: true,
		removeFrom: '2026-01-01T00:00:00+00:00',
		removeTo: '2026-01-31T00:00:00+00:00',
		removalsDryRun: false,
	};
	await node().json('post:syncCalendar', form, { items: itemsOf({ text: 'Old', time }) });
	const outputs = await node().json(
		'post:syncCalendar',
		{ ...form, ...removing },
		{ items: itemsOf(row, {}) },
	);
	expect(outputs.map(({ action, caption }) => [action, caption])).toEqual([
		['created', 'Hello'],
		['removed', 'Old'],
	]);
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
