import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../sandbox';
import { scoringSeed } from '../../sandbox/scoring';
import { requestsOf } from '../operations/example';
import { publishingExamples } from '../operations/publishing';
import { scoringExamples } from '../operations/scoring';
import { fileOfKind, itemWith } from '../support/mediaItems';
import { useBinaryMode } from '../support/n8nBinary';
import { executeNode } from '../support/n8nContexts';
import { createRunData } from '../support/n8nWorkflow';
import { byId, nodeFor } from '../support/nodeUnderTest';
import { useSandbox } from '../support/useSandbox';
import { useScoringSandbox } from '../support/useScoringSandbox';

/**
 * When the nodes read their parameters: all of them before the first write of an item. Otherwise, an expression that returns
 * an invalid value would cause an error after a post was published or credits were spent.
 */

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();

const publishing = new SocialPublishing();
const scoring = new ContentScoring();

let file: INodeExecutionData;
beforeAll(async () => {
	await useBinaryMode('default');
	file = await itemWith({ data: fileOfKind('png', 100) });
});

const { channels, posts } = seed;
const { facebook } = channels;
const newPost = { channels: [facebook.id], caption: 'Hello' };
const media = { media: 'binary', binaryPropertyName: 'data' };
const queued = { delivery: 'queue', queues: {} };
const scheduled = { delivery: 'at', publishAt: '2099-01-01T09:00:00' };
const period = {
	removeFrom: '2026-01-01T00:00:00Z',
	removeTo: '2099-12-31T00:00:00Z',
	removalsDryRun: false,
};

const url = 'http://127.0.0.1:9/sofa.png';
const fromAssets = { media: 'assets', mediaAssetIds: seed.media.image };
const fromUrl = { media: 'url', mediaUrl: url };

/** An approval of an earlier version of the draft. */
const approvedDraft = {
	approved: true,
	decision: 'approved',
	id: posts.draft,
	version: 'earlier',
	decidedAt: '2026-01-05T09:00:00.000Z',
	delivery: { mode: 'queue' },
};

/** Runs that read more of the form than the example of the operation, or read it later. */
const longerRuns: Record<string, IDataObject[]> = {
	'post:getAll': [{ returnAll: true }],
	'channel:getAll': [{ returnAll: true }],
	'post:submit': [
		{ postId: byId(posts.draft), ...scheduled },
		{ delivery: 'approved', approval: approvedDraft },
	],
	'post:schedule': [{ postId: byId(posts.draft), ...queued }],
	'post:validate': [
		{ source: 'existing', postId: byId(posts.draft) },
		{ ...newPost, source: 'new', ...media, ...scheduled },
		{ ...newPost, source: 'new', ...fromAssets, ...queued },
		{ ...newPost, source: 'new', ...fromUrl },
	],
	'score:packaging': [
		{ title: 'A title', thumbnailFrom: 'url', thumbnailUrl: url },
		{ title: 'A title', thumbnailFrom: 'binary', binaryPropertyName: 'data' },
		{ title: 'A title', thumbnailFrom: 'base64', thumbnailBase64: 'iVBORw0KGgo=' },
	],
	'post:create': [
		{ ...newPost, ...fromAssets },
		{ ...newPost, ...fromUrl },
		{ ...newPost, ...media, ...scheduled },
		{ ...newPost, ...queued },
		{
			...newPost,
			...media,
			options: { ifRunAgain: { settings: { send: 'content' } }, onSavedDraft: 'continue', checkFirst: true },
		},
	],
	'post:update': [
		{ postId: byId(posts.draft), ...fromAssets },
		{ postId: byId(posts.draft), ...fromUrl },
		{ postId: byId(posts.draft), ...media },
		{ postId: byId(posts.scheduled), ...media, options: { ifScheduled: 'reschedule', checkFirst: true } },
	],
	'post:upsert': [
		{ ...newPost, ...fromAssets, ...queued },
		{ ...newPost, ...fromUrl },
		{ ...newPost, ...media, ...scheduled, options: { checkFirst: true } },
		{ ...newPost, ...media, ...scheduled, postId: byId(posts.scheduled), options: { checkFirst: true } },
	],
	'post:syncCalendar': [
		{ ...newPost, ...fromAssets, ...queued },
		{ ...newPost, ...fromUrl },
		{ ...newPost, ...media, ...scheduled, removeMissing: true, ...period, removalsMax: 50 },
		{
			...newPost,
			...scheduled,
			postId: byId(posts.scheduled),
			removeMissing: true,
			...period,
			removalsMax: 50,
		},
	],
	'post:sendAgain': [
		{ postId: byId(posts.failed), ...fromAssets, ...queued },
		{ postId: byId(posts.failed), ...fromUrl, delivery: 'now' },
		{ postId: byId(posts.partiallyPublished), ...media, ...scheduled, options: { ifUnusable: 'leaveOut' } },
	],
	'post:publish': [
		{
			postId: byId(posts.draft),
			options: { onDailyLimit: 'reschedule', ifRunAgain: { settings: { send: 'content' } } },
		},
	],
	'post:sendAndWait': [
		{ ...newPost, ...media, ...scheduled, source: 'new' },
		{ ...newPost, ...fromAssets, ...queued, source: 'new' },
		{ ...newPost, ...fromUrl, source: 'new' },
	],
	'media:upload': [
		{
			binaryPropertyName: 'data',
			options: { ifRunAgain: { settings: { send: 'content' } }, altText: 'A sofa' },
		},
		{ fileFrom: 'url', url },
	],
	'agent:callTool': [
		{
			toolName: byId('social_create_draft'),
			argumentsMode: 'fields',
			toolArguments: {
				mappingMode: 'defineBelow',
				value: { accounts: [facebook.id], caption: 'Hello' },
				schema: [],
			},
		},
		{
			toolName: byId('social_create_draft'),
			argumentsMode: 'json',
			toolArgumentsJson: JSON.stringify({ accounts: [facebook.id], caption: 'Hello' }),
		},
	],
	'research:getContentGaps': [{ niche: { __rl: true, mode: 'name', value: 'Home cooking' } }],
};

