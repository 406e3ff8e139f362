import fc from 'fast-check';
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { seed, type FaultSpec } from '../../../sandbox';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { callers, type Caller, type Ended } from '../../support/callers';
import { fileOfKind } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

/** Models that misread a success and call the same tool again. */

const sandbox = useSandbox();
const web = useFileServer();
const { channels, keys } = seed;
const tools = callers.filter(({ name }) => /Agent|MCP/.test(name));
const [agent3] = tools as [Caller];

const create = (caller: Caller): IDataObject => ({
	resource: 'post',
	operation: 'create',
	channels: [channels.facebook.id],
	caption: caller.field('caption'),
	delivery: caller.field('delivery'),
	publishAt: caller.field('publishAt'),
	draftsAndReviewOnly: false,
});
const now = { caption: 'Hello', delivery: 'now', publishAt: '' };
const at = (publishAt: string): IDataObject => ({ caption: 'Hello', delivery: 'at', publishAt });
const later = at('2026-01-20T09:00:00+00:00');

/** Calls a tool. `before` runs before each try of a call, with the number of tries before it. */
async function call(
	caller: Caller,
	calls: IDataObject[],
	parameters: IDataObject = {},
	before: (tries: number) => unknown = () => undefined,
): Promise<Ended[]> {
	const { nodeType } = nodeFor(sandbox());
	let tries = 0;
	const execute: INodeType['execute'] = async function (this) {
		await before(tries++);
		return (await nodeType.execute?.call(this)) as never;
	};
	return await caller.call(
		{
			nodeType: { ...nodeType, execute },
			credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
			parameters: { ...create(caller), ...parameters } as INodeParameters,
		},
		calls,
	);
}
const jsonOf = (ended: Ended[]): IDataObject[] =>
	ended.flatMap((one) =>
		'error' in one ? [{ error: (one.error as Error).message }] : one.items.map(({ json }) => json),
	);

