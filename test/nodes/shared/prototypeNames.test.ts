import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { parseJson } from '../../../client/http/json';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { seed } from '../../../sandbox';
import { pollNode } from '../../support/n8nContexts';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import type { Reply } from '../../support/recordingServer';
import { sampleChannel, sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';
import { loadStaticData } from '../../trigger/staticData';
import { useSandbox } from '../../support/useSandbox';

/**
 * Names that every object inherits. In a workflow, a file or a response, they are names like any
 * other. n8n's process stays unchanged, and the output is a result or a clear error.
 */
const names = ['__proto__', 'constructor', 'prototype'];

const sandbox = useSandbox({ seed: 'default' });
const server = useRecordingServer();
const { channels } = seed;
const { facebook, tiktok, youtube } = channels;

/** What a stray write would change in the prototypes of objects, lists and functions. */
const inherited = () =>
	[Object.prototype, Array.prototype, Function.prototype, Object].map((one) =>
		Reflect.ownKeys(one).map((key) => [key, Object.getOwnPropertyDescriptor(one, key)?.value as unknown]),
	);
const before = inherited();
afterEach(() => expect(inherited()).toEqual(before));

const json = (text: string): IDataObject => JSON.parse(text) as IDataObject;
/** An object with that name as an own property. */
const named = (name: string, value: unknown = { polluted: 'yes', delivery: { mode: 'now' } }): IDataObject =>
	json(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

type Outcome = { error?: Error & { description?: string | null }; items?: INodeExecutionData[] };
const play = async (
	operation: string,
	parameters: IDataObject,
	url = sandbox().url,
	run = {},
): Promise<Outcome> =>
	await nodeFor({ url })
		.run(operation, parameters, run)
		.then(
			(items) => ({ items }),
			(error: Error) => ({ error }),
		);

/** A clear error. It isn't one of JavaScript's, prints no function and doesn't ask to report it. */
const unclear =
	/Cannot read|is not a function|is not iterable|native code|\[object|mistake in the node|undefined/;
function expectClear({ error, items }: Outcome): void {
	expect(`${error?.message} ${error?.description}`.replaceAll('undefined undefined', '')).not.toMatch(
		unclear,
	);
	expect(JSON.stringify(items ?? [])).not.toMatch(/native code/);
	const functions = (items ?? [])
		.flatMap((item) => Object.values(item.json))
		.filter((value) => typeof value === 'function');
	expect(functions).toEqual([]);
}

const create = (more: IDataObject): IDataObject => ({
	channels: [facebook.id, tiktok.id, youtube.id],
	caption: 'Hi',
	...more,
});
const checked = { options: { checkFirst: true } };
const byJson = (channelOverridesJson: IDataObject | string, options: IDataObject = {}): IDataObject => ({
	options: { ...options, channelOverridesJson },
});
const live = (...ids: string[]): IDataObject => ({
	overrides: 'all',
	channelOptions: {
		mappingMode: 'defineBelow',
		value: json(`{${ids.map((id) => `${JSON.stringify(id)}:"yes"`).join(',')}}`),
	},
});

/** Places in the parameters of Create. */
const inCreate: Array<[place: string, more: (name: string) => IDataObject]> = [
	['the channel of an option', (name) => live(`${name}:polluted:x`)],
	['the channel of an option, checked', (name) => ({ ...live(`${name}:delivery:mode`), ...checked })],
	['the network of an option', (name) => live(`${tiktok.id}:${name}:x`)],
	['the name of an option', (name) => live(`${tiktok.id}:tiktok:${name}`)],
	['the name of an option, checked', (name) => ({ ...live(`${tiktok.id}:tiktok:${name}`), ...checked })],
	['all parts of an option', (name) => live(`${name}:${name}:${name}`)],
	['overrides as JSON', (name) => byJson(JSON.stringify(named(name)))],
	['overrides as an object', (name) => byJson(named(name))],
	['an override as JSON', (name) => byJson({ [facebook.id]: named(name) })],
	['options as JSON', (name) => byJson({ [tiktok.id]: { options: named(name) } })],
	[
		'an option as JSON',
		(name) => byJson({ [tiktok.id]: { options: { tiktok: named(name) } } }, checked.options),
	],
	[
		'the channel of an override',
		(name) => ({ overrides: 'common', channelOverrides: { channels: [{ channelId: name, caption: 'x' }] } }),
	],
	[
		'a field of an override',
		(name) => ({
			overrides: 'common',
			channelOverrides: { channels: [{ channelId: facebook.id, fields: named(name) }] },
		}),
	],
	['an option of a network', (name) => live(`tiktok:${name}`)],
	['additional fields', (name) => ({ additionalFields: named(name) })],
	['additional properties as JSON', (name) => ({ options: { additionalBody: JSON.stringify(named(name)) } })],
	['additional properties', (name) => ({ options: { additionalBody: named(name) } })],
	['options of the node', (name) => ({ options: named(name) })],
	[
		'queues as JSON',
		(name) => ({ delivery: 'queue', options: { queuesJson: JSON.stringify(named(name, 'main')) } }),
	],
	[
		'the channel of a queue',
		(name) => ({ delivery: 'queue', queues: { queue: [{ channelId: name, queueId: 'main' }] } }),
	],
	['a delivery', (name) => ({ delivery: name })],
	[
		'an idempotency key',
		(name) => ({ options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: name } } } }),
	],
];

