import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { DeliveryOptions } from '../../../../client/publishing/posts/perform.js';
import type { KeyedWrite } from '../../../../client/http/idempotency.js';
import type { RoutedPost } from '../../../../client/publishing/posts/answers.js';
import type { Delivery } from '../../../../client/publishing/requests.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import { optionsField, parallelRequestsOption, readParallelRequests } from '../../../shared/fields.js';
import { nameDone, showHint, type Operation } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { cell } from '../../../shared/runState.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { compareOption } from '../../form/compareOption.js';
import { runAgainOption } from '../../../shared/keyOptions.js';
import { postLocator } from '../../words/locators.js';
import { isAllowed } from '../../words/statusConflicts.js';
import { withIds } from '../../words/names.js';
import {
	outputPerChannelOption,
	postOutputFields,
	readPostOutput,
	ofOnePost,
} from '../../output/postOutput.js';
import { isOpenCopy, requirePrivacyOfCopy } from '../../item/copies.js';
import { sendItem, writeItem } from '../../item/writeItem.js';
import { namedPost, type ItemWish, type ReadWish } from '../../form/wish.js';
import { returningPost } from '../../item/writeOnce.js';
import { dailyLimitOption, readFitsDailyLimit } from '../../form/delivery.js';
import { factsOfAsset } from '../../media/uploadedFiles.js';
import { checkFirstOption } from '../../form/checkFirst.js';

/** The parts that differ between operations on one post. Each operation returns the post. */
interface PostOperation
	extends Pick<
		Operation<PublishingClient>,
		'name' | 'value' | 'action' | 'description' | 'parallelRequests' | 'canPublish' | 'describeDone'
	> {
	/** The field with the post. Default: {@link postLocator}. */
	postField?: INodeProperties;
	/** Fields that follow the post. */
	fields?: INodeProperties[];
	/** Options in addition to the common ones. */
	options?: INodeProperties[];
	run(client: PublishingClient, postId: string, parameters: ParameterReader): Promise<Post>;
}

const postsOfRun = cell(() => new Set<string>());

/** Warns once if several items of a run name the same post. */
export function hintAtSamePost({ context }: ParameterReader, postId: string): void {
	const posts = postsOfRun(context);
	if (posts.size < posts.add(postId.toLowerCase()).size) return;
	showHint(context, {
		message:
			"Several items name the same post, as those of 'One Item per Channel' do. To process each post once, add a Remove Duplicates node that compares only the field 'id' before this one.",
		type: 'warning',
	});
}

/** Builds an operation on one post. Its output is the post. */
export function postOperation({
	postField = postLocator,
	fields = [],
	options = [],
	run,
	...texts
}: PostOperation): Operation<PublishingClient> {
	return {
		...texts,
		...ofOnePost,
		fields: [postField, ...fields, ...postOutputFields, optionsField([outputPerChannelOption, ...options])],
		async execute(parameters, client) {
			const postId = parameters.id('postId', 'Post');
			const toOutput = readPostOutput(parameters);
			hintAtSamePost(parameters, postId);
			return toOutput(await run(client, postId, parameters));
		},
	};
}

/** The parts that differ between writes to one post that have no form. */
interface PostWriteOperation extends Omit<PostOperation, 'run'> {
	send(client: PublishingClient, postId: string, key: Required<KeyedWrite>): Promise<RoutedPost>;
	/** Reads the form of the rest, and returns what does the rest with the post of this or an earlier try. */
	readFinish?(
		parameters: ParameterReader,
		client: PublishingClient,
		postId: string,
	): (done: RoutedPost) => Promise<RoutedPost>;
}

/** Builds a write to one post that has no form. A retry of the execution doesn't repeat it. */
export const postWriteOperation = ({
	send,
	readFinish,
	...others
}: PostWriteOperation): Operation<PublishingClient> =>
	postOperation({
		...others,
		describeDone: nameDone,
		run: async (client, postId, parameters) => {
			const finish = readFinish?.(parameters, client, postId);
			const done = await sendItem(parameters, {
				what: [others.value, postId],
				send: async (_nothing, key) => await send(client, postId, key),
				...returningPost(client),
			});
			return finish ? await finish(done) : done;
		},
	});

/** Adds what each write with an idempotency key has: the options for the key, and parallel requests. */
const keyed = <Texts extends Pick<PostOperation, 'options'>>({
	keyOptions = [runAgainOption],
	options = [],
	...others
}: Texts & { keyOptions?: INodeProperties[] }) => ({
	...others,
	parallelRequests: readParallelRequests,
	options: [...keyOptions, parallelRequestsOption, ...options],
});

/** Builds a write with an idempotency key to one post, which has no form. */
export const keyedPostOperation = (texts: PostWriteOperation): Operation<PublishingClient> =>
	postWriteOperation(keyed(texts));

/** The parts that differ between operations that deliver a post. */
interface DeliveringOperation<D extends Delivery> extends Omit<PostOperation, 'run'> {
	/** The options with which the user chooses the key. */
	keyOptions?: INodeProperties[];
	/** Reads the delivery that the user chose. */
	read(parameters: ParameterReader): D;
	send(
		posts: PublishingClient['posts'],
		postId: string,
		delivery: D,
		options: DeliveryOptions,
	): Promise<RoutedPost>;
}

/** Builds an operation that delivers an existing post. Adds the options for the check and for the daily limit. */
export function deliveringOperation<D extends Delivery>({
	read,
	send,
	options = [],
	...others
}: DeliveringOperation<D>): Operation<PublishingClient> {
	const readDelivered: ReadWish<ItemWish & { delivery: D }> = async (parameters, client) => {
		const { inList, read: readPost } = namedPost(client, parameters.id('postId', 'Post'));
		const { delivery } = await withIds(client, { delivery: read(parameters) });
		const isCopy = isOpenCopy(parameters, parameters.id('postId', 'Post'));
		if (isCopy) requirePrivacyOfCopy(parameters, await readPost());
		// The service refuses to deliver other posts.
		const ifAllowed = (post: Post) =>
			isAllowed(others.value, post.status)
				? client.checks.existingPost(post, delivery, factsOfAsset(parameters.context))
				: undefined;
		return {
			content: {},
			delivery,
			toCheck: async (mayBeDone) => {
				const post = await client.checks.ifTold(readPost());
				const delivered = post && ifAllowed(post);
				return delivered && { ...delivered, mayBeDone };
			},
			toCompare: async (listed) => {
				const post = await inList(listed);
				const content = ifAllowed(post);
				return content && { content, postId: post.id };
			},
		};
	};
	const operation = postOperation({
		...keyed({ ...others, options: [checkFirstOption, compareOption, dailyLimitOption, ...options] }),
		canPublish: true,
		describeDone: nameDone,
		run: async (client, postId, parameters) => {
			const fitsDailyLimit = readFitsDailyLimit(parameters);
			return await writeItem(parameters, client, {
				what: [others.value, postId],
				read: readDelivered,
				content: ({ delivery }) => delivery,
				send: async (delivery, key) => await send(client.posts, postId, delivery, { ...key, fitsDailyLimit }),
				...returningPost(client),
			});
		},
	});
	return reportingClashes(operation);
}
