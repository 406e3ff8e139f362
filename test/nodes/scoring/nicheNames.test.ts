import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createRunData } from '../../support/n8nWorkflow';
import { profile } from '../../support/profile';
import { nodeFor } from '../../support/nodeUnderTest';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();

const listPath = '/v1/research/niches';
const gapsPath = '/v1/research/content-gaps';
const operation = 'research:getContentGaps';

const niche = (mode: string, value: string): IDataObject => ({ niche: { __rl: true, mode, value } });
const byName = niche('name', '={{ $json.niche }}');
const filters = { limit: 1 };

const itemsOf = (...niches: string[]): INodeExecutionData[] =>
	niches.map((name) => ({ json: { niche: name } }));

const gapsOf = async (values: IDataObject, run: object = {}): Promise<IDataObject[]> =>
	(await nodeFor(sandbox()).run(operation, { filters, ...values }, run)).map(({ json }) => json);

const errorOf = async (values: IDataObject, run: object = {}): Promise<Record<string, unknown>> =>
	await gapsOf(values, run).then(
		() => ({}),
		(error: Record<string, unknown>) => error,
	);

const paths = (): string[] => sandbox().requests.map(({ path }) => path);
const asked = (): unknown[] =>
	sandbox()
		.requests.filter(({ path }) => path === gapsPath)
		.map(({ query }) => (query as IDataObject).niche);
const spent = (): number => sandbox().account('pro').spent;

const listOf = (...niches: Array<[slug: string, name: string]>): void =>
	sandbox().faults.add({
		path: listPath,
		kind: 'body',
		status: 200,
		body: { niches: niches.map(([slug, name]) => ({ slug, name, gap_count: 1 })) },
		contentType: 'application/json',
	});

/** The name of a niche. Documented is only its ID. */
const label = { observed: 'Home cooking', documents: 'home-cooking' }[profile];

const notFound = (given: string) => `In 'Niche', '${given}' isn't the name or ID of a niche`;
const unpaid = 'No credits were spent.';
const lookedUp = 'Looking up the niche by its name cost 1 credit.';

describe('a niche by name', () => {
	test.each<[string, string]>([
		['its name', 'Home cooking'],
		['other case and blanks', '  HOME  Cooking '],
		['full-width letters and a non-breaking space', 'Ｈome\u00a0cooking'],
		['its ID', 'home-cooking'],
	])('is accepted as %s (S12, S13)', async (_title, name) => {
		expect(await gapsOf(niche('name', name))).toMatchObject([{ creditsCost: 6 }]);
		expect(asked()).toEqual(['home-cooking']);
		expect(spent()).toBe(6);
	});

	test.each([['id'], ['list']])('needs no request for names in the mode %s (S-N8)', async (mode) => {
		expect(await gapsOf(niche(mode, 'home-cooking'))).toMatchObject([{ creditsCost: 5 }]);
		expect(paths()).toEqual([gapsPath]);
	});

	test('needs one request for all names of a run, and is paid once whatever its name (S-N8)', async () => {
		const items = itemsOf(
			'Home cooking',
			'woodworking',
			'HOME COOKING',
			'home-cooking',
			'Indie Games',
			'Woodworking',
		);
		const costs = (await gapsOf(byName, { items })).map(({ creditsCost }) => Number(creditsCost));
		expect(costs.reduce((sum, cost) => sum + cost)).toBe(16);
		expect(paths().filter((path) => path === listPath)).toHaveLength(1);
		expect([...asked()].sort()).toEqual(['home-cooking', 'indie-games', 'woodworking']);
		expect(spent()).toBe(16);
	});

	test('is part of the cost of a run whose first name is wrong, which a repeat costs again', async () => {
		const items = itemsOf('cookng', 'Home cooking');
		const run = { items, continueOnFail: true };
		const { outputs, hints } = await nodeFor(sandbox()).result(operation, { filters, ...byName }, run);
		expect(outputs[0]?.map(({ json }) => json.creditsCost)).toEqual([1, 5]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^This run cost 6 credits at most\./),
		);
		expect(spent()).toBe(6);
	});

	test('has its cost on the first of several items, and a hint counts the others', async () => {
		const items = itemsOf('Home cooking', 'Home cooking', 'HOME COOKING');
		const { outputs, hints } = await nodeFor(sandbox()).result(operation, { filters, ...byName }, { items });
		expect(outputs[0]?.map(({ json }) => json.creditsCost)).toEqual([6, 0, 0]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			'2 items had the same input as another one, and shared its result, which was paid for once.',
		);
	});

	test('is accepted by an agent tool (S13)', async () => {
		const run = { items: itemsOf('tech reviews'), isTool: true };
		expect(await gapsOf(byName, run)).toMatchObject([{ creditsCost: 6 }]);
	});
});

