import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { scoringSeed } from '../../../sandbox/scoring';
import { createRunData } from '../../support/n8nWorkflow';
import { itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useScoringSandbox } from '../../support/useScoringSandbox';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { mastodon: 1 } });

const scoring = useScoringSandbox();

const { channels, keys } = seed;

const { facebook, bluesky, linkedinBroken, mastodon } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
	// Turns the check off, which leaves the refusal to the service.
	options: { checkFirst: false },
};

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

/** A rate limit that asks for a longer wait than a run allows. */
const longLimit = {
	path: '/api/v1/posts/',
	method: 'POST',
	kind: 'status',
	status: 429,
	retryAfter: 7200,
} as const;

const perItem = {
	channels: '={{ $json.channels }}',
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
	// Turns the check off, which leaves the refusal to the service.
	options: { checkFirst: false },
};

const continueOnFail = true;

describe('Stop Workflow', () => {
	test('lists the completed items in the error and starts no other (P71)', async () => {
		const error = await nodeWith().error('post:create', create, { items: three });
		expect(error.context.itemIndex).toBe(2);
		expect(error.description).toContain(
			`A retry skips these items, which are done: item 0 (${idOf('One')}), item 1 (${idOf('Two')})`,
		);
		expect(facts(error).done).toEqual([
			{ item: 0, id: idOf('One') },
			{ item: 1, id: idOf('Two') },
		]);
		expect(sentPosts()).toHaveLength(2);
	});

	test('also lists the items that were running when one failed (P71)', async () => {
		const options = { parallelRequests: 4 };
		const error = await nodeWith().error('post:create', { ...create, options }, { items: three });
		expect(facts(error).done).toEqual(
			sandbox()
				.posts()
				.map(({ id, caption }) => ({ item: three.findIndex(({ json }) => json.text === caption), id }))
				.sort((a, b) => a.item - b.item),
		);
	});

	test('adds nothing if nothing was done or the operation only reads', async () => {
		const failed = await nodeWith().error('post:create', create, { items: three.slice(2) });
		expect(failed.description).not.toContain('done before');
		const read = await nodeWith().error(
			'post:getAll',
			{ filters: { channelId: '={{ $json.id }}' } },
			{
				items: itemsOf({ id: channels.facebook.id }, { id: 'no id' }),
			},
		);
		expect(read.description).not.toContain('done before');
	});

	test('fails the run if the service asks for too long a wait (P103)', async () => {
		await nodeWith().run('post:create', create, { items: three.slice(0, 1) });
		sandbox().faults.add(longLimit);
		const failing = nodeWith().run('post:create', create, { items: three.slice(0, 2) });
		await expect(failing).rejects.toMatchObject({
			message: 'Waiting for the service would take more than an hour',
		});
		expect(sentPosts()).toHaveLength(2);
	});

	test('fails the run if the credits run out and loses no paid result (S28)', async () => {
		scoring().credits.set('free', 2);
		const items = ['a', 'b', 'c'].map((title) => ({ json: { title } }));
		const { run } = nodeFor(scoring(), { key: scoringSeed.keys.free });
		const execution = { items, runData: createRunData(items), executionId: '1' };
		const failing = run('score:packaging', { title: '={{ $json.title }}' }, execution);
		await expect(failing).rejects.toMatchObject({
			message: 'The account is out of credits',
			description: expect.stringContaining('2 items were paid for before. A retry of this execution'),
		});
		scoring().credits.set('free', 1);
		expect(await run('score:packaging', { title: '={{ $json.title }}' }, execution)).toHaveLength(3);
		expect(scoring().account('free')).toMatchObject({ credits: 0 });
	});

	test('shows the item in the error and stops there', async () => {
		const items = itemsOf(
			{ text: 'Good', channels: facebook.id },
			{ text: 'Bad', channels: '' },
			{ text: 'Never', channels: facebook.id },
		);
		const error = await nodeWith().error('post:create', perItem, { items });
		expect(error.context).toMatchObject({ itemIndex: 1 });
		expect(sandbox().posts()).toHaveLength(1);
	});
});