type Place = [place: string, operation: string, parameters: (name: string) => IDataObject];
const inWorkflows: Place[] = [
	...inCreate.map(([place, more]): Place => [place, 'post:create', (name) => create(more(name))]),
	['channels', 'post:create', (name) => ({ channels: [name], caption: 'Hi', ...checked })],
	[
		'a new post to check',
		'post:validate',
		(name) => create({ ...byJson(named(name)), ...live(`${name}:${name}:${name}`) }),
	],
	['the source of a check', 'post:validate', (name) => create({ source: name })],
	[
		'fields to update',
		'post:update',
		(name) => ({ postId: byId(sampleIds.post), updateFields: named(name) }),
	],
	['fields to clear', 'post:update', (name) => ({ postId: byId(sampleIds.post), clearFields: [name] })],
	[
		'values of a channel to clear',
		'post:update',
		(name) => ({
			postId: byId(sampleIds.post),
			overrides: 'common',
			channelOverrides: { channels: [{ channelId: facebook.id, fields: { clear: [name] } }] },
		}),
	],
	['a post', 'post:get', (name) => ({ postId: byId(name) })],
	['statuses', 'post:getAll', (name) => ({ filters: { status: [name] } })],
	['filters', 'post:getAll', (name) => ({ filters: named(name) })],
	['a tool', 'agent:callTool', (name) => ({ toolName: byId(name) })],
	[
		'arguments of a tool',
		'agent:callTool',
		(name) => ({ toolName: byId('social_list_posts'), toolArguments: { value: named(name) } }),
	],
	[
		'arguments of a tool as JSON',
		'agent:callTool',
		(name) => ({
			toolName: byId('social_create_draft'),
			argumentsMode: 'json',
			toolArgumentsJson: JSON.stringify(named(name)),
			draftsAndReviewOnly: true,
		}),
	],
	['the source of a file', 'media:upload', (name) => ({ fileFrom: name })],
	['a binary field', 'media:upload', (name) => ({ binaryPropertyName: name })],
	['a media type', 'media:upload', (name) => ({ options: { mediaType: name } })],
	['an operation', 'post:constructor', () => ({})],
];

test('the name __proto__ is left out of JSON, because it would change the prototype of a copy (D7)', () => {
	expect(Object.keys(parseJson('{"a": 1, "__proto__": {}, "\\u005f_proto__": {}}') as object)).toEqual(['a']);
});

