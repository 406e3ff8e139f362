import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { startWaiting } from '../support/approvalHost';
import { fileHeads } from '../support/mediaFiles';
import { movieFile } from '../support/movieFile';
import { itemWith } from '../support/mediaItems';
import { byId, nodeFor, type NodeUnderTest } from '../support/nodeUnderTest';

/** What a run needs to produce outputs. */
export interface Stage {
	sandbox: Sandbox;
	node: NodeUnderTest;
	/** Creates a post on Facebook and returns its ID. */
	create(more?: IDataObject): Promise<{ postId: ReturnType<typeof byId> }>;
}

/** Opens a stage, whose node has the key with every permission. */
export function openStage(sandbox: Sandbox): Stage {
	const { channels } = sandbox.seed;
	const node = nodeFor(sandbox);
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

/** Runs operations and returns their combined outputs. */
type Outputs = (stage: Stage) => Promise<IDataObject[]>;

const tomorrow = { delivery: 'at', publishAt: '2099-01-01T09:00:00Z' };
const hourMs = 3_600_000;

/** A published and a failed channel, which someone has dealt with, and a draft with every possible field, so no field of a post is always empty. */
export async function settledPosts({ sandbox, node, create }: Stage): Promise<IDataObject[]> {
	const { outcomes, clock, seed } = sandbox;
	const { facebook, bluesky, pinterest } = seed.channels;
	const warnings = [{ code: 'category_not_applied', message: 'The category was not applied' }];
	outcomes.add({ platform: 'facebook', outcome: 'publish', warnings });
	outcomes.add({ platform: 'bluesky', outcome: 'fail', error: 'The network refused the post' });
	const channels = [facebook.id, bluesky.id];
	const soon = { delivery: 'at', publishAt: new Date(clock.now().getTime() + hourMs).toISOString() };
	const [created] = await node.json('post:create', { channels, caption: 'Hello', ...soon });
	clock.advance(2 * hourMs);
	sandbox.review.resolveAttention(String(created?.id));
	const proposed = await create({
		channels: [facebook.id, pinterest.id],
		boardId: byId(seed.boards.interiors.id),
		title: 'A day in the workshop',
		media: 'assets',
		mediaAssetIds: seed.media.image,
		additionalFields: {
			firstComment: 'Which color? https://example.com/colors',
			proposedPublishAt: '2099-01-01T09:00:00Z',
		},
	});
	const posts = [proposed, { postId: byId(String(created?.id)) }];
	return (await Promise.all(posts.map(async (post) => await node.json('post:get', post)))).flat();
}

/** A post that is edited and rescheduled, one that is only previewed, and one that stays unchanged. */
export const reconciledPosts =
	(name: string): Outputs =>
	async (stage) => {
		const { sandbox, node, create } = stage;
		const changed = { caption: 'Ho', delivery: 'at', publishAt: '2099-01-02T09:00:00Z' };
		const post = { channels: [sandbox.seed.channels.facebook.id], ...changed };
		const draft = await node.json(name, { ...(await create()), ...post });
		const moved = await node.json(name, { ...(await create(tomorrow)), ...post, options: { dryRun: true } });
		const late = await node.json(name, { ...(await create()), ...post, publishAt: '2001-01-01T09:00:00Z' });
		return [...(await settledPosts(stage)), ...draft, ...moved, ...late];
	};

/** A copy of a post, one of whose channels has since lost its connection. */
export async function incompleteCopy(stage: Stage): Promise<IDataObject[]> {
	const { sandbox, node, create } = stage;
	const settled = await settledPosts(stage);
	const { facebook, bluesky } = sandbox.seed.channels;
	const made = await create({ channels: [facebook.id, bluesky.id] });
	sandbox.channels.disconnect(bluesky.id);
	return [...settled, ...(await node.json('post:duplicate', made))];
}

/** A post that was sent again without a channel that has lost its connection, and one for which nothing is left to send. */
export async function sentAgain(stage: Stage): Promise<IDataObject[]> {
	const { sandbox, node } = stage;
	const settled = await settledPosts(stage);
	const { facebook, bluesky } = sandbox.seed.channels;
	const [made] = await node.json('post:create', {
		channels: [facebook.id, bluesky.id],
		caption: 'Hi',
		delivery: 'now',
	});
	sandbox.outcomes.fail(String(made?.id));
	sandbox.channels.disconnect(bluesky.id);
	const again = { postId: byId(String(made?.id)), delivery: 'now', options: { ifUnusable: 'leaveOut' } };
	const runs = [await node.json('post:sendAgain', again), await node.json('post:sendAgain', again)];
	return [...settled, ...runs.flat()];
}

/** A file with a description. A real service measures pictures. The sandbox doesn't. */
export async function measuredFile({ node }: Stage): Promise<IDataObject[]> {
	const items = [await itemWith({ data: fileHeads.png }, 'image/png')];
	const assets = await node.json('media:upload', { additionalFields: { altText: 'A showroom' } }, { items });
	return [...assets, { width: 1080, height: 1920, durationSec: 12.5 }];
}

/** A missing board: a warning for a draft, an error for a post to publish. One of the posts has a video with all facts. */
export async function missingBoards({ node, sandbox: { seed } }: Stage): Promise<IDataObject[]> {
	const { pinterest, youtube } = seed.channels;
	const post = { source: 'new', channels: [pinterest.id, youtube.id], caption: 'Hello' };
	const runs = ['draft', 'now'].map(
		async (delivery) => await node.json('post:validate', { ...post, delivery }),
	);
	const film = movieFile({ seconds: 5, width: 1080, height: 1920, codecs: ['avc1', 'mp4a'], frames: 150 });
	const video = { media: 'binary', altText: 'A tour of the showroom' };
	const items = [await itemWith({ data: film })];
	runs.push(node.json('post:validate', { ...post, ...video }, { items }));
	return (await Promise.all(runs)).flat();
}

/** Someone edits and approves one post, and asks for changes to another. */
export async function decidedPosts(stage: Stage): Promise<IDataObject[]> {
	const answers: Array<Record<string, string>> = [
		{ action: 'approved', name: 'Ada', 'title-0': 'Hi', 'caption-0': 'Hi' },
		{ action: 'changesRequested', 'comment-0': 'Shorter' },
	];
	const { url, seed } = stage.sandbox;
	const outputs = await settledPosts(stage);
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
				title: 'Hello',
				options: { allowEdits: true },
				...tomorrow,
			} as never,
		});
		await waiting.send(answer).finally(waiting.close);
		outputs.push(...waiting.resumed.flat().map(({ json }) => json));
	}
	return outputs;
}

/** Every channel as listed. */
export const listedChannels: Outputs = async ({ node }) =>
	await node.json('channel:getAll', { returnAll: true });

/** Channels with different limits. */
export async function everyChannel(stage: Stage): Promise<IDataObject[]> {
	const { node } = stage;
	const channels = await listedChannels(stage);
	const runs = channels.map(
		async ({ id }) => await node.json('channel:get', { channelId: byId(String(id)) }),
	);
	return (await Promise.all(runs)).flat();
}

/** The workspace as seen by keys that expire and keys that don't. */
export async function endingKeys({ sandbox: { url, seed } }: Stage): Promise<IDataObject[]> {
	const keys = [seed.keys.full, seed.keys.expiring];
	const runs = keys.map(async (key) => await nodeFor({ url }, { key }).json('workspace:get', {}));
	return (await Promise.all(runs)).flat();
}
