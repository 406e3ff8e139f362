import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CreatePost, Delivery } from '../../client/publishing/requests';
import { seed, type Sandbox } from '../../sandbox';
import { fileOfKind, itemWith } from '../support/mediaItems';
import { profile } from '../support/profile';
import { clientOf, wishOf } from '../support/publishingClient';
import { byId } from '../support/nodeUnderTest';

/** One write as the node makes it. */
export interface Write {
	/** The name in the menu. */
	name: string;
	/** `resource:operation`. */
	operation: string;
	method: 'POST' | 'PATCH' | 'DELETE';
	/** The end of the path of the request that does the work. */
	path: RegExp;
	/** The bearer key. */
	key: string;
	/**
	 * Prepares the sandbox for the write and returns parameters and items.
	 * @param fileUrl address of the file if the items can't contain one
	 */
	prepare(
		sandbox: Sandbox,
		fileUrl?: string,
	): Promise<{ parameters: IDataObject; items?: INodeExecutionData[] }>;
	/** How many times the work was done. */
	timesDone(sandbox: Sandbox): number;
}

const { channels, keys } = seed;
const draft: CreatePost = { accounts: [channels.facebook.id], caption: 'Before' };
const queue: Delivery = { mode: 'queue' };
const newPost = { channels: [channels.facebook.id], caption: 'Hello' };

const isDraft = ({ status }: { status: string }): boolean => status === 'draft';
const countPosts = ({ posts }: Sandbox): number => posts().length;
const count = (isDone: boolean): number => (isDone ? 1 : 0);

/** A write on an existing post. */
function onPost(
	operation: string,
	timesDone: Write['timesDone'],
	more: {
		parameters?: IDataObject;
		delivery?: Delivery;
		accounts?: string[];
		key?: string;
	} & Partial<Write> = {},
): Write {
	const { parameters = {}, delivery, accounts = draft.accounts, key = keys.full, ...others } = more;
	return {
		name: `${operation[0]?.toUpperCase()}${operation.slice(1)}`,
		operation: `post:${operation}`,
		method: 'POST',
		path: new RegExp(`/${operation}$`),
		key,
		timesDone,
		prepare: async ({ url }) => {
			const { posts } = clientOf({ baseUrl: url, key });
			const { id } = await posts.create(wishOf({ ...draft, accounts, delivery }));
			return { parameters: { postId: byId(id), ...parameters } };
		},
		...others,
	};
}

const isOnItsWay = (sandbox: Sandbox): number => count(!sandbox.posts().some(isDraft));
const isBack = (sandbox: Sandbox): number => count(sandbox.posts().some(isDraft));
const thePost = /\/posts\/[^/]+$/;

const createOf = (name: string, delivery: string): Write => ({
	name,
	operation: 'post:create',
	method: 'POST',
	path: /\/posts\/$/,
	key: keys.full,
	prepare: async () => ({ parameters: { ...newPost, delivery } }),
	timesDone: countPosts,
});

/** Every write of the Social Publishing node. */
const allWrites: readonly Write[] = [
	createOf('Create, as a draft', 'draft'),
	createOf('Create, publish now', 'now'),
	onPost('update', ({ posts }) => count(posts()[0]?.caption === 'After'), {
		parameters: { updateFields: { caption: 'After' } },
		method: 'PATCH',
		path: thePost,
	}),
	onPost('delete', (sandbox) => count(countPosts(sandbox) === 0), { method: 'DELETE', path: thePost }),
	onPost('duplicate', (sandbox) => countPosts(sandbox) - 1),
	onPost('submit', isOnItsWay, { parameters: { delivery: 'queue' } }),
	onPost('schedule', isOnItsWay, { parameters: { delivery: 'queue' } }),
	onPost('publish', isOnItsWay),
	onPost('cancel', isBack, { delivery: queue }),
	onPost('withdraw', isBack, {
		delivery: queue,
		accounts: [channels.approvalFacebook.id],
		key: keys.approval,
	}),
	{
		name: 'Upload, its start',
		operation: 'media:upload',
		method: 'POST',
		path: /\/media\/uploads$/,
		key: keys.full,
		prepare: async (_sandbox, url) =>
			url === undefined
				? { parameters: {}, items: [await itemWith({ data: fileOfKind('png', 100) })] }
				: { parameters: { fileFrom: 'url', url: `${url}/file` } },
		timesDone: ({ media }) =>
			media().filter(({ sizeBytes, state }) => sizeBytes === 100 && state === 'ready').length,
	},
];

/** The writes that the service of this test file offers. The contract has no withdrawal. */
export const writes = allWrites.filter(({ name }) => profile === 'observed' || name !== 'Withdraw');
