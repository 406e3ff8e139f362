import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { scoringSeed } from '../../../sandbox/scoring';
import { itemsOf, nodeFor } from '../../support/publishingNode';
import { scoringNodeOf, useScoringSandbox } from '../../support/scoring';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const scoring = useScoringSandbox();
const { channels, keys } = seed;
const node = () => nodeFor({ url: sandbox().url, key: keys.full });
const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text }}',
	delivery: '={{ $json.delivery ?? "draft" }}',
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

/** A rate limit that asks to wait for longer than a run may. */
const longLimit = {
	path: '/api/v1/posts/',
	method: 'POST',
	kind: 'status',
	status: 429,
	retryAfter: 7200,
} as const;

describe('Stop Workflow', () => {
	test('the error names what was done, and no further item is begun (P71)', async () => {
		const error = await node().error('post:create', create, { items: three });
		expect(error.context.itemIndex).toBe(2);
		expect(error.description).toContain(
			`These items were done before and are not done again in a retry: item 0 (${idOf('One')}), item 1 (${idOf('Two')})`,
		);
		expect(facts(error).done).toEqual([
			{ item: 0, id: idOf('One') },
			{ item: 1, id: idOf('Two') },
		]);
		expect(sentPosts()).toHaveLength(2);
	});

	test('what was under way when an item failed is named, too (P71)', async () => {
		const options = { itemsAtOnce: 4 };
		const error = await node().error('post:create', { ...create, options }, { items: three });
		expect(facts(error).done).toEqual(
			sandbox()
				.posts()
				.map(({ id, caption }) => ({ item: three.findIndex(({ json }) => json.text === caption), id }))
				.sort((a, b) => a.item - b.item),
		);
	});

	test('nothing is added where nothing was done, or where the operation only reads', async () => {
		const failed = await node().error('post:create', create, { items: three.slice(2) });
		expect(failed.description).not.toContain('done before');
		const read = await node().error(
			'post:getAll',
			{ filters: { channelId: '={{ $json.id }}' } },
			{
				items: itemsOf({ id: channels.facebook.id }, { id: 'no id' }),
			},
		);
		expect(read.description).not.toContain('done before');
	});

	test('a run fails where the service asks to wait for too long (P103)', async () => {
		await node().run('post:create', create, { items: three.slice(0, 1) });
		sandbox().faults.add(longLimit);
		const failing = node().run('post:create', create, { items: three.slice(0, 2) });
		await expect(failing).rejects.toMatchObject({
			message: 'The node has waited for the service as long as it can',
		});
		expect(sentPosts()).toHaveLength(2);
	});

	test('a run fails where the credits run out, and loses nothing that was paid for (S28)', async () => {
		scoring().credits.set('free', 2);
		const items = ['a', 'b', 'c'].map((title) => ({ json: { title } }));
		const run = scoringNodeOf(scoring(), scoringSeed.keys.free);
		const failing = run('score:packaging', { title: '={{ $json.title }}' }, { items });
		await expect(failing).rejects.toMatchObject({
			message: 'The account is out of credits',
			description: expect.stringContaining(
				'2 items were paid for before. Run the node again within 24 hours: they cost nothing more',
			),
		});
		scoring().credits.set('free', 1);
		expect(await run('score:packaging', { title: '={{ $json.title }}' }, { items })).toHaveLength(3);
		expect(scoring().account('free')).toMatchObject({ credits: 0 });
	});
});

describe('Continue', () => {
	test('every item ends as an item where the service asks to wait for too long (P103)', async () => {
		sandbox().faults.add(longLimit);
		const items = await node().json('post:create', create, {
			items: three.slice(0, 2),
			continueOnFail: true,
		});
		expect(items.map(({ error }) => error)).toEqual(
			Array.from({ length: 2 }, () => 'The node has waited for the service as long as it can'),
		);
		expect(sentPosts()).toHaveLength(1);
	});

	test.each(['score:packaging', 'benchmark:channel'])(
		'after the first answer that the credits are out, %s sends no paid request (S28)',
		async (operation) => {
			const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
			const items = titles.map((title) => ({ json: { title, url: `@channel-${title}` } }));
			const parameters = { title: '={{ $json.title }}', url: '={{ $json.url }}' };
			const run = scoringNodeOf(scoring(), scoringSeed.keys.empty);
			const outputs = await run(operation, parameters, { items, continueOnFail: true });
			expect(outputs.map(({ json }) => json.error)).toEqual(
				titles.map(() => 'The account is out of credits'),
			);
			expect(scoring().requests.map(({ status }) => status)).toEqual([402]);
		},
	);
});