interface Subject {
	node: INodeType;
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
	credentials: () => object[];
	/** The number of requests sent that change data or cost credits. */
	writes: () => number;
}

const readTools = ['initialize', 'notifications/initialized', 'tools/list'];

const subjects: Record<'publishing' | 'scoring', Subject> = {
	publishing: {
		node: publishing,
		execute: async function (this) {
			return (await nodeFor(sandbox()).nodeType.execute?.call(this)) as INodeExecutionData[][];
		},
		credentials: () => [
			{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
		],
		writes: () =>
			sandbox().requests.filter(({ method, body }) => {
				const { method: call } = (body ?? {}) as { method?: string };
				return method !== 'GET' && !readTools.includes(call ?? '');
			}).length,
	},
	scoring: {
		node: scoring,
		execute: async function (this) {
			return (await scoring.execute.call(this)) as INodeExecutionData[][];
		},
		credentials: () => [
			{ type: new ContentScoringApi(), data: { apiUrl: scoringSandbox().url, apiKey: scoringSeed.keys.pro } },
		],
		writes: () => scoringSandbox().requests.filter(({ path }) => !/\/(me|usage)\/$/.test(path)).length,
	},
};

/** A read of a parameter and the number of writes before it. */
interface ParameterRead {
	name: string;
	writesBefore: number;
}

/** Runs an operation for one item and records each parameter read. */
async function readsOf(
	{ node, execute, credentials, writes }: Subject,
	id: string,
	parameters: IDataObject,
	isTool: boolean,
): Promise<ParameterRead[]> {
	const [resource, operation] = id.split(':');
	const reads: ParameterRead[] = [];
	const watched: INodeType = Object.assign(
		Object.create(Object.getPrototypeOf(node) as object) as INodeType,
		node,
		{
			execute: async function (this: IExecuteFunctions) {
				const context = new Proxy(this, {
					get: (target, name) => {
						const value = Reflect.get(target, name, target) as unknown;
						if (typeof value !== 'function') return value;
						const method = value.bind(target) as (...args: unknown[]) => unknown;
						if (name !== 'getNodeParameter') return method;
						return (...args: unknown[]) => {
							reads.push({ name: String(args[0]), writesBefore: writes() });
							return method(...args);
						};
					},
				});
				return await execute.call(context);
			},
		},
	);
	await executeNode(watched, {
		credentials: credentials() as never,
		parameters: { draftsAndReviewOnly: false, ...parameters, resource, operation } as never,
		items: [file],
		runData: createRunData([file]),
		continueOnFail: true,
		isTool,
	});
	return reads;
}

interface Run {
	id: string;
	subject: keyof typeof subjects;
	parameters: IDataObject;
	index: number;
	isTool: boolean;
}

/** Operations whose tool variant has the field 'Output'. */
const shaped = [publishing, scoring].flatMap(({ description }) =>
	description.properties
		.filter(({ name }) => name === 'fields')
		.flatMap(({ displayOptions }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(displayOptions?.show?.operation ?? []).map(
					(operation) => `${String(resource)}:${String(operation)}`,
				),
			),
		),
);

const runs = (['publishing', 'scoring'] as const).flatMap((subject): Run[] => {
	const examples = requestsOf(subject === 'publishing' ? publishingExamples : scoringExamples);
	return examples.flatMap(([id, example]) => {
		const asTool = shaped.includes(id) ? [{ ...example, output: 'fields', fields: ['id'] }] : [];
		const forms = [example, ...(longerRuns[id] ?? []), ...asTool];
		return forms.map((parameters, index) => {
			const isTool = index > 0 && parameters === asTool[0];
			return { id, subject, parameters, index, isTool };
		});
	});
});

test.each(runs)(
	'$id reads no parameter after its first write (run $index)',
	async ({ id, subject, parameters, isTool }) => {
		const reads = await readsOf(subjects[subject], id, parameters, isTool);
		expect(reads.length).toBeGreaterThan(0);
		expect(reads.filter(({ writesBefore }) => writesBefore > 0).map(({ name }) => name)).toEqual([]);
	},
);

test.each(runs.filter(({ id, index }) => index === 0 && shaped.includes(id)))(
	"$id fails before any write or charge if an expression in 'Fields' returns nothing",
	async ({ id, subject, parameters }) => {
		const { node, credentials, writes } = subjects[subject];
		const [resource, operation] = id.split(':');
		const form = {
			...parameters,
			output: 'fields',
			fields: '={{ $json.nothing }}',
			resource,
			operation,
		};
		const run = executeNode(node, {
			credentials: credentials() as never,
			parameters: form as never,
			items: [file],
			isTool: true,
		});
		await expect(run).rejects.toThrow("'Fields' is empty");
		expect(writes()).toBe(0);
	},
);

const page = join(__dirname, '..', '..', 'docs', 'project', 'parameters.md');

const introduction = `# When parameters are read

Every operation reads its whole form before its first write. If an expression returns something that can't be used, the error comes while
nothing has been created, changed, uploaded or paid for that item. Tests run every operation, note each read of a parameter and each write,
and make this table. \`overrides\` (**Channel Overrides**) only decides which fields the form shows, so the node doesn't read it.

`;

/** The parameters of each operation in read order, and those read after a write. */
async function readsByOperation(): Promise<Map<string, { names: Set<string>; late: Set<string> }>> {
	const found = new Map<string, { names: Set<string>; late: Set<string> }>();
	for (const { id, subject, parameters, isTool } of runs) {
		const own = found.get(id) ?? { names: new Set(), late: new Set() };
		found.set(id, own);
		sandbox().reset();
		scoringSandbox().reset();
		const reads = await readsOf(subjects[subject], id, parameters, isTool);
		reads.forEach(({ name, writesBefore }) => (writesBefore > 0 ? own.late : own.names).add(name));
	}
	return found;
}

/** Parameters of a form that no run reads. */
function unreadParameters(found: ReadonlyMap<string, { names: Set<string> }>): string[] {
	const isRead = (id: string, name: string) =>
		[...(found.get(id)?.names ?? [])].some((each) => each.split('.')[0] === name);
	return [publishing, scoring].flatMap(({ description }) =>
		description.properties
			.filter(({ name, type }) => !['operation', 'overrides'].includes(name) && type !== 'notice')
			.flatMap(({ name, displayOptions: { show } = {} }) =>
				(show?.resource ?? []).flatMap((resource) =>
					(show?.operation ?? [])
						.map((operation) => `${String(resource)}:${String(operation)}`)
						.filter((id) => found.has(id) && !isRead(id, name))
						.map((id) => `${id} ${name}`),
				),
			),
	);
}

const listed = (names: Set<string>): string =>
	[...names]
		.filter((name) => !['resource', 'operation'].includes(name))
		.sort()
		.map((name) => `\`${name}\``)
		.join(', ');

test('docs/project/parameters.md states when every parameter is read', async () => {
	const found = await readsByOperation();
	expect(unreadParameters(found)).toEqual([]);
	const rows = [...found].map(
		([id, { names, late }]) => `| \`${id}\` | ${listed(names) || 'none'} | ${listed(late) || 'none'} |`,
	);
	const head = '| Operation | Read before the first write | Read later |\n| --- | --- | --- |\n';
	const text = `${introduction}${head}${rows.join('\n')}\n`;
	if (process.env.WRITE_DOCS === '1') writeFileSync(page, text);
	const cells = (markdown: string): string => markdown.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
	expect(cells(readFileSync(page, 'utf8'))).toBe(cells(text));
});