describe("a name that doesn't match exactly one niche", () => {
	test.each<[string, string, string, string]>([
		['of none', 'Home cookin', notFound('Home cookin'), `Did you mean ${label}? ${lookedUp}`],
		[
			'of several',
			'cooking',
			"'cooking' in 'Niche' matches 2 niches: home; pro",
			`Use one of these instead. ${lookedUp}`,
		],
		[
			'that is the ID of another',
			'pasta',
			"'pasta' in 'Niche' matches 2 niches: noodles; Italian",
			`Use one of these instead. ${lookedUp}`,
		],
		[
			'that is empty',
			' ',
			"'Niche' is empty",
			`${unpaid} Choose an entry from the list, or enter an ID in 'Niche'.`,
		],
	])('%s is rejected before gaps are paid for (S13)', async (title, name, message, description) => {
		if (title.startsWith('of several')) listOf(['home', 'Cooking'], ['pro', 'Cooking']);
		if (title.startsWith('that is the')) listOf(['noodles', 'Pasta'], ['pasta', 'Italian']);
		expect(await errorOf(niche('name', name))).toMatchObject({ message, description });
		expect(asked()).toEqual([]);
	});

	test('stops the run before any gap is paid for, whatever its item (S-N8)', async () => {
		const items = itemsOf('Home cooking', 'home-cooking', 'Home cookin');
		const error = await errorOf(byName, { items });
		expect(error).toMatchObject({
			message: expect.stringContaining(notFound('Home cookin')) as string,
			description: expect.stringContaining(lookedUp) as string,
			context: { itemIndex: 2 },
		});
		expect([spent(), paths()]).toEqual([1, [listPath]]);
	});

	test('shows the cost of the names on the failed item with Continue and charges no other (S-N8)', async () => {
		const items = itemsOf('nothing', 'Woodworking', 'nothing');
		const [first, second, third] = await gapsOf(byName, { items, continueOnFail: true });
		expect(first).toMatchObject({ error: notFound('nothing'), details: { creditsCost: 1 } });
		expect(first?.message).toContain(lookedUp);
		expect(second).toMatchObject({ creditsCost: 5 });
		expect(third?.details).toEqual({});
		expect(spent()).toBe(6);
	});

	test('costs nothing in a retry of the execution (S-N8)', async () => {
		const run = { items: itemsOf('Woodworking', 'nothing'), runData: createRunData([]) };
		await errorOf(byName, run);
		expect(await errorOf(byName, run)).toMatchObject({ message: notFound('nothing') });
		expect(paths().filter((path) => path === listPath)).toHaveLength(1);
	});

	test('costs nothing for an unknown ID, with a hint about names (S13)', async () => {
		expect(await errorOf(niche('id', 'Home cooking'))).toMatchObject({
			message: "The niche wasn't found",
			description: expect.stringContaining("from the list or 'By Name'"),
		});
		expect(spent()).toBe(0);
	});
});

describe('credits and the names of niches', () => {
	test('rejects wrong filters before the names are paid for (S13)', async () => {
		const error = await errorOf({ ...niche('name', 'Woodworking'), filters: { limit: 0 } });
		expect(error.message).toContain("'Limit' must be 1 or more");
		expect(paths()).toEqual([]);
	});

	test.each<[string, number, string | undefined, number]>([
		['enough for both', 16, undefined, 6],
		[
			'enough for only the names',
			15,
			"The account has 15 credits, this item can cost 6, and 'Minimum Balance' is 10",
			0,
		],
	])('respects a Minimum Balance of 10 with %s (S12, S13)', async (_title, balance, message, cost) => {
		sandbox().credits.set('pro', balance);
		const values = { ...niche('name', 'Woodworking'), options: { minimumBalance: 10 } };
		expect((await errorOf(values)).message).toBe(message);
		expect(spent()).toBe(cost);
	});

	test('reports the cost of the names if the call is then refused (S28, S-N22)', async () => {
		sandbox().credits.set('pro', 1);
		expect(await errorOf(niche('name', 'Woodworking'))).toMatchObject({
			message: 'The account is out of credits',
			description: expect.stringContaining(lookedUp),
		});
		expect(spent()).toBe(1);
	});

	test('reports the cost of the names once for items that share a failed call (S-N8, S-N22)', async () => {
		sandbox().faults.add({ path: gapsPath, kind: 'status', status: 400 });
		const items = itemsOf('Woodworking', 'woodworking');
		const failed = await gapsOf(byName, { items, continueOnFail: true });
		expect(failed.map(({ error }) => error)).toEqual(Array(2).fill('The service refused the values'));
		const [first, second] = failed.map(({ message }) => String(message));
		expect(first).toContain(`'Get Usage' shows whether this call cost credits. ${lookedUp}`);
		expect(second).not.toContain(lookedUp);
	});

	test.each<[string, unknown, string]>([
		["that can't be read", '{"cut":', "The service returned an answer that can't be read"],
		['without niches', { count: 0 }, 'The service returned no list of niches'],
	])('requests a list %s once for any number of items (S-N8)', async (_title, body, message) => {
		const contentType = 'application/json';
		sandbox().faults.add({ path: listPath, kind: 'body', status: 200, body, contentType, times: 99 });
		const items = itemsOf('Woodworking', 'Home cooking', 'Woodworking', 'x', 'y', 'z');
		const failed = await gapsOf(byName, { items, continueOnFail: true });
		const before = paths().length;
		expect(failed.map(({ error }) => error)).toEqual(items.map(() => message));
		expect(asked()).toEqual([]);
		sandbox().reset();
		sandbox().faults.add({ path: listPath, kind: 'body', status: 200, body, contentType, times: 99 });
		await gapsOf(byName, { items: items.slice(0, 1), continueOnFail: true });
		expect(paths()).toHaveLength(before);
	});
});
