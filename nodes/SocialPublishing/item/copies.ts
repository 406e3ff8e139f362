import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { asObject, recordOf, withoutEmpty } from '../../../client/http/json.js';
import { inSentence, isSameTime } from '../../../client/http/text.js';
import type { Finding } from '../../../client/publishing/findings.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import { channelOf } from '../../../client/publishing/posts/channelStates.js';
import type { LiveOptions } from '../../../client/publishing/posts/content.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import { ParameterError, withFacts } from '../../shared/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { entryOf } from '../../shared/journal/execution.js';
import { inLowerCase } from '../../shared/names.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { publishingErrorTexts } from '../words/errorTexts.js';
import { keepFindings } from '../words/findings.js';
import { channelPhrase } from '../words/labels.js';

/** The option to give a copy the TikTok settings of its original. */
export const copyTikTokOption: INodeProperties = {
	displayName: 'Copy TikTok Settings',
	name: 'copyTikTok',
	type: 'boolean',
	default: true,
	description:
		"Whether the copy keeps the original's TikTok settings, such as who can see the video. The service doesn't copy them itself.",
};

/** What all nodes of the execution know of a copy. */
interface CopyFacts {
	/** When the service made it. */
	updatedAt: string;
	/** Whether it has the TikTok settings of its original. */
	hasSettings: boolean;
}

const copyEntry = (context: IExecuteFunctions, postId: string) =>
	entryOf<CopyFacts>(context, 'socialPublishingCopies', inLowerCase(postId));

const onTikTok = ({ channels }: Post): PostChannel[] =>
	channels.filter(({ platform }) => platform === 'tiktok');

/** The TikTok options of a channel. Undefined if the service doesn't show options, which the contract allows. */
const tikTokOf = ({ options }: PostChannel): Record<string, unknown> | undefined =>
	options === undefined ? undefined : withoutEmpty(asObject(asObject(options).tiktok));

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

const unfinished = (copy: Post, why: string): Error =>
	withFacts(new ParameterError(`The copy has no TikTok settings, because ${why}`, ''), { postId: copy.id });

/** The TikTok settings of the original that a copy lacks, by channel. Throws if the service doesn't show those of the original. */
export function missingSettings(original: Post, copy: Post): LiveOptions {
	const missing = onTikTok(copy).flatMap(
		(channel): Array<[string, Record<string, Record<string, unknown>>]> => {
			const { accountId } = channel;
			const settings = tikTokOf(channelOf(original, accountId) ?? channel);
			if (settings === undefined) throw unfinished(copy, "the service doesn't show those of the original");
			if (isEmpty(settings) || !isEmpty(tikTokOf(channel) ?? {})) return [];
			return [[accountId, { tiktok: settings }]];
		},
	);
	return recordOf(missing);
}

const isNotCopied = "isn't copied. Set it with 'Update' before the copy is published";

const notCopied = ({ accountId, platform, handle }: PostChannel): Finding => ({
	code: 'optionUnavailable',
	severity: 'warning',
	field: `perAccount.${accountId}.options.tiktok.privacyLevel`,
	problem: isNotCopied,
	accountId,
	platform,
	handle: handle ?? undefined,
});

/**
 * Returns a function that gives a copy the TikTok settings of its original, which the service doesn't copy (contract section 4).
 * Settings that the copy has, and a copy that someone has changed, stay. The function throws an error that names the copy if the settings
 * can't be read or set.
 */
export function readFinishCopy(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	originalId: string,
): (copy: RoutedPost) => Promise<RoutedPost> {
	const copies = parameters.option(copyTikTokOption);
	return async (copy) => {
		const channels = onTikTok(copy);
		if (channels.length === 0) return copy;
		const entry = copyEntry(parameters.context, copy.id);
		const { updatedAt = copy.updatedAt, hasSettings = false } = entry.facts;
		entry.note({ updatedAt, hasSettings });
		if (!copies) {
			keepFindings(parameters, channels.map(notCopied));
			return copy;
		}
		if (!isDraft(copy) || !isSameTime(copy.updatedAt, updatedAt)) return copy;
		const failed = (error: unknown): never => {
			throw unfinished(copy, `this happened: ${explain(error, publishingErrorTexts).message}`);
		};
		const liveOptions = missingSettings(await posts.get(originalId).catch(failed), copy);
		const updated = isEmpty(liveOptions)
			? copy
			: await posts.update(copy.id, { content: {}, liveOptions }).catch(failed);
		entry.note({ hasSettings: true });
		return { ...copy, ...updated, routed: copy.routed };
	};
}

/** Whether a post is a copy that this execution has made, on which more must be known before it's published. */
export const isOpenCopy = ({ context }: ParameterReader, postId: string): boolean => {
	const { exists, facts } = copyEntry(context, postId);
	return exists && !facts.hasSettings;
};

/**
 * Throws for a copy made in this execution that would be published on TikTok without a privacy level. No document says who could see it.
 * @param hasLevel whether the write itself sets the level of a channel
 */
export function requirePrivacyOfCopy(
	parameters: ParameterReader,
	post: Post,
	hasLevel: (channelId: string) => boolean = () => false,
): void {
	if (!isOpenCopy(parameters, post.id)) return;
	requirePrivacy(
		onTikTok(post).filter((channel) => !tikTokOf(channel)?.privacyLevel && !hasLevel(channel.accountId)),
		"Set 'Privacy Level' with 'Update' in 'Channel Overrides', or turn on 'Copy TikTok Settings' in 'Duplicate'",
	);
}

/** Throws for channels whose copy would have no privacy level. */
export function requirePrivacy(open: readonly PostChannel[], advice: string): void {
	if (open.length === 0) return;
	const names = open.map(({ platform, handle, accountId }) => channelPhrase(platform, handle, accountId));
	throw new ParameterError(
		`The copy has no privacy level for ${inSentence(names)}`,
		`The service doesn't copy TikTok settings. Nothing was sent. ${advice}.`,
	);
}
