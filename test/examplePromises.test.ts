import { readdirSync, readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { seed } from '../sandbox';
import { byId, nodeFor } from './support/nodeUnderTest';
import { useSandbox } from './support/useSandbox';

const sandbox = useSandbox();
const { channels } = seed;

interface ExampleNode {
	name: string;
	type: string;
	parameters: { resource?: string; operation?: string; delivery?: string; options?: { dryRun?: boolean } };
}

interface Example {
	name: string;
	nodes: ExampleNode[];
}

const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as Example;

/** What becomes of a post. `waits` means that someone has to approve it, and `nothing` that it stays as it is. */
type Effect = 'draft' | 'nothing' | 'publishing' | 'queued' | 'scheduled' | 'waits';

const live: readonly Effect[] = ['publishing', 'queued', 'scheduled'];

/** What the words in a node's name promise. If a name has several, the first entry counts. */
const promises: ReadonlyArray<[words: RegExp, effect: Effect]> = [
	[/\b(check|plan|preview)/i, 'nothing'],
	[/\bpublish/i, 'publishing'],
	[/\bqueue/i, 'queued'],
	[/\b(schedule|in step\b)/i, 'scheduled'],
	[/\b(review|approv|submit)/i, 'waits'],
	[/\b(drafts?|save|copy)\b/i, 'draft'],
];

const promiseOf = (name: string): Effect | undefined => promises.find(([words]) => words.test(name))?.[1];

const tomorrow = { publishAt: '2026-01-06T09:00:00+00:00' };
const node = () => nodeFor(sandbox());
const content = { channels: [channels.facebook.id], caption: 'Hello', ...tomorrow };

async function create(delivery: string): Promise<string> {
	const [post] = await node().json('post:create', { ...content, delivery });
	return String(post?.id);
}

/** Runs an operation with a key that has every permission, and returns the post's status. */
const onPost =
	(operation: string, first: string) =>
	async ({ delivery }: ExampleNode['parameters']): Promise<Effect> => {
		const postId = await create(first);
		const [post] = await node().json(`post:${operation}`, {
			postId: byId(postId),
			...tomorrow,
			...(delivery === undefined ? {} : { delivery }),
			...(operation === 'update' ? { updateFields: { caption: 'Hi' } } : {}),
		});
		return sandbox().post(String(post?.id)).status as Effect;
	};

const onRow =
	(operation: string) =>
	async ({ delivery, options = {} }: ExampleNode['parameters']): Promise<Effect> => {
		const { dryRun = false } = options;
		const [post] = await node().json(`post:${operation}`, { ...content, delivery, options: { dryRun } });
		return dryRun ? 'nothing' : (sandbox().post(String(post?.id)).status as Effect);
	};

/** What each operation that changes posts does. */
const trials: Record<string, (parameters: ExampleNode['parameters']) => Promise<Effect>> = {
	cancel: onPost('cancel', 'at'),
	create: async ({ delivery = '' }) => sandbox().post(await create(delivery)).status as Effect,
	duplicate: onPost('duplicate', 'at'),
	publish: onPost('publish', 'draft'),
	schedule: onPost('schedule', 'draft'),
	sendAndWait: async () => 'waits',
	// An approval in the examples plans a time.
	submit: async ({ delivery }) =>
		await onPost('submit', 'draft')({ delivery: delivery === 'approved' ? 'at' : delivery }),
	syncCalendar: onRow('syncCalendar'),
	update: onPost('update', 'draft'),
	upsert: onRow('upsert'),
	validate: async () => 'nothing',
};

interface Outcome {
	name: string;
	promise: Effect | undefined;
	effect: Effect;
}

/** The nodes of an example that work on posts: what each promises, and what a key with every permission gets. */
async function outcomesOf({ nodes }: Example): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const { name, type, parameters } of nodes) {
		const isOfPosts = /\.socialPublishing(Hitl|Tool|HitlTool)?$/.test(type);
		// n8n leaves out the first resource of the menu if it's the default.
		const { resource = 'post', operation = 'create' } = parameters;
		const trial = isOfPosts && resource === 'post' ? trials[operation] : undefined;
		if (trial) outcomes.push({ name, promise: promiseOf(name), effect: await trial(parameters) });
	}
	return outcomes;
}

describe.each(files)('example %s', (file) => {
	test('does what the names of its nodes promise, with a key that has every permission (P73, P94)', async () => {
		const outcomes = await outcomesOf(read(file));
		expect(outcomes.filter(({ promise, effect }) => promise !== effect)).toEqual([]);
	});

	test('sends no post if its own name speaks only of drafts, reviews or numbers', async () => {
		const example = read(file);
		const outcomes = await outcomesOf(example);
		const saysSo = /\b(publish|post new|repost|schedule|in step\b)/i.test(
			example.name.replace(/can't publish/i, ''),
		);
		expect(outcomes.filter(({ effect }) => live.includes(effect) && !saysSo)).toEqual([]);
	});
});

test('a node that submits a post and promises a review is found', async () => {
	const parameters: IDataObject = { resource: 'post', operation: 'create', delivery: 'queue' };
	const type = 'n8n-nodes-social-publishing.socialPublishing';
	const nodes = [{ name: 'Submit it for review', type, parameters }];
	expect(await outcomesOf({ name: 'Save the best as a draft', nodes })).toEqual([
		{ name: 'Submit it for review', promise: 'waits', effect: 'queued' },
	]);
});