describe.each(tools)('$name', (caller) => {
	test('makes one post of three equal calls, and says that the others are repeats', async () => {
		sandbox().vary({ optionalFields: 'sent' });
		const outputs = jsonOf(await call(caller, [now, now, now]));
		expect(sandbox().posts()).toHaveLength(1);
		const id = sandbox().posts()[0]?.id;
		expect(outputs.map((output) => [output.id, output.repeated])).toEqual([
			[id, undefined],
			[id, true],
			[id, true],
		]);
		expect(outputs[1]?.message).toBe(
			"This post already exists. “Hello” is being published on Facebook (Acme Studio). It wasn't sent again.",
		);
	});

	test('makes another post of another time or another text', async () => {
		const calls = [later, at('2026-01-21T09:00:00+00:00'), { ...later, caption: 'Hallo' }];
		const outputs = jsonOf(await call(caller, calls));
		expect(outputs.map(({ repeated }) => repeated)).toEqual([undefined, undefined, undefined]);
		expect(sandbox().posts()).toHaveLength(3);
	});

	test('makes a post of each call with a key from the execution', async () => {
		await call(caller, [later, later], { options: { ifRunAgain: { settings: { send: 'execution' } } } });
		expect(sandbox().posts()).toHaveLength(2);
	});

	test("isn't a repeat if the call is retried after a lost answer", async () => {
		sandbox().faults.add({ method: 'POST', path: '/posts/', kind: 'dropAfter' });
		const outputs = jsonOf(await call(caller, [later]));
		expect(outputs).toMatchObject([{ status: 'scheduled' }]);
		expect(outputs[0]).not.toHaveProperty('repeated');
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('makes a deleted post again', async () => {
		const erase = async (tries: number) => {
			const [post] = sandbox().posts();
			if (tries === 1 && post)
				await nodeFor(sandbox()).json('post:delete', { postId: { __rl: true, mode: 'id', value: post.id } });
		};
		const outputs = jsonOf(await call(caller, [later, later], {}, erase));
		expect(outputs.map(({ repeated, error }) => [repeated, error])).toEqual(
			Array(2).fill([undefined, undefined]),
		);
		expect(
			sandbox()
				.posts()
				.map(({ id }) => id),
		).toEqual([outputs[1]?.id]);
	});

	test('uploads a file once that two calls upload', async () => {
		web().serve({ bytes: fileOfKind('png', 100), contentType: 'image/png' });
		const upload = { resource: 'media', operation: 'upload', fileFrom: 'url', url: `${web().url}/file` };
		const outputs = jsonOf(await call(caller, [now, now], upload));
		expect(outputs[1]?.id).toBe(outputs[0]?.id);
	});
});

test.each<[string, IDataObject, (id: string) => unknown, RegExp]>([
	[
		'a draft',
		{ ...now, delivery: 'draft' },
		() => undefined,
		/exists\. “Hello” is a draft for Facebook \(Acme Studio\)\.$/,
	],
	[
		'scheduled',
		later,
		() => undefined,
		/exists\. “Hello” is scheduled on Facebook \(Acme Studio\) for Tue, Jan 20, 2026, 9:00 AM \(UTC\)\. It wasn't sent again\./,
	],
	[
		'published',
		now,
		(id) => sandbox().outcomes.publish(id),
		/exists\. “Hello” was published on Facebook \(Acme Studio\)\. It wasn't sent again\./,
	],
	[
		'failed',
		now,
		(id) => sandbox().outcomes.fail(id),
		/exists\. “Hello” wasn't published on Facebook \(Acme Studio\): .* Use 'Send Again' to publish it there/,
	],
])('a repeated call says that its post is %s by now', async (_title, values, change, message) => {
	sandbox().vary({ optionalFields: 'sent' });
	const outputs = jsonOf(
		await call(agent3, [values, values], {}, async (tries) => {
			const [post] = sandbox().posts();
			if (tries === 1 && post) await change(post.id);
		}),
	);
	expect(outputs[1]).toMatchObject({ repeated: true, message: expect.stringMatching(message) });
	expect(outputs[1]?.status).toBe(sandbox().posts()[0]?.status);
});

test("a post that is more than a minute older than a call is known as a repeat by the service's clock", async () => {
	const node = nodeFor(sandbox());
	const run = { isTool: true, agent: undefined };
	const parameters = {
		...create(agent3),
		caption: 'From elsewhere',
		delivery: 'at',
		publishAt: later.publishAt,
	};
	const { resource: _, operation: __, draftsAndReviewOnly: ___, ...form } = parameters as IDataObject;
	await node.json('post:create', { ...form, options: { ifRunAgain: { settings: { send: 'content' } } } });
	sandbox().clock.advance(61_000);
	expect(await node.json('post:create', { ...form, draftsAndReviewOnly: false }, run)).toMatchObject([
		{ repeated: true },
	]);
	expect(
		await node.json('post:create', { ...form, caption: 'New', draftsAndReviewOnly: false }, run),
	).not.toHaveProperty('0.repeated');
});

test('a node that is no tool makes a post for each execution', async () => {
	const form = { channels: [channels.facebook.id], caption: 'Hello', delivery: 'now' };
	for (let count = 0; count < 2; count++) await nodeFor(sandbox()).json('post:create', form);
	expect(sandbox().posts()).toHaveLength(2);
});

test('the check before sending is complete on the first try of a call', async () => {
	const [output] = jsonOf(
		await call(agent3, [{ ...now, caption: 'x'.repeat(400) }], { channels: [channels.bluesky.id] }),
	);
	expect(output?.error).toContain('too long');
	expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe('models that repeat calls, and tries whose answers get lost', () => {
	const faults: Array<Omit<FaultSpec, 'path'>> = [
		{ kind: 'dropAfter' },
		{ kind: 'dropAfter', times: 3 },
		{ kind: 'drop', times: 9 },
		{ kind: 'cut' },
		{ kind: 'status', status: 503 },
		{ kind: 'statusAfter', status: 500 },
		{ kind: 'status', status: 429, retryAfter: 1 },
	];
	const values: IDataObject[] = [now, later, { ...later, caption: 'Hallo' }, { ...now, delivery: 'queue' }];
	const step = fc.record({ value: fc.nat(values.length - 1), fault: fc.option(fc.nat(faults.length - 1)) });
	const runs = fc.record({
		caller: fc.nat(tools.length - 1),
		steps: fc.array(step, { minLength: 2, maxLength: 5 }),
	});

	test('never make two equal posts', async () => {
		await fc.assert(
			fc.asyncProperty(runs, async ({ caller, steps }) => {
				sandbox().reset();
				const tool = tools[caller] as Caller;
				for (const { value, fault } of steps) {
					const spec = fault === null ? undefined : faults[fault];
					if (spec) sandbox().faults.add({ method: 'POST', path: '/posts/', ...spec });
					await call(tool, [values[value] ?? now]);
					sandbox().faults.clear();
				}
				const made = sandbox()
					.posts()
					.map(({ caption, scheduledAt, status }) => JSON.stringify([caption, scheduledAt, status]));
				expect(new Set(made).size).toBe(made.length);
				// The next equal call gets the post of each value. A service that still refuses its key hides one that was made before the call.
				const refuses = sandbox().vary().failedKeys === 'refused again';
				const isHidden = (error: unknown) => refuses && /Check your posts/.test(String(error));
				const last = jsonOf(
					await call(
						tool,
						steps.map(({ value }) => values[value] ?? now),
					),
				);
				const errors = last.map(({ error }) => error).filter((error) => error !== undefined);
				expect(last).toHaveLength(steps.length);
				expect(errors.filter((error) => !isHidden(error))).toEqual([]);
				expect(sandbox().posts()).toHaveLength(new Set(steps.map(({ value }) => value)).size);
			}),
			{ seed: fuzzSeed, numRuns: fuzzRuns(200), endOnFailure: true },
		);
	}, 300_000);
});

test.each([
	['a tool', 'socialPublishingTool', 'content'],
	['a node that is no tool', 'socialPublishing', 'execution'],
])('n8n shows the option of %s with its own default', (_title, name, expected) => {
	const description = { ...new SocialPublishing().description, name };
	const values: INodeParameters = { resource: 'post', operation: 'create' };
	const shown = (property: INodeProperties): boolean =>
		NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description);
	const [options] = description.properties.filter(
		(property) => property.name === 'options' && shown(property),
	);
	const fields = ((options?.options ?? []) as INodeProperties[]).filter(
		(field) => field.name === 'ifRunAgain' && shown(field),
	);
	const [send] = ((fields[0]?.options?.[0] ?? {}) as { values: INodeProperties[] }).values;
	expect([fields.length, send?.default]).toEqual([1, expected]);
	const saved = NodeHelpers.getNodeParameters(
		description.properties,
		{ ...values, options: { ifRunAgain: { settings: { send: 'execution' } } } },
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
	expect(saved?.options).toEqual({ ifRunAgain: { settings: { send: 'execution' } } });
});
