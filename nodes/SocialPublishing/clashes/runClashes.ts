import type { IExecuteFunctions } from 'n8n-workflow';
import { CancelledError } from '../../../client/http/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { ComparedPost } from '../../../client/publishing/clashes/comparedPosts.js';
import type { Clash } from '../../../client/publishing/clashes/clashes.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import { explain } from '../../shared/errorTexts.js';
import { isUuid } from '../../shared/names.js';
import { itemEntry, itemName } from '../../shared/idempotency.js';
import { entryOf, keysOfSent } from '../../shared/journal/execution.js';
import { ParameterReader, type RunItem } from '../../shared/parameters.js';
import { locatorValue } from '../../shared/values.js';
import { memoCell } from '../../shared/runState.js';
import { publishingErrorTexts } from '../words/errorTexts.js';
import { readWish, type ListedPosts, type ReadWish } from '../form/wish.js';
import { readComparison } from '../form/compareOption.js';
import type { ComparedWith } from '../output/results.js';
import type { OtherPost } from './clashReport.js';

interface Listing {
	posts: ListedPosts;
	compared: readonly ComparedPost[];
	/** What the output says about it. */
	comparedWith: ComparedWith;
}

export interface ItemClashes {
	clashes: Array<Clash<OtherPost>>;
	/** The post as it was compared. Undefined if there was nothing to compare. */
	planned?: ComparedPost;
	/** Drafts of the API key of the last 24 hours. Empty if no other run can have created the item's post. */
	savedDrafts: readonly Post[];
	comparedWith: ComparedWith;
}

/**
 * A post that an item has sent, with what it's compared by as a large value. The service's lists can show a post only a minute later
 * (contract section 8), which is too late for the next round of a loop.
 */
interface SentPost {
	postId: string | undefined;
}

/** Keeps the post that an item has sent. */
export function keepSent(item: RunItem, post: ComparedPost): void {
	const entry = itemEntry<SentPost>(item, 'sent');
	entry.note({ postId: post.postId });
	entry.keep('post', JSON.parse(JSON.stringify(post)));
}

/** The posts that earlier runs of this execution have sent, such as earlier rounds of a loop, and the IDs of those that were dropped. */
function sentBefore(context: IExecuteFunctions): { posts: ComparedPost[]; dropped: string[] } {
	const keys = keysOfSent(context);
	const ofRun = new Set(
		keys.length === 0
			? []
			: context.getInputData().map((_item, itemIndex) => itemName({ context, itemIndex })),
	);
	const posts: ComparedPost[] = [];
	const dropped: string[] = [];
	for (const key of keys.filter((each) => !ofRun.has(each))) {
		const entry = entryOf<SentPost>(context, 'sent', key);
		const post = entry.large<ComparedPost>('post');
		if (post.is === 'kept') posts.push(post.value);
		else if (entry.facts.postId !== undefined) dropped.push(entry.facts.postId);
	}
	return { posts, dropped };
}

/** The ID of the post that an earlier try has sent for an item. */
const sentIdOf = (item: RunItem): string | undefined => itemEntry<SentPost>(item, 'sent').facts.postId;

const lower = (postId: string | undefined): string | undefined => postId?.toLowerCase();

/** Returns the ID of the post that an item names, in lower case. Empty if it names none. */
function namedPostId(parameters: ParameterReader): string {
	try {
		if (parameters.value('source', 'existing') === 'new') return '';
		const id = locatorValue(parameters.value('postId', ''));
		return isUuid(id) ? id.toLowerCase() : '';
	} catch {
		return '';
	}
}

/**
 * Compares the items of a run with the service's posts and with each other. The items are decided in their order, whatever the
 * order in which they are sent, so of two items that clash it's always the second one that does.
 */
class RunClashes {
	private readonly decisions: Array<Promise<ItemClashes>> = [];

	/** The posts of the items that were decided, as they will be. */
	private readonly ofItems: OtherPost[] = [];

	private listing: Promise<Listing> | undefined;

	/** The IDs of the posts that the items name. */
	private named: ReadonlySet<string> | undefined;

	constructor(
		private readonly parameters: ParameterReader,
		private readonly client: PublishingClient,
		private readonly read: ReadWish,
	) {}

	async decide(itemIndex: number): Promise<ItemClashes> {
		for (let index = this.decisions.length; index <= itemIndex; index++) {
			const { context } = this.parameters;
			this.decisions.push(this.decideNext(new ParameterReader(context, index), this.decisions.at(-1)));
		}
		return await (this.decisions[itemIndex] as Promise<ItemClashes>);
	}

