import type { PublishingClient } from '../../../client/publishing';
import { seed } from '../../../sandbox';
import { sampleIds } from '../../support/sampleAnswers';
import { wishOf } from '../../support/publishingClient';

const { channels } = seed;
const { post } = sampleIds;
const tomorrow = '2026-01-06T09:00:00+00:00';

/** One call of the client, and what the contract says about its endpoint. */
interface PublishingCall {
	name: string;
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	permission: 'read' | 'create_posts' | 'view_analytics' | 'publish_directly';
	/** Whether an idempotency key protects it. */
	isKeyed: boolean;
	/** The body the contract asks for. */
	body?: object;
	/** Whether it is about a post that has to exist. */
	needsPost: boolean;
	run(client: PublishingClient, idempotencyKey?: string): Promise<unknown>;
}

type Endpoint = `${PublishingCall['method']} ${string}`;

function call(
	name: string,
	endpoint: Endpoint,
	permission: PublishingCall['permission'],
	run: PublishingCall['run'],
	more: Partial<PublishingCall> = {},
): PublishingCall {
	const [method, path = ''] = endpoint.split(' ');
	return {
		name,
		method: method as PublishingCall['method'],
		path: `/api/v1/${path}`,
		permission,
		isKeyed: false,
		needsPost: path.includes(post),
		run,
		...more,
	};
}

const draft = { accounts: [channels.facebook.id], caption: 'Hi' };
const at = { mode: 'at' as const, at: tomorrow };

const reads: PublishingCall[] = [
	call('me', 'GET me/', 'read', async (client) => await client.me()),
	call('accounts.list', 'GET accounts/', 'read', async ({ accounts }) => await accounts.list()),
	call(
		'accounts.boards',
		`GET accounts/${channels.pinterest.id}/boards`,
		'read',
		async ({ accounts }) => await accounts.boards(channels.pinterest.id),
	),
	call(
		'accounts.tikTokCreatorInfo',
		`GET accounts/${channels.tiktok.id}/tiktok-creator-info`,
		'read',
		async ({ accounts }) => await accounts.tikTokCreatorInfo(channels.tiktok.id),
	),
	call(
		'accounts.youTubeCategories',
		`GET accounts/${channels.youtube.id}/youtube-categories`,
		'read',
		async ({ accounts }) => await accounts.youTubeCategories(channels.youtube.id),
	),
	call(
		'analytics.channelSnapshots',
		`GET analytics/accounts/${channels.facebook.id}`,
		'view_analytics',
		async ({ analytics }) => await analytics.channelSnapshots(channels.facebook.id),
	),
	call(
		'analytics.postSnapshots',
		`GET analytics/posts/${post}`,
		'view_analytics',
		async ({ analytics }) => await analytics.postSnapshots(post),
	),
	call('posts.list', 'GET posts/', 'read', async ({ posts }) => await posts.list({})),
	call('posts.page', 'GET posts/', 'read', async ({ posts }) => await posts.page({})),
	call('posts.get', `GET posts/${post}`, 'read', async ({ posts }) => await posts.get(post)),
	call(
		'posts.getIfChanged',
		`GET posts/${post}`,
		'read',
		async ({ posts }) => await posts.getIfChanged(post),
	),
];

const writes: PublishingCall[] = [
	call(
		'posts.create',
		'POST posts/',
		'create_posts',
		async ({ posts }, idempotencyKey) => await posts.create(wishOf(draft), { idempotencyKey }),
		{ isKeyed: true, body: draft },
	),
	call(
		'posts.update',
		`PATCH posts/${post}`,
		'create_posts',
		async ({ posts }) => await posts.update(post, { content: { caption: 'Ho' } }),
		{ body: { caption: 'Ho' } },
	),
	call('posts.delete', `DELETE posts/${post}`, 'create_posts', async ({ posts }) => await posts.delete(post)),
	call(
		'posts.duplicate',
		`POST posts/${post}/duplicate`,
		'create_posts',
		async ({ posts }, idempotencyKey) => await posts.duplicate(post, { idempotencyKey }),
		{ isKeyed: true, body: {} },
	),
	call(
		'posts.submit',
		`POST posts/${post}/submit`,
		'create_posts',
		async ({ posts }, idempotencyKey) => await posts.submit(post, at, { idempotencyKey }),
		{ isKeyed: true, body: { delivery: at } },
	),
	call(
		'posts.schedule',
		`POST posts/${post}/schedule`,
		'publish_directly',
		async ({ posts }, idempotencyKey) => await posts.schedule(post, at, { idempotencyKey }),
		{ isKeyed: true, body: at },
	),
	call(
		'posts.publish',
		`POST posts/${post}/publish`,
		'publish_directly',
		async ({ posts }, idempotencyKey) => await posts.publish(post, { idempotencyKey }),
		{ isKeyed: true, body: {} },
	),
	call(
		'posts.cancel',
		`POST posts/${post}/cancel`,
		'publish_directly',
		async ({ posts }, idempotencyKey) => await posts.cancel(post, { idempotencyKey }),
		{ isKeyed: true, body: {} },
	),
	call(
		'posts.withdraw',
		`POST posts/${post}/withdraw`,
		'create_posts',
		async ({ posts }) => await posts.withdraw(post),
		{ body: {} },
	),
];

/** Every call of the publishing client but those of media, on ids of the sandbox's seed and a post that is not there. */
export const publishingCalls: PublishingCall[] = [...reads, ...writes];
