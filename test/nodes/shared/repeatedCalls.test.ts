import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { seed, type FaultSpec, type Sandbox } from '../../../sandbox';
import { nodeFor } from '../../support/nodeUnderTest';
import { callers, type Caller, type Ended } from '../../support/callers';
import { fileOfKind } from '../../support/mediaItems';
import { clientOf, wishOf } from '../../support/publishingClient';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const web = useFileServer();
const { channels, keys } = seed;

/** A kind of write, and how the store shows it. */
interface Operation {
	name: string;
	/** The request that does the work. */
	path: RegExp;
	/** Parameters that read the value `what`. */
	parameters(what: string): IDataObject;
	/** Values of two calls. */
	values(): Promise<[unknown, unknown]>;
	/** How often the work was done. */
	timesDone(sandbox: Sandbox): number;
	/** The stored result for each of the two values. */
	each(sandbox: Sandbox): unknown;
	expectedEach: unknown;
}

const byExpression = (value: string) => ({ __rl: true, mode: 'id', value });
const posts = () => clientOf({ baseUrl: sandbox().url, key: keys.full }).posts;
const twoDrafts = async (): Promise<[string, string]> => {
	const draft = async (caption: string) =>
		(await posts().create(wishOf({ accounts: [channels.facebook.id], caption }))).id;
	return [await draft('Draft A'), await draft('Draft B')];
};
const countReady = ({ media }: Sandbox) =>
	media().filter(({ sizeBytes, state }) => sizeBytes === 100 && state === 'ready').length;
const captions = (one: Sandbox, from = 0) =>
	one
		.posts()
		.map(({ caption }) => caption)
		.sort()
		.slice(from);
const published = ({ posts: all }: Sandbox) => all().filter(({ status }) => status !== 'draft');

/** Turns the check off. The first request is then the write, and its response is lost. */
const unchecked = { options: { checkFirst: false } };

const operations: Operation[] = [
	{
		name: 'post:create',
		path: /\/posts\/$/,
		parameters: (caption) => ({ channels: [channels.facebook.id], caption, delivery: 'now', ...unchecked }),
		values: async () => ['First', 'Second'],
		timesDone: (one) => one.posts().length,
		each: (one) => captions(one),
		expectedEach: ['First', 'Second'],
	},
	{
		name: 'post:publish',
		path: /\/publish$/,
		parameters: (postId) => ({ postId: byExpression(postId), ...unchecked }),
		values: twoDrafts,
		timesDone: (one) => published(one).length,
		each: (one) =>
			published(one)
				.map(({ caption }) => caption)
				.sort(),
		expectedEach: ['Draft A', 'Draft B'],
	},
	{
		name: 'post:duplicate',
		path: /\/duplicate$/,
		parameters: (postId) => ({ postId: byExpression(postId) }),
		values: async () => {
			const [draft] = await twoDrafts();
			// Two calls duplicate the same post.
			return [draft, draft];
		},
		timesDone: (one) => one.posts().length - 2,
		each: (one) => captions(one),
		expectedEach: ['Draft A', 'Draft A', 'Draft A', 'Draft B'],
	},
	{
		name: 'media:upload',
		path: /\/media\/uploads$/,
		// The same bytes with another text are another file.
		parameters: (url) => ({ fileFrom: 'url', url, options: { altText: url } }),
		values: async () => {
			web().serve({ bytes: fileOfKind('png', 100), contentType: 'image/png' });
			return [`${web().url}/file?a`, `${web().url}/file?b`];
		},
		timesDone: countReady,
		each: countReady,
		expectedEach: 2,
	},
];

async function run(caller: Caller, operation: Operation, values: unknown[]): Promise<Ended[]> {
	const [resource, name] = operation.name.split(':');
	const { nodeType } = nodeFor(sandbox());
	const execute: INodeType['execute'] = async function (this) {
		const outputs = nodeType.execute?.call(this);
		// The fault ends before n8n runs the node again.
		return await Promise.resolve(outputs as never).finally(() => sandbox().faults.clear());
	};
	return await caller.call(
		{
			nodeType: { ...nodeType, execute },
			credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
			parameters: {
				resource,
				operation: name,
				draftsAndReviewOnly: false,
				...operation.parameters(caller.field('what')),
			} as INodeParameters,
		},
		values.map((what) => ({ what }) as IDataObject),
	);
}

const errorsOf = (all: Ended[]) => all.flatMap((one) => ('error' in one ? [String(one.error)] : []));
const fault = ({ path }: Operation, spec: Omit<FaultSpec, 'path'>) =>
	sandbox().faults.add({ path, method: 'POST', ...spec });

describe.each(callers)('$name', (caller) => {
	test.each(operations)('does the work of two different calls of $name (P71)', async (operation) => {
		const ended = await run(caller, operation, await operation.values());
		expect(errorsOf(ended)).toEqual([]);
		expect(operation.each(sandbox())).toEqual(operation.expectedEach);
	});

	test.each(operations)('does the work of $name once if the call is retried (D4)', async (operation) => {
		const [value] = await operation.values();
		// The service does the work, but no response arrives until n8n runs the node again.
		fault(operation, { kind: 'dropAfter' });
		sandbox().faults.add({ path: /\/api\//, kind: 'drop', times: 1000 });
		const ended = await run(caller, operation, [value]);
		expect(errorsOf(ended)).toHaveLength(caller.retries ? 0 : 1);
		// An upload needs more requests than its start.
		const expected = operation.name === 'media:upload' && !caller.retries ? 0 : 1;
		expect(operation.timesDone(sandbox())).toBe(expected);
	});
});
