import { quote } from '../../http/redact.js';
import { ownValue } from '../../http/json.js';
import { isSameTime } from '../../http/text.js';
import type { Accounts } from '../accounts.js';
import { PostCheckError } from '../errors.js';
import type { ChannelOverride, Delivery, UpdatePost } from '../requests.js';
import { contentOf, updatedContent, withLiveOptions, type LiveOptions } from '../posts/content.js';
import { deliveryOf } from '../posts/plan.js';
import { checkedChanges, checkedNewPost, type PostWish } from '../posts/wish.js';
import type { Channel, Post } from '../schemas.js';
import { channelRules } from './channelRules.js';
import { allFacts, isUntold, knownFacts, type Facts } from './facts.js';
import { networkRules } from './networkRules.js';
import { postFindings, requestFindings } from './postRules.js';
import type { Finding } from '../findings.js';
import type { ChannelContent, MediaFacts, PostToCheck, RuleFinding } from './types.js';

function channelContent(post: PostToCheck, accountId: string): ChannelContent {
	const own: ChannelOverride = ownValue(post.perAccount ?? {}, accountId) ?? {};
	return {
		post,
		own,
		caption: own.caption ?? post.caption,
		title: own.title ?? post.title ?? '',
		firstComment: own.firstComment ?? post.firstComment ?? '',
	};
}

/** How serious a finding is. One that only matters for publishing doesn't prevent saving a draft. */
function weightOf(
	{ severity }: RuleFinding,
	{ delivery }: PostToCheck,
): Pick<Finding, 'severity' | 'blocksPublishing'> {
	if (severity !== 'later') return { severity };
	return delivery ? { severity: 'error' } : { severity: 'warning', blocksPublishing: true };
}

async function channelFindings(post: PostToCheck, channel: Channel, facts: Facts): Promise<Finding[]> {
	const content = channelContent(post, channel.id);
	const asked = await Promise.all(networkRules.map(async (rule) => await rule(content, channel, facts)));
	const { id: accountId, platform, handle } = channel;
	const ofNetwork = asked.flat();
	// A network knows better than a schema which values it accepts.
	const isRefused = ({ code, field }: RuleFinding): boolean =>
		code === 'optionInvalid' &&
		ofNetwork.some(
			(one) => one.code === 'optionUnavailable' && one.severity === 'error' && one.field === field,
		);
	const ofChannel = channelRules.flatMap((rule) => rule(content, channel));
	return [...ofChannel.filter((finding) => !isRefused(finding)), ...ofNetwork].map((finding) => ({
		...finding,
		...weightOf(finding, post),
		accountId,
		platform,
		handle,
	}));
}

const unknownChannel = (accountId: string): Finding => ({
	code: 'channelUnknown',
	severity: 'error',
	field: 'accounts',
	problem: `has ${quote(accountId)}, which isn't a channel of this API key`,
	accountId,
});

/** Whether all texts are texts. An expression can return anything, and then no other rule can be applied. */
const hasOnlyTexts = ({ caption, title, firstComment, linkUrl, perAccount }: PostToCheck): boolean =>
	[{ caption, title, firstComment }, ...Object.values(perAccount ?? {})]
		.flatMap((values) => [values?.caption, values?.title, values?.firstComment])
		.concat(linkUrl ?? undefined)
		.every((text) => text === undefined || text === null || typeof text === 'string');

/**
 * Finds everything in a post that is wrong or may be wrong on its channels, before anything is sent. Reads the channels, and
 * also boards, creator info and categories if the post needs them (contract section 2).
 * @param now milliseconds since 1970
 */
async function checkPost(facts: Facts, given: PostToCheck, now: number): Promise<Finding[]> {
	const post = withLiveOptions(given, given.liveOptions);
	const channels = await facts.channels();
	if (!hasOnlyTexts(post)) return requestFindings(post, channels ?? []);
	if (channels === undefined) return postFindings(post, now, []);
	const ofChannels = [...new Set(post.accounts)].map(async (accountId) => {
		const channel = channels.find(({ id }) => id === accountId);
		return channel ? await channelFindings(post, channel, facts) : [unknownChannel(accountId)];
	});
	return [
		...postFindings(post, now, channels),
		...requestFindings(post, channels),
		...(await Promise.all(ofChannels)).flat(),
	];
}

