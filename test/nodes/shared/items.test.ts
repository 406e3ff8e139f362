import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { mastodon: 1 } });
const { channels, keys } = seed;
const { facebook, bluesky, linkedinBroken, mastodon } = channels;
const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });
const perItem = {
	channels: '={{ $json.channels }}',
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
};

describe('several input items', () => {
	const items = itemsOf(
		{ text: 'One', channels: facebook.id },
		{ text: 'Two', channels: [facebook.id, bluesky.id] },
		{ text: 'Three', channels: bluesky.id },
	);

	test('each becomes a post, in order, paired with its item (P45)', async () => {
		const created = await nodeWith().run('post:create', perItem, { items });
		expect(created.map(({ json, pairedItem }) => [json.caption, pairedItem])).toEqual([
			['One', { item: 0 }],
			['Two', { item: 1 }],
			['Three', { item: 2 }],
		]);
		expect(
			sandbox()
				.posts()
				.map(({ caption }) => caption),
		).toEqual(['Three', 'Two', 'One']);
	});

	test('an item for each channel is paired with the item it came from (P28)', async () => {
		const options = { outputPerChannel: true };
		const created = await nodeWith().run('post:create', { ...perItem, options }, { items });
		expect(created.map(({ json, pairedItem }) => [json.platform, pairedItem])).toEqual([
			['facebook', { item: 0 }],
			['facebook', { item: 1 }],
			['bluesky', { item: 1 }],
			['bluesky', { item: 2 }],
		]);
	});

	test('a list for each item is paired with that item (P62)', async () => {
		await nodeWith().run('post:create', perItem, { items });
		const filters = { channelId: '={{ $json.id }}' };
		const listed = await nodeWith().run(
			'post:getAll',
			{ filters },
			{ items: itemsOf({ id: facebook.id }, { id: bluesky.id }) },
		);
		expect(listed.map(({ json, pairedItem }) => [json.caption, pairedItem])).toEqual([
			['Two', { item: 0 }],
			['One', { item: 0 }],
			['Three', { item: 1 }],
			['Two', { item: 1 }],
		]);
	});

	test.each([
		['channel:getBoards', { channelId: byId(channels.pinterest.id) }, 3],
		['channel:getYouTubeCategories', { channelId: byId(channels.youtube.id) }, 9],
		['analytics:getChannelSnapshots', { channelId: byId(channels.facebook.id) }, 3],
	])('every item of %s is paired (P20, P24, P25)', async (operation, parameters, count) => {
		const found = await nodeWith().run(operation, parameters, { items: itemsOf({}, {}) });
		const pairs = (item: number) => Array<object>(count).fill({ item });
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([...pairs(0), ...pairs(1)]);
	});

	test('no item is no request', async () => {
		expect(await nodeWith().run('post:create', perItem, { items: [] })).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});
});

const continueOnFail = true;

