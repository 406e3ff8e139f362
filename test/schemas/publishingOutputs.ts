import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { startWaiting } from '../support/approvalHost';
import { fileHeads } from '../support/mediaFiles';
import { itemWith } from '../support/mediaNode';
import { byId, nodeFor, type NodeUnderTest } from '../support/publishingNode';

/** What a run that makes outputs has at hand. */
export interface Stage {
	sandbox: Sandbox;
	node: NodeUnderTest;
	/** Creates a post on Facebook; gives its id. */
	create(more?: IDataObject): Promise<{ postId: ReturnType<typeof byId> }>;
}

/** Opens the stage: the node with a key that may do everything. */
export function openStage(sandbox: Sandbox): Stage {
	const { channels, keys } = sandbox.seed;
	const node = nodeFor({ url: sandbox.url, key: keys.full, clock: sandbox.clock });
	return {
		sandbox,
		node,
		create: async (more = {}) => {
			const post = { channels: [channels.facebook.id], caption: 'Hello', ...more };
			const [created] = await node.json('post:create', post);
			return { postId: byId(String(created?.id)) };
		},
	};
}

type Runs = (stage: Stage) => Promise<IDataObject[]>;

const tomorrow = { delivery: 'at', publishAt: '2099-01-01T09:00:00Z' };
const all = { returnAll: true };
const hourMs = 3_600_000;

/** Runs an operation on a post of its own, made with these parameters. */
const onPost =
	(name: string, made: IDataObject = {}, more: IDataObject = {}): Runs =>
	async ({ node, create }) =>
		await node.json(name, { ...(await create(made)), ...more });

/** Runs an operation on one of the seed's posts. */
const onSeeded =
	(name: string, more: IDataObject = {}): Runs =>
	async ({ node, sandbox: { seed } }) => {
		const ids = [seed.posts.partiallyPublished, seed.posts.published, seed.posts.scheduled];
		const runs = ids.map(async (id) => await node.json(name, { postId: byId(id), ...more }));
		return (await Promise.all(runs)).flat();
	};

const onChannel =
	(name: string, channel: keyof Sandbox['seed']['channels'], more: IDataObject = {}): Runs =>
	async ({ node, sandbox: { seed } }) =>
		await node.json(name, { channelId: byId(seed.channels[channel].id), ...more });

const plain =
	(name: string, more: IDataObject = {}): Runs =>
	async ({ node }) =>
		await node.json(name, more);

/** A published and a failed channel, and a draft with all that a draft can have, so that no field of a post is always empty. */
async function settled({ sandbox, node, create }: Stage): Promise<IDataObject[]> {
	const { outcomes, clock, seed } = sandbox;
	const { facebook, bluesky, pinterest } = seed.channels;
	const warnings = [{ code: 'category_not_applied', message: 'The category was not applied' }];
	outcomes.add({ platform: 'facebook', outcome: 'publish', warnings });
	outcomes.add({ platform: 'bluesky', outcome: 'fail', error: 'The network refused the post' });
	const channels = [facebook.id, bluesky.id];
	const soon = { delivery: 'at', publishAt: new Date(clock.now().getTime() + hourMs).toISOString() };
	const [created] = await node.json('post:create', { channels, caption: 'Hello', ...soon });
	clock.advance(2 * hourMs);
	const proposed = await create({
		channels: [facebook.id, pinterest.id],
		boardId: byId(seed.boards.interiors.id),
		title: 'A day in the workshop',
		media: 'assets',
		mediaAssetIds: seed.media.image,
		additionalFields: { firstComment: 'Which color?', proposedPublishAt: '2099-01-01T09:00:00Z' },
	});
	const posts = [proposed, { postId: byId(String(created?.id)) }];
	return (await Promise.all(posts.map(async (post) => await node.json('post:get', post)))).flat();
}

/** What a write gives back, together with all that a settled post has. */
const write =
	(...runs: Runs[]): Runs =>
	async (stage) => {
		const outputs = [];
		for (const run of [settled, ...runs]) outputs.push(...(await run(stage)));
		return outputs;
	};

/** A post that is edited and moved, one that only would be, and one that is left alone. */
const inStep =
	(name: string): Runs =>
	async (stage) => {
		const { sandbox, node, create } = stage;
		const changed = { caption: 'Ho', delivery: 'at', publishAt: '2099-01-02T09:00:00Z' };
		const post = { channels: [sandbox.seed.channels.facebook.id], ...changed };
		const draft = await node.json(name, { ...(await create()), ...post });
		const moved = await node.json(name, { ...(await create(tomorrow)), ...post, options: { dryRun: true } });
		const late = await node.json(name, { ...(await create()), ...post, publishAt: '2001-01-01T09:00:00Z' });
		return [...draft, ...moved, ...late];
	};

/** A copy of a post of which one channel has lost its connection meanwhile. */
async function duplicate({ sandbox, node, create }: Stage): Promise<IDataObject[]> {
	const { facebook, bluesky } = sandbox.seed.channels;
	const made = await create({ channels: [facebook.id, bluesky.id] });
	sandbox.channels.disconnect(bluesky.id);
	return await node.json('post:duplicate', made);
}