describe.each(names)('%s', (name) => {
	test.each(inWorkflows)('is handled as the name of %s (P33, D7)', async (_place, operation, parameters) => {
		expectClear(await play(operation, parameters(name)));
	});

	test('is handled as the name and the type of a file (D7)', async () => {
		const binary = json(`{${JSON.stringify(name)}:{"data":"AAEC","mimeType":${JSON.stringify(name)}}}`);
		const items = [{ json: {}, binary }] as unknown as INodeExecutionData[];
		const outcome = await play('media:upload', { binaryPropertyName: name }, undefined, { items });
		expect(outcome.error?.message).toContain(`whether '${name}' is an image, a GIF or a video`);
		const inJson = [{ json: { _files: binary } }] as unknown as INodeExecutionData[];
		const combined = { items: inJson, binaryMode: 'combined' };
		expectClear(await play('media:upload', { binaryPropertyName: '*' }, undefined, combined));
	});

	const post = () =>
		samplePost({
			id: name,
			status: name,
			...named(name),
			channels: [{ accountId: name, platform: name, handle: null, status: name, ...named(name) }],
		});
	const channel = () =>
		sampleChannel({
			id: name,
			platform: name,
			status: name,
			capabilities: {
				...sampleChannel().capabilities,
				optionsKey: name,
				mediaRequired: name,
				...named(name),
			},
			optionsSchema: { type: name, properties: { ...named(name, { type: name }), other: { type: name } } },
		});
	const answer = (body: object): Reply => ({ body });
	const rpc = (id: number, result: object): Reply => answer({ jsonrpc: '2.0', id, result });

	test.each<[string, string, IDataObject, () => Reply[]]>([
		['a post', 'post:get', { postId: byId(sampleIds.post) }, () => [answer(post())]],
		[
			'a complete post',
			'post:get',
			{ postId: byId(sampleIds.post), simplify: false },
			() => [answer(post())],
		],
		['a changed post', 'post:withdraw', { postId: byId(sampleIds.post) }, () => [answer(post())]],
		[
			'a page of posts',
			'post:getAll',
			{},
			() => [answer({ data: [post()], nextCursor: null, serverTime: '2026-01-05T09:00:00+00:00' })],
		],
		['a channel', 'channel:getAll', { returnAll: true }, () => [answer({ data: [channel()] })]],
		[
			'channels to check against',
			'post:validate',
			{
				channels: [name],
				caption: 'Hi',
				...byJson(named(name, { options: named(name, named(name)) })),
			},
			() => [answer({ data: [channel()] })],
		],
		[
			'an error',
			'post:get',
			{ postId: byId(sampleIds.post) },
			() => [
				{
					status: 422,
					body: { error: name, detail: name, tier: name, ...named(name) },
					headers: { [name]: name },
				},
			],
		],
		[
			'an error of the agent endpoint',
			'agent:listTools',
			{},
			() => [answer({ jsonrpc: '2.0', id: 1, error: { code: name, message: name, data: named(name) } })],
		],
		[
			'a tool and its result',
			'agent:callTool',
			{ toolName: byId(name), toolArguments: { value: named(name) } },
			() => [
				rpc(1, { protocolVersion: name, ...named(name) }),
				{ status: 202 },
				rpc(2, { tools: [{ name, inputSchema: { type: name, properties: named(name) } }] }),
				rpc(3, {
					content: [{ type: 'text', text: JSON.stringify(named(name)) }],
					structuredContent: named(name),
				}),
			],
		],
		[
			'metrics',
			'analytics:getChannelSnapshots',
			{ channelId: byId(sampleIds.channel) },
			() => [answer({ data: [{ capturedAt: name, windowDays: 30, metrics: named(name, 1) }] })],
		],
	])('is handled in the response with %s (P112)', async (_what, operation, parameters, replies) => {
		server().answerWith(...replies());
		expectClear(await play(operation, parameters, server().url));
	});

	test.each<[string, string, IDataObject, unknown]>([
		['a niche', 'research:getContentGaps', { niche: byId(name) }, {}],
		['gap types', 'research:getContentGaps', { niche: byId('n'), filters: { gapType: [name] } }, {}],
		[
			'filters',
			'research:getContentGaps',
			{ niche: byId('n'), filters: named(name) },
			{ gaps: [named(name)] },
		],
		[
			'a gap',
			'research:getContentGaps',
			{ niche: byId('n') },
			{ gaps: [named(name, null)], ...named(name, null) },
		],
		['a score', 'score:packaging', { title: 'T', simplify: false }, named(name, null)],
		[
			'a channel',
			'benchmark:channel',
			{ url: '@a' },
			{ channel: named(name), niche: named(name), payload: null },
		],
		['an error', 'account:get', {}, { error: { ...named(name), code: name, message: name } }],
	])('is handled in Content Scoring responses with %s (S25)', async (_what, operation, values, body) => {
		const isError = operation === 'account:get';
		server().answerWith({ status: isError ? 422 : 200, body, headers: { [name]: name } });
		const outcome = await nodeFor(server())
			.run(operation, values)
			.then(
				(items): Outcome => ({ items }),
				(error: Error): Outcome => ({ error }),
			);
		expectClear(outcome);
	});

	test('is handled in the schema of a form (P14)', async () => {
		server().answerWith(answer({ data: [channel()] }));
		const parameters = { resource: 'post', operation: 'create', channels: [name] };
		const { fields } = await nodeFor(server()).form('getChannelOptions', { parameters });
		expect(fields.map(({ id, type }) => [id, type])).toContainEqual([`${name}:other`, 'string']);
	});

	test("is handled in the trigger's static data (P64)", async () => {
		const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: server().url, apiKey: 'k' } }];
		let staticData = loadStaticData();
		const poll = async (minute: number, status: string) => {
			const serverTime = `2026-01-05T09:0${minute}:00+00:00`;
			const data = [{ ...post(), status, createdAt: serverTime, updatedAt: serverTime }];
			server().answerWith(answer({ data, nextCursor: null, serverTime }));
			return await pollNode(new SocialPublishingTrigger(), {
				credentials,
				parameters: { events: ['anyChange'] },
				staticData,
			});
		};
		await poll(1, name);
		await poll(3, name);
		staticData = loadStaticData(JSON.stringify(staticData));
		const events = await poll(5, 'published');
		expect(events?.[0]).toHaveLength(1);
		expect(events?.[0]?.[0]?.json).toMatchObject({ previousStatus: name, status: 'published' });
	});
});