describe('continue on fail', () => {
	test('one error item for each bad item, the rest goes on (P53, P55, P98)', async () => {
		const items = itemsOf(
			{ text: 'Good', channels: facebook.id },
			{ text: 'No channel', channels: '' },
			{ text: 'Draft left', channels: linkedinBroken.id, delivery: 'now' },
			{ text: 'Not allowed', channels: channels.approvalFacebook.id },
			{ text: 'First', channels: mastodon.id, delivery: 'now' },
			{ text: 'Over the cap', channels: mastodon.id, delivery: 'now' },
			{ text: 'Good too', channels: bluesky.id },
		);
		const out = await nodeWith().run('post:create', perItem, { items, continueOnFail });
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
		expect(out.map(({ json }) => [json.caption ?? json.error, json.error === undefined])).toEqual([
			['Good', true],
			["'Channel Names or IDs' is empty", false],
			['The service refused the content; the post was saved as a draft', false],
			['The API key may not do this', false],
			['First', true],
			["The channel's daily cap is reached; the post was saved as a draft", false],
			['Good too', true],
		]);
		const [, , draftLeft, notAllowed, , overTheCap] = out;
		const saved = (caption: string) =>
			sandbox()
				.posts()
				.find((post) => post.caption === caption)?.id;
		expect(draftLeft?.json.details).toMatchObject({
			statusCode: 422,
			code: 'invalid',
			postId: saved('Draft left'),
		});
		expect(notAllowed?.json.details).not.toHaveProperty('postId');
		expect(overTheCap?.json.details).toMatchObject({
			statusCode: 429,
			tier: 'platform_quota:mastodon',
			availableAt: '2026-01-06T09:00:00.000+00:00',
			postId: saved('Over the cap'),
		});
		expect(saved('Not allowed')).toBeUndefined();
	});

	test('the saved draft is named, with the way to go on (P53)', async () => {
		const items = itemsOf({ text: 'Draft left', channels: linkedinBroken.id, delivery: 'now' });
		const [failed] = await nodeWith().run('post:create', perItem, { items, continueOnFail });
		const { id } = sandbox().posts()[0] ?? {};
		expect(failed?.json.message).toBe(
			'The service says: accounts: LinkedIn: Acme Careers: is disconnected; reconnect it first. ' +
				`The draft has the ID ${id}: correct it with Update, then send it with Submit. Do not create it again`,
		);
		expect(failed?.json.details).toEqual({ statusCode: 422, code: 'invalid', postId: id });
	});

	test('a key that is refused gives an error item for each item (P91)', async () => {
		const out = await nodeWith(keys.revoked).run(
			'workspace:get',
			{},
			{ items: itemsOf({}, {}), continueOnFail },
		);
		const details = { statusCode: 401, code: 'unauthorized' };
		const error = { error: 'The API key was refused', details };
		expect(out.map(({ json }) => json)).toMatchObject([error, error]);
	});

	test('a base URL that is none gives an error item for each item (P1)', async () => {
		const items = itemsOf({}, {});
		const out = await nodeFor({ url: 'garbage' }).run('workspace:get', {}, { items, continueOnFail });
		expect(out.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			["'Base URL' is not a web address that starts with http:// or https://", { item: 0 }],
			["'Base URL' is not a web address that starts with http:// or https://", { item: 1 }],
		]);
	});

	test('no secret stands in an error item (D1)', async () => {
		const items = itemsOf(
			{ text: 'x', channels: 'nonsense' },
			{ text: 'x', channels: linkedinBroken.id, delivery: 'now' },
		);
		const out = await nodeWith().run('post:create', perItem, { items, continueOnFail });
		expect(out.map(({ json }) => Object.keys(json as IDataObject).includes('error'))).toEqual([true, true]);
		expect(JSON.stringify(out)).not.toContain(keys.full);
	});
});

test('an error without continue on fail names the item and stops there', async () => {
	const items = itemsOf(
		{ text: 'Good', channels: facebook.id },
		{ text: 'Bad', channels: '' },
		{ text: 'Never', channels: facebook.id },
	);
	const error = await nodeWith().error('post:create', perItem, { items });
	expect(error.context).toMatchObject({ itemIndex: 1 });
	expect(sandbox().posts()).toHaveLength(1);
});

describe('an expression that fails', () => {
	const items = itemsOf({ text: 'One', channels: facebook.id });
	const failing = { ...perItem, caption: '={{ $json.text.chunk(2) }}' };

	test('reads as n8n says it, not as a fault of the node (P97)', async () => {
		const error = await nodeWith().error('post:create', failing, { items });
		expect(error.name).toBe('ExpressionExtensionError');
		expect(error.message).toContain('chunk() is only callable on type "Array"');
		expect(JSON.stringify(error)).not.toContain('report it');
	});

	test('is an error item where the node continues on fail (P97)', async () => {
		const [failed] = await nodeWith().run('post:create', failing, { items, continueOnFail });
		expect(failed?.json.error).toContain('chunk() is only callable');
	});
});

describe('a number of items at once that is none', () => {
	const parameters = { ...perItem, options: { itemsAtOnce: '={{ $json.many }}' } };
	const items = itemsOf(
		{ text: 'One', channels: facebook.id, many: 0.5 },
		{ text: 'Two', channels: facebook.id },
	);

	test('is an error in words, and nothing is sent (D7, P97)', async () => {
		const error = await nodeWith().error('post:create', parameters, { items });
		expect([error.name, error.message]).toEqual(['NodeApiError', "'Items at Once' is 0.5"]);
		expect(error.description).toBe('Give a whole number from 1 to 20');
		expect(sandbox().requests).toEqual([]);
	});

	test('gives an error item for each item where the node continues on fail (D7, P97)', async () => {
		const failed = await nodeWith().run('post:create', parameters, { items, continueOnFail: true });
		expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			["'Items at Once' is 0.5", { item: 0 }],
			["'Items at Once' is 0.5", { item: 1 }],
		]);
	});
});