async function upload({ node }: Stage): Promise<IDataObject[]> {
	const items = [await itemWith({ data: fileHeads.png }, 'image/png')];
	const assets = await node.json('media:upload', { additionalFields: { altText: 'A showroom' } }, { items });
	// Services measure what they were sent; the sandbox does not look into pictures.
	return [...assets, { width: 1080, height: 1920, durationSec: 12.5 }];
}

/** A board is missing: a warning for a draft, an error for what goes out. */
async function validate({ node, sandbox: { seed } }: Stage): Promise<IDataObject[]> {
	const post = { source: 'new', channels: [seed.channels.pinterest.id], caption: 'Hello' };
	const runs = ['draft', 'now'].map(
		async (delivery) => await node.json('post:validate', { ...post, delivery }),
	);
	return (await Promise.all(runs)).flat();
}

/** Somebody edits and approves one post, and asks for changes to another. */
async function decided({ sandbox: { url, seed } }: Stage): Promise<IDataObject[]> {
	const answers: Array<Record<string, string>> = [
		{ action: 'approved', name: 'Ada', 'title-0': 'Hi', 'caption-0': 'Hi' },
		{ action: 'changesRequested', 'comment-0': 'Shorter' },
	];
	const outputs: IDataObject[] = [];
	for (const [index, answer] of answers.entries()) {
		const waiting = await startWaiting(new SocialPublishing(), {
			executionId: `decided ${index}`,
			credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: url, apiKey: seed.keys.full } }],
			parameters: {
				resource: 'post',
				operation: 'sendAndWait',
				source: 'new',
				channels: [seed.channels.facebook.id],
				caption: 'Hello',
				additionalFields: { title: 'Hello' },
				options: { allowEdits: true },
				...tomorrow,
			} as never,
		});
		await waiting.send(answer).finally(waiting.close);
		outputs.push(...waiting.resumed.flat().map(({ json }) => json));
	}
	return outputs;
}

/** Channels that differ in what they take. */
async function everyChannel({ node }: Stage): Promise<IDataObject[]> {
	const channels = await node.json('channel:getAll', all);
	const runs = channels.map(
		async ({ id }) => await node.json('channel:get', { channelId: byId(String(id)) }),
	);
	return (await Promise.all(runs)).flat();
}

/** The workspace as keys see it that end and that do not. */
async function workspace({ sandbox: { url, seed } }: Stage): Promise<IDataObject[]> {
	const keys = [seed.keys.full, seed.keys.expiring];
	const runs = keys.map(async (key) => await nodeFor({ url, key }).json('workspace:get', {}));
	return (await Promise.all(runs)).flat();
}

/** Real outputs of each operation of the node Social Publishing; Call Tool gives whatever its tool gives. */
export const publishingOutputs: Record<string, Runs> = {
	'post:create': write(async ({ node, sandbox: { seed } }) => {
		const post = { channels: [seed.channels.facebook.id], caption: 'Hello', ...tomorrow };
		return await node.json('post:create', post);
	}),
	'post:get': write(onSeeded('post:get')),
	'post:getAll': write(plain('post:getAll', all)),
	'post:update': write(onPost('post:update', {}, { updateFields: { caption: 'Ho' } })),
	'post:upsert': write(inStep('post:upsert')),
	'post:syncCalendar': write(inStep('post:syncCalendar')),
	'post:delete': onPost('post:delete'),
	'post:duplicate': write(duplicate),
	'post:submit': write(onPost('post:submit', {}, tomorrow)),
	'post:schedule': write(onPost('post:schedule', {}, tomorrow)),
	'post:publish': write(onPost('post:publish')),
	'post:cancel': write(onPost('post:cancel', tomorrow)),
	'post:withdraw': write(async ({ sandbox: { url, seed } }) => {
		const node = nodeFor({ url, key: seed.keys.drafts });
		const post = { channels: [seed.channels.facebook.id], caption: 'Hello', ...tomorrow };
		const [created] = await node.json('post:create', post);
		return await node.json('post:withdraw', { postId: byId(String(created?.id)) });
	}),
	'post:sendAndWait': write(decided),
	'post:getApprovalLink': plain('post:getApprovalLink'),
	'post:validate': validate,
	'post:waitForOutcome': write(onSeeded('post:waitForOutcome', { limitSeconds: 1 })),
	'media:upload': upload,
	'channel:getAll': plain('channel:getAll', all),
	'channel:get': everyChannel,
	'channel:getBoards': onChannel('channel:getBoards', 'pinterest', all),
	'channel:getTikTokCreatorInfo': onChannel('channel:getTikTokCreatorInfo', 'tiktok'),
	'channel:getYouTubeCategories': onChannel('channel:getYouTubeCategories', 'youtube', all),
	'analytics:getChannelSnapshots': onChannel('analytics:getChannelSnapshots', 'facebook'),
	'analytics:getPostSnapshots': onSeeded('analytics:getPostSnapshots'),
	'workspace:get': workspace,
	'agent:listTools': plain('agent:listTools'),
};
