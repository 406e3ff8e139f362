import type { PublishingClient, PublishingOptions } from '../../../client/publishing/index.js';
import { hasTrait } from '../../../client/publishing/posts/status.js';
import type { MayPublish, Write, WriteKind } from '../../../client/publishing/posts/writes.js';
import type { Tool } from '../../../client/publishing/agent/agent.js';
import { ParameterError } from '../../shared/errors.js';
import type { ToolContext } from '../../shared/parameters.js';
import { nameOf, statusNames } from '../words/labels.js';
import { isSwitchedOn, type ToolSwitch } from './toolSwitch.js';

/** Prevents whoever fills in the node's other fields, such as an AI agent, from publishing. */
export const draftsOnlySwitch: ToolSwitch = {
	displayName: 'Drafts and Review Only',
	name: 'draftsAndReviewOnly',
	description:
		"Whether to only save drafts and send posts to review. Turn it off if people review the calls of the agent and 'Require Human Review' is on.",
	hint: 'While this is on, drafts and posts for review are allowed, and publishing is refused.',
	isOnByDefault: true,
	notice: "This operation doesn't publish anything",
};

const advice =
	"Save a draft instead, so that someone can review and publish it. An API key without publish_directly can still use 'Submit', which only requests approval. Only someone who edits this node can turn this option off";

const refusal = (what: string): ParameterError =>
	new ParameterError(`'Drafts and Review Only' is on, so ${what}`, advice);

/** Request fields for the content and the channels of a post (contract section 4). None of them publishes it. */
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

/** Fields that an override can set. Each network defines its own `options`, and no option publishes a post. */
const overrideFields = ['boardId', 'caption', 'firstComment', 'options', 'title'];

const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const foreignField = (values: object, known: readonly string[]): string | undefined =>
	Object.entries(values).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];

/** Returns a field of a request that might publish its post, which is any field that isn't known to be harmless. */
function publishingField(values: object, known: readonly string[]): string | undefined {
	const { perAccount } = values as { perAccount?: unknown };
	const overrides = isObjectOrList(perAccount) ? Object.values(perAccount).filter(isObjectOrList) : [];
	const inOverrides = overrides.map((override) => foreignField(override, overrideFields));
	return [foreignField(values, known), ...inOverrides].find((name) => name !== undefined);
}

/**
 * Returns a property that might publish the post that a request saves, which is any property that isn't known to be harmless.
 * Undefined if the request only saves a draft.
 */
export const fieldThatMightPublish = (body: object): string | undefined =>
	publishingField(body, contentFields);

/**
 * Tools that write but don't publish, with their arguments that are known to be harmless (wire details N26, N38, N39). A tool or
 * an argument that isn't listed might publish. The list has no tools that only read, because the service marks those.
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

/** Says why a tool call is refused. Undefined if the call is known to be harmless. */
function whyRefused({ name, annotations }: Tool, args: object): string | undefined {
	if (annotations?.readOnlyHint === true) return undefined;
	const known = harmlessTools.get(name);
	if (!known) return `the tool ${name}, which might publish, wasn't called`;
	const field = publishingField(args, known);
	return field === undefined
		? undefined
		: `the tool ${name} wasn't called with the argument '${field}', which might publish`;
}

/** What a write needs so that it doesn't publish anything without review. */
interface Needs {
	/** Why it's refused whatever the API key may do. */
	refused?: string;
	/** An API key without publish_directly, whose posts the service sends to review. */
	review?: boolean;
}

const harmless = (): Needs => ({});

const unlessHarmless = ({ body = {} }: Write): Needs => ({
	review: fieldThatMightPublish(body) !== undefined,
});

const needs: Record<WriteKind, (write: Write) => Needs> = {
	cancel: harmless,
	create: unlessHarmless,
	delete: harmless,
	duplicate: harmless,
	publish: () => ({ refused: "the post can't be published without review" }),
	schedule: () => ({ refused: "the post can't be scheduled or queued without review" }),
	submit: () => ({ review: true }),
	update: unlessHarmless,
	withdraw: harmless,
};

/** Allows only plans that publish nothing without review. */
const mayPublish: MayPublish = async (writes, { permissions, post }) => {
	const all = writes.map((write) => needs[write.kind](write));
	const { refused } = all.find((each) => each.refused !== undefined) ?? {};
	if (refused !== undefined) throw refusal(refused);
	if (all.some(({ review }) => review) && (await permissions()).includes('publish_directly'))
		throw refusal("the post wasn't sent with an API key that publishes without review");
	const changed = writes.every(({ kind }) => kind === 'update') ? await post() : undefined;
	if (changed && hasTrait(changed, 'goesOut'))
		throw refusal(
			`a post with the status ${nameOf(statusNames, changed.status)} can't be changed without review`,
		);
};

const guardAgent = ({ agent }: PublishingClient): PublishingClient['agent'] => ({
	listTools: agent.listTools,
	callTool: async (name, args, ...options) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		const reason = tool && whyRefused(tool, args);
		if (reason) throw refusal(reason);
		return await agent.callTool(name, args, ...options);
	},
});

/** Connects the client of a node. With the option on, it refuses everything that might publish without approval. */
export async function keepToDrafts(
	context: ToolContext,
	connect: (guard: Pick<PublishingOptions, 'mayPublish'>) => Promise<PublishingClient>,
): Promise<PublishingClient> {
	if (!isSwitchedOn(context, draftsOnlySwitch)) return await connect({});
	const client = await connect({ mayPublish });
	return { ...client, agent: guardAgent(client) };
}