describe('Continue', () => {
	test('returns an item for each item if the service asks for too long a wait (P103)', async () => {
		sandbox().faults.add(longLimit);
		const items = await nodeWith().json('post:create', create, {
			items: three.slice(0, 2),
			continueOnFail,
		});
		expect(items.map(({ error }) => error)).toEqual(
			Array.from({ length: 2 }, () => 'Waiting for the service would take more than an hour'),
		);
		expect(sentPosts()).toHaveLength(1);
	});

	test.each(['score:packaging', 'benchmark:channel'])(
		'sends no paid request in %s after the credits have run out (S28)',
		async (operation) => {
			const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
			const items = titles.map((title) => ({ json: { title, url: `@channel-${title}` } }));
			const parameters = { title: '={{ $json.title }}', url: '={{ $json.url }}' };
			const { run } = nodeFor(scoring(), { key: scoringSeed.keys.empty });
			const outputs = await run(operation, parameters, { items, continueOnFail });
			expect(outputs.map(({ json }) => json.error)).toEqual(
				titles.map(() => 'The account is out of credits'),
			);
			expect(scoring().requests.map(({ status }) => status)).toEqual([402]);
		},
	);

	test('returns an error item for each failed item and continues with the rest (P53, P55, P98)', async () => {
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
		expect(out.map(({ json }) => [json.error ?? json.caption, json.error === undefined])).toEqual([
			['Good', true],
			["'Channel Names or IDs' is empty", false],
			['The service refused the content. The post was saved as a draft', false],
			["This API key isn't allowed to do this", false],
			['First', true],
			["The channel's daily limit is reached. The post was saved as a draft", false],
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

	test.each<[operation: string, expected: IDataObject]>([
		['upsert', { caption: 'Hello', action: 'failed' }],
		['syncCalendar', { caption: 'Hello', action: 'failed' }],
		['create', { caption: 'Hello' }],
	])('returns the caption and the action of a failed item: %s', async (operation, expected) => {
		const parameters = { channels: '={{ ["nowhere"] }}', caption: 'Hello', delivery: 'now' };
		const [failed] = await nodeWith().run(`post:${operation}`, parameters, { continueOnFail });
		expect(failed?.json).toMatchObject({ error: expect.stringContaining('nowhere') as string, ...expected });
	});

	test('returns the ID of the saved draft with advice (P53)', async () => {
		const items = itemsOf({ text: 'Draft left', channels: linkedinBroken.id, delivery: 'now' });
		const [failed] = await nodeWith().run('post:create', perItem, { items, continueOnFail });
		const { id } = sandbox().posts()[0] ?? {};
		expect(failed?.json.message).toBe(
			'The service says: accounts: LinkedIn: Acme Careers: is disconnected; reconnect it first. ' +
				`The draft has the ID ${id}. Correct it with 'Update', then use 'Submit'. Don't create it again.`,
		);
		expect(failed?.json.details).toEqual({ statusCode: 422, code: 'invalid', postId: id });
	});

	test('returns an error item for each item if the key is refused (P91)', async () => {
		const out = await nodeWith(keys.revoked).run(
			'workspace:get',
			{},
			{ items: itemsOf({}, {}), continueOnFail },
		);
		const details = { statusCode: 401, code: 'unauthorized' };
		const error = { error: 'The service refused the API key', details };
		expect(out.map(({ json }) => json)).toMatchObject([error, error]);
	});

	test('returns an error item for each item if the base URL is invalid (P1)', async () => {
		const items = itemsOf({}, {});
		const out = await nodeFor({ url: 'garbage' }).run('workspace:get', {}, { items, continueOnFail });
		expect(out.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			["'Base URL' must be a web address that starts with http:// or https://", { item: 0 }],
			["'Base URL' must be a web address that starts with http:// or https://", { item: 1 }],
		]);
	});

	test('shows no secret in an error item (D1)', async () => {
		const items = itemsOf(
			{ text: 'x', channels: 'nonsense' },
			{ text: 'x', channels: linkedinBroken.id, delivery: 'now' },
		);
		const out = await nodeWith().run('post:create', perItem, { items, continueOnFail });
		expect(out.map(({ json }) => Object.keys(json as IDataObject).includes('error'))).toEqual([true, true]);
		expect(JSON.stringify(out)).not.toContain(keys.full);
	});
});

describe('an expression that fails', () => {
	const items = itemsOf({ text: 'One', channels: facebook.id });
	const failing = { ...perItem, caption: '={{ $json.text.chunk(2) }}' };

	test("keeps n8n's message instead of blaming the node (P97)", async () => {
		const error = await nodeWith().error('post:create', failing, { items });
		expect(error.name).toBe('ExpressionExtensionError');
		expect(error.message).toContain('chunk() is only callable on type "Array"');
		expect(JSON.stringify(error)).not.toContain('report it');
	});

	test('returns an error item if the node continues on fail (P97)', async () => {
		const [failed] = await nodeWith().run('post:create', failing, { items, continueOnFail });
		expect(failed?.json.error).toContain('chunk() is only callable');
	});
});