	private async decideNext(
		parameters: ParameterReader,
		before: Promise<ItemClashes> | undefined,
	): Promise<ItemClashes> {
		this.listing ??= this.list();
		const listing = await this.listing;
		const { posts, comparedWith } = listing;
		const item = await this.readItem(parameters, posts);
		await before;
		if (item === undefined) return { clashes: [], savedDrafts: [], comparedWith };
		const { planned, settings, hasSharedKey } = item;
		const isCompared = ({ item: index, status }: OtherPost): boolean =>
			!hasSharedKey || index !== undefined || status !== 'draft';
		const others = settings ? this.othersOf(parameters, planned, listing).filter(isCompared) : [];
		const clashes = settings ? await this.client.clashes.find(planned, others, settings) : [];
		const isLeftOut = clashes.length > 0 && settings?.action !== 'warn';
		const left = isLeftOut ? this.existing(planned, posts) : { ...planned, item: parameters.itemIndex };
		if (left) this.ofItems.push(left);
		const savedDrafts = hasSharedKey ? await this.ownDrafts(posts) : [];
		return { clashes, planned, savedDrafts, comparedWith };
	}

	/** Reads what an item would send. Undefined for an item that can't be read, which fails later, when it's processed. */
	private async readItem(parameters: ParameterReader, posts: Listing['posts']) {
		try {
			const item = await (await readWish(parameters, this.client, this.read)).toCompare?.(posts);
			if (item === undefined) return undefined;
			const postId = lower(item.postId ?? sentIdOf(parameters));
			const planned = await this.client.clashes.ofPlanned(item.content, postId);
			return { planned, settings: readComparison(parameters), hasSharedKey: item.hasSharedKey === true };
		} catch {
			return undefined;
		}
	}

	/** Lists the service's posts once. If that isn't possible, items are still compared with each other. */
	private async list(): Promise<Listing> {
		const sent = sentBefore(this.parameters.context);
		return await this.client.clashes.list().then(
			({ posts: listed, hasMore }) => {
				const posts = new Map(listed.map((post) => [post.id.toLowerCase(), post]));
				const isListed = (postId: string | undefined): boolean => posts.has(lower(postId) ?? '');
				const compared = listed.flatMap((post) => this.client.clashes.ofPost(post) ?? []);
				return {
					posts,
					compared: [...compared, ...sent.posts.filter(({ postId }) => !isListed(postId))],
					comparedWith: { posts: listed.length, hasMore: hasMore || !sent.dropped.every(isListed) },
				};
			},
			(error: unknown) => {
				if (error instanceof CancelledError) throw error;
				const { message } = explain(error, publishingErrorTexts);
				const comparedWith = { posts: 0, error: message };
				return { posts: new Map<string, Post>(), compared: sent.posts, comparedWith };
			},
		);
	}

	/** The posts that an item can clash with. A post that items of the run name is compared as the item will leave it. */
	private othersOf(
		{ context }: ParameterReader,
		{ postId: ownId }: ComparedPost,
		{ compared }: Listing,
	): OtherPost[] {
		this.named ??= new Set(
			context.getInputData().map((_item, index) => namedPostId(new ParameterReader(context, index))),
		);
		const ofItems = this.ofItems.filter(({ postId }) => postId === undefined || postId !== ownId);
		const taken = new Set([ownId, ...this.named, ...this.ofItems.map(({ postId }) => lower(postId))]);
		return [...compared.filter(({ postId }) => !taken.has(lower(postId))), ...ofItems];
	}

	/** A post that an item leaves as it is. Undefined for a post that doesn't exist. */
	private existing({ postId }: ComparedPost, posts: Listing['posts']): OtherPost | undefined {
		const post = postId === undefined ? undefined : posts.get(postId);
		return post && this.client.clashes.ofPost(post);
	}

	private async ownDrafts(posts: Listing['posts']): Promise<Post[]> {
		const drafts = [...posts.values()].filter((post) => isDraft(post) && this.client.posts.isRecent(post));
		if (drafts.length === 0) return [];
		const { credential } = await this.client.me();
		return drafts.filter(({ createdVia }) => createdVia?.credentialId === credential.id);
	}
}

const clashesOfRun = memoCell<RunClashes>();

/** Returns what was found for an item. Lists the service's posts once per run. */
export async function decideItem(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish,
): Promise<ItemClashes> {
	const memo = clashesOfRun(parameters.context);
	const run = await memo.get('', async () => new RunClashes(parameters, client, read));
	return await run.decide(parameters.itemIndex);
}
