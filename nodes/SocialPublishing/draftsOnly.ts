import type { INode } from 'n8n-workflow';
import type { PublishingClient } from '../../client/publishing';
import type { BodyOptions } from '../../client/publishing/posts/content';
import type { Step } from '../../client/publishing/posts/plan';
import type { Tool } from '../../client/publishing/agent/schemas';
import { ParameterError } from '../shared/errors';
import { nameOf, statusNames } from './labels';
import type { ToolSwitch } from './toolSwitch';

/** Keeps whoever fills in the node's other fields, such as an AI agent, from publishing. */
export const draftsOnlySwitch: ToolSwitch = {
	displayName: 'Drafts and Review Only',
	name: 'draftsAndReviewOnly',
	description: 'Whether to refuse everything that would be published without review',
	notice: "This operation doesn't publish anything",
};

/** Read as it is stored: an expression in this place, which only a file edited by hand can have, counts as on. */
const isOn = ({ parameters: { draftsAndReviewOnly: value } }: INode): boolean =>
	value !== undefined && value !== false;

const advice =
	"Save a draft instead, so that someone can review and publish it. With an API key without the permission publish_directly, 'Submit' is allowed because it sends posts for approval. Only someone who edits this node can turn this option off";

const refusal = (what: string): ParameterError =>
	new ParameterError(`'Drafts and Review Only' is on, so ${what}`, advice);

/** Statuses in which a change would be published as it is, without another review. */
const onTheWay: readonly string[] = ['approved', 'on_hold', 'publishing', 'queued', 'scheduled'];

/** What a post says and where, in the names of the request (contract section 4). None of it publishes a post. */
const contentFields = [
	'accounts',
	'caption',
	'firstComment',
	'idempotencyKey',
	'linkUrl',
	'mediaAssetIds',
	'perAccount',
	'proposedPublishAt',
	'title',
];

/** Fields that an override can set. Networks define what `options` has, and no option publishes a post. */
const overrideFields = ['boardId', 'caption', 'firstComment', 'options', 'title'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const foreignField = (values: object, known: readonly string[]): string | undefined =>
	Object.entries(values).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];

/** A field of a request that might publish its post: any field that isn't known to be harmless. */
function publishingField(values: object, known: readonly string[]): string | undefined {
	const { perAccount } = values as { perAccount?: unknown };
	const overrides = isObject(perAccount) ? Object.values(perAccount).filter(isObject) : [];
	const inOverrides = overrides.map((override) => foreignField(override, overrideFields));
	return [foreignField(values, known), ...inOverrides].find((name) => name !== undefined);
}

/**
 * A property of a request that saves a post, which might publish it: any that isn't known to be harmless. Undefined for a
 * request that saves a draft and nothing else.
 */
export const fieldThatMightPublish = (
	body: object,
	{ additionalBody }: BodyOptions = {},
): string | undefined => publishingField({ ...body, ...additionalBody }, contentFields);

/**
 * Writing tools that publish nothing, with those of their arguments that are known to be harmless (wire details
 * N26, N38, N39). A tool or an argument that isn't here may publish. The service marks the tools that only read.
 */
const harmlessTools: ReadonlyMap<string, readonly string[]> = new Map([
	['social_create_draft', contentFields],
	['social_duplicate_post', ['idempotencyKey', 'postId']],
	[
		'social_finalize_media_upload',
		['durationSec', 'height', 'idempotencyKey', 'mediaAssetId', 'parts', 'uploadId', 'width'],
	],
	['social_request_media_upload', ['altText', 'idempotencyKey', 'mediaType', 'sizeBytes']],
	['social_sign_upload_parts', ['count', 'fromPart', 'mediaAssetId', 'uploadId']],
	['social_upload_media', ['altText', 'bytesBase64', 'data', 'idempotencyKey', 'mediaType']],
	['social_withdraw_post', ['idempotencyKey', 'postId']],
]);

/** Why a call of a tool is refused; undefined where it's known to be harmless. */
function whyRefused({ name, annotations }: Tool, args: object): string | undefined {
	if (annotations?.readOnlyHint === true) return undefined;
	const known = harmlessTools.get(name);
	if (!known) return `the tool ${name}, which might publish, wasn't called`;
	const field = publishingField(args, known);
	return field === undefined
		? undefined
		: `the tool ${name} wasn't called with the argument '${field}', which might publish`;
}

type Posts = PublishingClient['posts'];

/** Every call by name, so that a new one can't pass unseen. */
function guardPosts({ me, posts }: PublishingClient): Posts {
	/** A key without this permission can't publish, whatever it asks for: the service sends the post to Review. */
	const requireReview = async (): Promise<void> => {
		const { permissions } = await me();
		if (permissions.includes('publish_directly'))
			throw refusal("the post wasn't sent with an API key that publishes without review");
	};
	const reviewUnlessHarmless = async (body: object, additions?: BodyOptions): Promise<void> => {
		if (fieldThatMightPublish(body, additions)) await requireReview();
	};
	const refuse = (what: string) => async () => await Promise.reject(refusal(what));
	/** Looked at before the first step is taken: a post must not be canceled for a delivery that is refused. */
	const requireHarmless = async (step: Step): Promise<void> => {
		if (step.kind === 'update') await reviewUnlessHarmless(step.changes, step.additions);
		else if (step.kind !== 'cancel' && step.kind !== 'withdraw') await requireReview();
	};
	return {
		get: posts.get,
		getIfChanged: posts.getIfChanged,
		getMany: posts.getMany,
		list: posts.list,
		listWithTime: posts.listWithTime,
		page: posts.page,
		waitForOutcome: posts.waitForOutcome,
		cancel: posts.cancel,
		delete: posts.delete,
		duplicate: posts.duplicate,
		withdraw: posts.withdraw,
		create: async (post, options) => {
			await reviewUnlessHarmless(post, options);
			return await posts.create(post, options);
		},
		submit: async (...call) => {
			await requireReview();
			return await posts.submit(...call);
		},
		update: async (postId, changes, options) => {
			await reviewUnlessHarmless(changes, options);
			const { status } = await posts.get(postId);
			if (onTheWay.includes(status)) {
				throw refusal(`a post that is ${nameOf(statusNames, status)} can't be changed without review`);
			}
			return await posts.update(postId, changes, options);
		},
		schedule: refuse("the post can't be scheduled or queued without review"),
		publish: refuse("the post can't be published without review"),
		plan: posts.plan,
		planEdit: posts.planEdit,
		startsSoon: posts.startsSoon,
		isDeliveredAs: posts.isDeliveredAs,
		isSubmitted: posts.isSubmitted,
		isKeyKnown: posts.isKeyKnown,
		isInterruptedEdit: posts.isInterruptedEdit,
		carryOut: async (post, steps, options) => {
			for (const step of steps) await requireHarmless(step);
			return await posts.carryOut(post, steps, options);
		},
	};
}

const guardAgent = ({ agent }: PublishingClient): PublishingClient['agent'] => ({
	listTools: agent.listTools,
	callTool: async (name, args, ...options) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		const reason = tool && whyRefused(tool, args);
		if (reason) throw refusal(reason);
		return await agent.callTool(name, args, ...options);
	},
});

/** The client of a node; with the option on, everything is refused that isn't known to stay a draft or to wait for approval. */
export const keepToDrafts = (node: INode, client: PublishingClient): PublishingClient =>
	isOn(node) ? { ...client, posts: guardPosts(client), agent: guardAgent(client) } : client;
