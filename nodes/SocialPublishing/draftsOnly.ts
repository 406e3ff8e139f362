import type { INode, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../client/publishing';
import type { CreatePost } from '../../client/publishing/requests';
import type { BodyOptions } from '../../client/publishing/postCreate';
import type { Tool } from '../../client/publishing/agent/schemas';
import { ParameterError } from '../shared/errors';

/**
 * Keeps whoever fills in the node's other fields, such as an AI agent, from publishing. It takes no expression, so that
 * an agent cannot reach it.
 */
export const draftsOnlyField: INodeProperties = {
	displayName: 'Drafts and Review Only',
	name: 'draftsAndReviewOnly',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	displayOptions: { show: { resource: ['agent', 'post'] } },
	description:
		'Whether to refuse everything that goes out without Review. Switch it on where an AI agent fills in the fields.',
};

/** Read as it is stored: an expression in this place, which only a file edited by hand can have, counts as on. */
const isOn = ({ parameters: { draftsAndReviewOnly: value } }: INode): boolean =>
	value !== undefined && value !== false;

const advice =
	'Save a draft instead and let a person publish it. With a key that lacks the permission publish_directly, Submit sends posts to Review and is allowed. Only a person can switch this off, in the node';

const refusal = (what: string): ParameterError =>
	new ParameterError(`'Drafts and Review Only' is on: ${what}`, advice);

/** States in which a change would go out as it is, without another look. */
const onTheWay: readonly string[] = ['approved', 'on_hold', 'publishing', 'queued', 'scheduled'];

/** Writing tools that send nothing out; the service marks those that only read. Every other one may publish. */
const harmlessTools: readonly string[] = [
	'social_create_draft',
	'social_duplicate_post',
	'social_finalize_media_upload',
	'social_request_media_upload',
	'social_sign_upload_parts',
	'social_upload_media',
	'social_withdraw_post',
];

const isHarmless = ({ name, annotations }: Tool): boolean =>
	annotations?.readOnlyHint === true || harmlessTools.includes(name);

const delivers = (post: CreatePost, { additionalBody }: BodyOptions = {}): boolean =>
	(additionalBody?.delivery ?? post.delivery) !== undefined;

type Posts = PublishingClient['posts'];

function guardPosts({ me, posts }: PublishingClient): Posts {
	/** A key without this permission cannot publish, whatever it asks for: the service sends the post to Review. */
	const requireReview = async (): Promise<void> => {
		const { permissions } = await me();
		if (permissions.includes('publish_directly')) throw refusal('this key would send the post out directly');
	};
	const refuse = (what: string) => async () => await Promise.reject(refusal(what));
	return {
		...posts,
		create: async (post, options) => {
			if (delivers(post, options)) await requireReview();
			return await posts.create(post, options);
		},
		submit: async (...call) => {
			await requireReview();
			return await posts.submit(...call);
		},
		update: async (postId, ...call) => {
			const { status } = await posts.get(postId);
			if (onTheWay.includes(status)) {
				throw refusal(`the post is ${status}, so a change would go out without Review`);
			}
			return await posts.update(postId, ...call);
		},
		schedule: refuse('scheduling and queueing go past Review'),
		publish: refuse('publishing goes past Review'),
	};
}

const guardAgent = ({ agent }: PublishingClient): PublishingClient['agent'] => ({
	...agent,
	callTool: async (name, ...call) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		if (tool && !isHarmless(tool)) throw refusal(`the tool ${name} may publish`);
		return await agent.callTool(name, ...call);
	},
});

/** The client of a node; with the option on, everything is refused that would go out without Review. */
export const keepToDrafts = (node: INode, client: PublishingClient): PublishingClient =>
	isOn(node) ? { ...client, posts: guardPosts(client), agent: guardAgent(client) } : client;
