import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { isObject, mapValues } from '../../../client/http/json.js';
import { InvalidRequestError } from '../../../client/http/errors.js';
import { inSentence } from '../../../client/http/text.js';
import { PostCheckError } from '../../../client/publishing/errors.js';
import type { Change, PlanAction } from '../../../client/publishing/posts/plan.js';
import type { Reconciled } from '../../../client/publishing/posts/reconcile.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import { newFile } from '../../../client/publishing/values.js';
import { inZone } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { withOwn } from '../../shared/items.js';
import { explain, sentences } from '../../shared/errorTexts.js';
import type { ParameterReader, RunItem } from '../../shared/parameters.js';
import type { SkippedItem } from '../clashes/check.js';
import { skippedOutput } from '../clashes/clashOutput.js';
import { publishingErrorTexts } from '../words/errorTexts.js';
import { describeFindings, lostMediaOf, problemsIn, problemsOfDraft } from '../words/findings.js';
import { channelLabel, channelPhrase } from '../words/labels.js';
import { describeReason } from '../words/rowReasons.js';
import { captionOf, type PostOutput } from '../output/postOutput.js';
import { tell } from '../output/results.js';
import { planned, rowSentence } from '../output/sentences.js';
import { isDryRun, readIdIfValid, type RowForm } from '../form/wantedPost.js';

/**
 * The output of Create or Update and Sync Calendar for a post, with what was done. Always has the ID and `updatedAt`, whatever
 * fields the user selects, because the next run needs them.
 */
export function reportedPost<Done extends IDataObject>(
	toOutput: PostOutput,
	post: Post,
	done: Done,
): Done & IDataObject & { id: string } {
	const output = toOutput(post) as IDataObject;
	const own = { ...done, id: post.id };
	return { ...withOwn(own, output), updatedAt: output.updatedAt ?? post.updatedAt };
}

export type RowOutput = IDataObject & {
	action: string;
	message: string;
	dryRun?: boolean;
};

/** Tells the run what was done for an item's row. */
export const tellRow = (item: RunItem, { action, dryRun, message, reason }: RowOutput): void =>
	tell(item, { row: { action, dryRun, message, reason } });

/** Names of actions in a dry run. The actions that aren't listed don't change anything in a run either. */
const dryRunActions: Partial<Record<PlanAction, string>> = {
	created: 'wouldCreate',
	rescheduled: 'wouldReschedule',
	updated: 'wouldUpdate',
};

/** Errors that a dry run returns as its output: values that can't be read, and posts that can't be published. */
const refusals = [InvalidRequestError, ParameterError, PostCheckError];

const isRefusal = (error: unknown): boolean => refusals.some((kind) => error instanceof kind);

/** Says what is wrong with an item, in a sentence for each fault. */
function faultsIn(error: unknown): string[] {
	if (error instanceof PostCheckError) return describeFindings(problemsIn(error));
	const { message, description } = explain(error, publishingErrorTexts);
	return [sentences(message, description)];
}

/**
 * The output of a dry run for an item that a run would refuse. Rethrows other errors.
 * @param other what else is wrong with the item, if anything
 */
export function reportRefusal(parameters: ParameterReader, error: unknown, other: unknown): RowOutput {
	if (!isRefusal(error)) throw error;
	const found = sentences(...new Set([error, other].filter(isRefusal).flatMap(faultsIn)));
	const done = { action: 'invalid', reason: 'invalid', changes: {}, dryRun: true } as const;
	const named = captionOf(parameters);
	const message = rowSentence({ ...done, why: describeReason('invalid', { found }) }, named);
	return { message, id: readIdIfValid(parameters) || null, ...done, ...named };
}

/** The output of a row without content, which is skipped. */
export function reportUnread(parameters: ParameterReader, reason: 'blank' | 'nothingRead'): RowOutput {
	const why = describeReason(reason);
	return isDryRun(parameters)
		? { message: `Dry run: ${why}`, action: 'skipped', reason, dryRun: true }
		: { message: why, action: 'skipped', reason };
}

/** The output of an item that was left out because it clashes with other posts. Its post stays as it is. */
export function reportSkipped(
	{ isDryRun, toOutput, wish }: RowForm,
	post: Post | undefined,
	skipped: SkippedItem,
): RowOutput & { id: string | null } {
	const what = {
		...skippedOutput,
		changes: {},
		...(isDryRun ? { dryRun: true } : {}),
	};
	const why = describeReason('clash', { found: skipped.message });
	const done = { message: rowSentence({ ...what, why }, post ?? wish.content), ...what };
	return post === undefined ? { id: null, ...done } : reportedPost(toOutput, post, done);
}

type Changes = Record<string, Change>;

const idsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : [];

/** Changes whose values are lists of channels or objects keyed by channel. */
const ofChannels = ['channels', 'perAccount', 'queueIds'];

