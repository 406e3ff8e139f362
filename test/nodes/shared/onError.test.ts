import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { profile } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { mastodon: 1 } });

const { approvalFacebook, facebook, bluesky, linkedinBroken, mastodon } = seed.channels;

const node = () => nodeFor(sandbox());

const sentPosts = () => sandbox().requests.filter(({ method }) => method === 'POST');

const idOf = (caption: string) =>
	sandbox()
		.posts()
		.find((post) => post.caption === caption)?.id;

const facts = ({ context }: NodeApiError) => context.facts as IDataObject;

const three = itemsOf(
	{ text: 'One' },
	{ text: 'Two' },
	{ text: 'Three', delivery: 'sometime' },
	{ text: 'Four' },
);

const perItem: IDataObject = {
	channels: '={{ $json.channels }}',
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
	// Turns the check off, which leaves the refusal to the service.
	options: { checkFirst: false },
};

const create = { ...perItem, channels: [facebook.id] };

const continueOnFail = true;

describe('Stop Workflow', () => {
	test.each([
		['existing', 0],
		['new', 1],
	])(
		'of Wait for Approval for %s posts says that no one was asked, and names only saved drafts',
		async (source, saved) => {
			const [draft] = await node().json('post:create', { channels: [facebook.id], caption: 'Draft' });
			const items = itemsOf({ id: draft?.id, channels: [facebook.id] }, { id: '', channels: [] });
			const post =
				source === 'new'
					? { channels: '={{ $json.channels }}', caption: 'New' }
					: { postId: byId('={{ $json.id }}') };
			const error = await node().error('post:sendAndWait', { source, ...post, delivery: 'now' }, { items });
			expect(error.description).toContain('No one was asked');
			expect(error.description?.match(/Done before the error: item 0/g) ?? []).toHaveLength(saved);
		},
	);

	test('lists the completed items in the error and starts no other (P71)', async () => {
		const error = await node().error('post:create', create, { items: three });
		expect(error.context.itemIndex).toBe(2);
		expect(error.description).toContain(
			`Done before the error: item 0 (${idOf('One')}), item 1 (${idOf('Two')}). A retry of this execution skips`,
		);
		expect(facts(error).done).toEqual([
			{ item: 0, id: idOf('One') },
			{ item: 1, id: idOf('Two') },
		]);
		expect(sentPosts()).toHaveLength(2);
	});

	test('also lists the items that were running when one failed (P71)', async () => {
		const options = { parallelRequests: 4 };
		const error = await node().error('post:create', { ...create, options }, { items: three });
		expect(facts(error).done).toEqual(
			sandbox()
				.posts()
				.map(({ id, caption }) => ({ item: three.findIndex(({ json }) => json.text === caption), id }))
				.sort((a, b) => a.item - b.item),
		);
	});

	test('adds nothing if nothing was done or the operation only reads', async () => {
		const failed = await node().error('post:create', create, { items: three.slice(2) });
		expect(failed.description).not.toContain('Done before');
		const read = await node().error(
			'post:getAll',
			{ filters: { channelId: '={{ $json.id }}' } },
			{
				items: itemsOf({ id: facebook.id }, { id: 'no id' }),
			},
		);
		expect(read.description).not.toContain('Done before');
	});
});