/** The service doesn't say what kind of media an asset is. */
const unknownMedia = (assetIds: string[]): MediaFacts[] => assetIds.map(() => ({}));

/** Checks for posts before they are sent. */
export interface Checks {
	/**
	 * Prepares the check of an existing post, with a delivery.
	 * @param factsOf returns what is known about an asset. The service doesn't say what it is
	 */
	existingPost(post: Post, delivery?: Delivery, factsOf?: (assetId: string) => MediaFacts): PostToCheck;
	/**
	 * Prepares the check of an existing post after an update. A scheduled or queued post is delivered again.
	 * @param newMedia what is known about media that replace the post's own, or undefined if `changes` contains everything
	 */
	updatedPost(
		post: Post,
		changes: UpdatePost & { liveOptions?: LiveOptions },
		newMedia?: MediaFacts[],
	): PostToCheck;
	/** Prepares the check of a new post. @param media what is known about its media */
	newPost(wish: PostWish, media: MediaFacts[]): PostToCheck;
	/** Checks a new post before its files are uploaded. Throws an `InvalidRequestError` for a value that can't be sent. */
	requireNewPost(wish: PostWish): void;
	/** Checks changes to a post in the same way. */
	requireChanges(wish: PostWish): void;
	/** Finds everything that is wrong or may be wrong. */
	find(post: PostToCheck): Promise<Finding[]>;
	/** Finds it as far as the service says what it knows, such as to a key that can't read channels. */
	findKnown(post: PostToCheck): Promise<Finding[]>;
	/** Returns the result of a read. Undefined if the service doesn't say it, such as to a key that can't read posts. */
	ifTold<Result>(reading: Promise<Result>): Promise<Result | undefined>;
	/**
	 * Does the same as `findKnown`, but throws a `PostCheckError` if the post breaks a fixed limit.
	 * @param savesDrafts whether to throw only for what the service refuses even in a draft. Default false
	 */
	require(post: PostToCheck, savesDrafts?: boolean): Promise<Finding[]>;
}

/** Creates the checks. They read channels with `accounts`. */
export function createChecks(accounts: Accounts, now: () => number): Checks {
	const [everything, known] = [allFacts(accounts), knownFacts(accounts)];
	const findKnown: Checks['findKnown'] = async (post) => await checkPost(known, post, now());
	return {
		existingPost: (post, delivery, factsOf = () => ({})) => ({
			...contentOf(post),
			media: post.mediaAssetIds.map((assetId) => factsOf(assetId)),
			keepsProposal: true,
			...(delivery ? { delivery } : {}),
		}),
		updatedPost: (post, { liveOptions, ...changes }, newMedia) => {
			const content = updatedContent(post, changes, liveOptions);
			return {
				...content,
				media: newMedia ?? unknownMedia(changes.mediaAssetIds ?? post.mediaAssetIds),
				delivery: deliveryOf(post),
				keepsProposal: isSameTime(content.proposedPublishAt, post.proposedPublishAt),
			};
		},
		newPost: ({ content, delivery, liveOptions, media: wanted }, media) =>
			({
				...content,
				...(wanted ? { mediaAssetIds: wanted.assetIds } : {}),
				delivery,
				liveOptions,
				media,
				lostMedia: wanted?.lost,
			}) as PostToCheck,
		requireNewPost: (wish) => void checkedNewPost(wish),
		requireChanges: (wish) => void checkedChanges(wish),
		find: async (post) => await checkPost(everything, post, now()),
		findKnown,
		ifTold: async (reading) =>
			await reading.catch((error: unknown) => {
				if (isUntold(error)) return undefined;
				throw error;
			}),
		require: async (post, savesDrafts = false) => {
			const findings = await findKnown(post);
			const told = savesDrafts ? findings.filter(({ code }) => code === 'timePassed') : findings;
			if (told.some(({ severity }) => severity === 'error')) throw new PostCheckError(told);
			return findings;
		},
	};
}