/** Channels by their IDs, as far as texts name them. */
type Channels = ReadonlyMap<string, Pick<PostChannel, 'handle' | 'platform'>>;

/** Returns the channels in changes. Uses the posts that were read, and lists the key's channels only if one is missing. */
async function channelsOf(
	{ accounts }: PublishingClient,
	changes: Changes,
	posts: Post[],
): Promise<Channels> {
	const ids = ofChannels.flatMap((name) => [...idsIn(changes[name]?.before), ...idsIn(changes[name]?.after)]);
	const ofPosts = posts.flatMap(({ channels }) => channels);
	const known: Channels = new Map(ofPosts.map((channel) => [channel.accountId, channel]));
	if (ids.every((id) => known.has(id))) return known;
	// A missing name must not fail an item after its write.
	const all = await accounts.list().catch(() => []);
	return new Map([...known, ...all.map(({ id, platform, handle }) => [id, { platform, handle }] as const)]);
}

/** Returns how a text names a channel. @param name makes the name of a channel, such as {@link channelLabel} */
function nameIn(channels: Channels, id: string, name: typeof channelLabel): string {
	const channel = channels.get(id);
	return channel ? name(channel.platform, channel.handle, id) : id;
}

/** Adds channel names to the channel IDs in a value. */
function named(value: unknown, nameOf: (id: string) => string): unknown {
	if (Array.isArray(value)) {
		return value.map((id) => ({ accountId: String(id), channel: nameOf(String(id)) }));
	}
	if (!isObject(value)) return value;
	return mapValues(value, (own, id) => ({
		channel: nameOf(id),
		...(isObject(own) ? own : { value: own }),
	}));
}

/** Returns changes as the output shows them, with times in the time zone and channels by name and ID. */
function shownChanges(changes: Changes, channels: Channels, zone: string): Changes {
	const labelOf = (id: string) => nameIn(channels, id, channelLabel);
	const shown = (name: string, value: unknown): unknown =>
		ofChannels.includes(name) ? named(value, labelOf) : inZone(value, zone);
	return mapValues(changes, ({ before, after }, name) => ({
		before: shown(name, before),
		after: shown(name, after),
	}));
}

/** Returns what has changed in a post, whose status and media are known only after the write. Without one, files are new. */
function withActual(changes: Changes, post: Post | undefined): Changes {
	const { mediaAssetIds: media, status } = changes;
	const ids = [media?.after].flat().map((id) => (id === newFile ? 'new file' : id));
	return {
		...changes,
		...(media ? { mediaAssetIds: { ...media, after: post?.mediaAssetIds ?? ids } } : {}),
		...(status && post ? { status: { ...status, after: post.status } } : {}),
	};
}

/** What was done with the post of an item, or why nothing could be done. */
type Done = Omit<Reconciled, 'reason'> & { reason?: Reconciled['reason'] | 'gone' };

/** What a report needs of the form. An item whose post is gone has no new one. */
type ReportedForm = Pick<RowForm, 'isDryRun' | 'toOutput' | 'toldZone'> & Partial<Pick<RowForm, 'wish'>>;

/** Returns the output of an item: the post, and what was done with it. In a dry run, what would be done. */
export async function report(
	parameters: ParameterReader,
	client: PublishingClient,
	{ isDryRun, toOutput, toldZone: zone, wish }: ReportedForm,
	{ action, reason, refusal, changes, before, after }: Done,
): Promise<RowOutput & { id: string | null }> {
	const actual = withActual(changes, after);
	const posts = [before, after].filter((one) => one !== undefined);
	const channels = await channelsOf(client, actual, posts);
	const shown = shownChanges(actual, channels, zone);
	const wanted = idsIn(actual.channels?.after).map((id) => nameIn(channels, id, channelPhrase));
	const post = after ?? before;
	const what = {
		action: isDryRun ? (dryRunActions[action] ?? action) : action,
		// Always set, because n8n's table shows undefined in a column that some items lack.
		reason: reason ?? '',
		changes: shown as unknown as IDataObject,
		...(isDryRun ? { dryRun: true } : {}),
	};
	const why = reason ? describeReason(reason, { post: before, refusal }) : '';
	const problems = problemsOfDraft(parameters);
	const sentenceWith = (told: typeof problems): string => {
		const now = post && { post, zone, problems: told, ...(before ? { before } : {}) };
		const plan = wish
			? planned(wish.delivery, { action: what.action, channels: inSentence(wanted), zone })
			: '';
		const named = post ?? wish?.content ?? parameters.textOfFailed('caption');
		return rowSentence({ ...what, why, plan }, named, now);
	};
	const done = { message: sentences(sentenceWith(problems), lostMediaOf(parameters)), ...what };
	if (post === undefined) return { id: null, ...done, ...captionOf(parameters) };
	const output = reportedPost(toOutput, post, done);
	// A hint of its own lists the problems.
	tell(parameters, { messages: [sentenceWith(problems && [])] });
	return output;
}