describe('Continue', () => {
	test('returns an error item for each failed item and continues with the rest (P53, P55, P98)', async () => {
		sandbox().vary({ times: 'offset' });
		const items = itemsOf(
			{ text: 'Good', channels: facebook.id },
			{ text: 'No channel', channels: '' },
			{ text: 'Draft left', channels: linkedinBroken.id, delivery: 'now' },
			{ text: 'Not allowed', channels: approvalFacebook.id },
			{ text: 'First', channels: mastodon.id, delivery: 'now' },
			{ text: 'Over the cap', channels: mastodon.id, delivery: 'now' },
			{ text: 'Good too', channels: bluesky.id },
		);
		const out = await node().run('post:create', perItem, { items, continueOnFail });
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
		expect(out.map(({ json }) => [json.error ?? json.caption, json.error === undefined])).toEqual([
			['Good', true],
			["'Channel Names or IDs' is empty", false],
			['The service refused the content. The post was saved as a draft', false],
			["This API key can't use one of the channels", false],
			['First', true],
			["The channel's daily limit is reached. The post was saved as a draft", false],
			['Good too', true],
		]);
		const [, , draftLeft, notAllowed, , overTheCap] = out;
		const postId = idOf('Draft left');
		expect(draftLeft?.json).toMatchObject({
			message: expect.stringMatching(
				new RegExp(
					`^“Draft left”: The service refused the content\\. .*The draft has the ID ${postId}\\. Correct it`,
				),
			) as string,
			details: { statusCode: 422, code: profile === 'observed' ? 'invalid' : 'E1422', postId },
		});
		expect(notAllowed?.json.details).not.toHaveProperty('postId');
		expect(overTheCap?.json.details).toMatchObject({
			statusCode: 429,
			tier: 'platform_quota:mastodon',
			availableAt: '2026-01-06T09:00:00.000+00:00',
			postId: idOf('Over the cap'),
		});
		expect(idOf('Not allowed')).toBeUndefined();
	});

	test.each<[operation: string, expected: IDataObject]>([
		['upsert', { caption: 'Hello', action: 'failed' }],
		['syncCalendar', { caption: 'Hello', action: 'failed' }],
		['create', { caption: 'Hello', action: 'failed' }],
	])('returns the caption and the action of a failed item: %s', async (operation, expected) => {
		const parameters = { channels: '={{ ["nowhere"] }}', caption: 'Hello', delivery: 'now' };
		const [failed] = await node().run(`post:${operation}`, parameters, { continueOnFail });
		expect(failed?.json).toMatchObject({ error: expect.stringContaining('nowhere') as string, ...expected });
	});

	test.each([
		['a node', {}],
		['a tool', { isTool: true }],
	])('says in one message what happened and what to do: %s', async (_, run) => {
		const [failed] = await node().run('post:create', { ...create, channels: '' }, { continueOnFail, ...run });
		expect(failed?.json).toMatchObject({
			error: "'Channel Names or IDs' is empty",
			message:
				"'Channel Names or IDs' is empty. Choose at least one channel the post goes to. Nothing was sent for this item.",
		});
	});

	test('names the post that could not be read', async () => {
		const postId = 'b0000000-0000-4000-8000-00000000ffff';
		const [item] = await node().run('post:get', { postId: byId(postId) }, { continueOnFail: true });
		expect(item?.json.details).toMatchObject({ statusCode: 404, postId });
	});

	test('returns an error item for each item if the base URL is invalid (P1)', async () => {
		const items = itemsOf({}, {});
		const out = await nodeFor({ url: 'garbage' }).run('workspace:get', {}, { items, continueOnFail });
		expect(out.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			["'Base URL' must be a web address that starts with http:// or https://", { item: 0 }],
			["'Base URL' must be a web address that starts with http:// or https://", { item: 1 }],
		]);
	});
});

describe('an expression that fails', () => {
	const items = itemsOf({ text: 'One', channels: facebook.id });
	const failing = { ...perItem, caption: '={{ $json.text.chunk(2) }}' };

	test("keeps n8n's message instead of blaming the node (P97)", async () => {
		const error = await node().error('post:create', failing, { items });
		expect(error.name).toBe('ExpressionExtensionError');
		expect(error.message).toContain('chunk() is only callable on type "Array"');
		expect(JSON.stringify(error)).not.toContain('report it');
	});

	test('returns an error item if the node continues on fail (P97)', async () => {
		const [failed] = await node().run('post:create', failing, { items, continueOnFail });
		expect(failed?.json).toMatchObject({
			error: expect.stringContaining('chunk() is only callable') as string,
			message: expect.stringContaining(`${String(failed?.json.error)}.`) as string,
		});
	});
});

test.each<[failed: number, more: object]>([
	[1, { items: three, continueOnFail }],
	[0, { items: three.slice(0, 2), continueOnFail }],
])('says above the output that %d of several items failed', async (failed, more) => {
	const { hints } = await node().result('post:create', create, more);
	const messages = hints.map(({ message }) => message).filter((message) => message.includes('failed'));
	expect(messages).toEqual(
		failed === 0
			? []
			: [
					"1 of 4 items failed. The reason is in 'error', and what to do is in 'message'. If you run the node again, it runs all items, not only those.",
				],
	);
});
