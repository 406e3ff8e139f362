import {
	AuthenticationError,
	ConflictError,
	NetworkError,
	NotFoundError,
	PermissionError,
	RateLimitError,
	ServiceUnavailableError,
	ValidationError,
	WaitLimitError,
} from '../../../client/http/errors';
import type { Finding, FindingCode } from '../../../client/publishing/findings';
import type { Post } from '../../../client/publishing/schemas';
import { SignInError } from '../../shared/errors';
import { channelPhrase, describeFinding, nameOf, optionLabel, statusNames } from '../labels';
import type { ApprovalRequest, Choice, Edits } from './request';

/** Joins names as a sentence does: `a, b and c`. */
export const inSentence = (names: Iterable<string>): string => new Intl.ListFormat('en').format(names);

interface Subject {
	/** The channels, e.g. `Bluesky (acme.example)`, or `a channel` for a finding about the whole post. */
	channel: string;
	/** Chooses the verb for one or several channels. */
	verb: (one: string, several: string) => string;
	/** What the rule says, which completes a sentence: `is too long: 330 of 300 characters`. */
	problem: string;
	/** The option on the network, e.g. `Privacy Level`. */
	option: string;
	/** What to do about a text or a time. */
	advice: (what: string) => string;
}

/** The numbers at the end of what a rule says about a text: `330 of 300 characters`. */
const numbersIn = (problem: string): string => / (\d+ of \d+ characters)/.exec(problem)?.[1] ?? '';

/** Why a queue, an option or a channel of the workflow is wrong is nothing that an approver can fix. */
const senderChecks = "The sender has to change this post's settings.";

const senderReplaces = 'The sender has to replace the file.';

const words: Record<FindingCode, (subject: Subject) => string> = {
	boardMissing: ({ channel, verb }) =>
		`${channel} ${verb('has', 'have')} no board yet. Ask the sender to choose one.`,
	boardUnknown: ({ channel }) =>
		`The board for ${channel} doesn't exist anymore. Ask the sender to choose another one.`,
	boardUnsupported: ({ channel, verb }) =>
		`${channel} ${verb('has', 'have')} no boards, so the chosen board isn't used.`,
	captionMissing: ({ channel, advice }) =>
		`There is no text and no picture for ${channel}. ${advice('Enter a text')}`,
	captionTooLong: ({ channel, problem, advice }) =>
		`The text is too long for ${channel}. It has ${numbersIn(problem)}. ${advice('Shorten it')}`,
	categoryUnknown: ({ channel }) => `The category for ${channel} might be ignored.`,
	channelPaused: ({ channel, verb }) =>
		`${channel} ${verb('accepts', 'accept')} no posts right now. Try again later.`,
	channelRepeated: () => 'A channel was chosen more than once. The post is published there once.',
	channelUnknown: () => `A channel of this post isn't available anymore. ${senderChecks}`,
	connectionExpires: ({ channel }) => `The connection to ${channel} expires soon. Tell the sender.`,
	connectionLost: ({ channel }) => `The connection to ${channel} was lost. Ask the sender to reconnect it.`,
	fileIncomplete: ({ problem }) => `This post ${problem}. ${senderReplaces}`,
	fileTooLarge: () => 'A file of this post is very large. The service might refuse it.',
	fileUnusual: ({ problem }) => `This post ${problem}.`,
	fileWithoutPicture: ({ problem }) => `This post ${problem}. ${senderReplaces}`,
	fileUnreadable: () => "A file of this post couldn't be checked.",
	firstCommentUnsupported: ({ channel }) => `${channel} can't have a first comment. ${senderChecks}`,
	limitExceeded: ({ channel, problem }) => `For ${channel}, the post ${problem}.`,
	linkUnsupported: ({ channel, verb }) => `${channel} ${verb("doesn't", "don't")} show the link.`,
	mediaMissing: ({ channel, problem }) => `For ${channel}, the post ${problem}. Ask the sender to add one.`,
	mediaUnknown: ({ channel }) => `It couldn't be checked whether the files of this post fit ${channel}.`,
	optionInvalid: ({ channel, option }) =>
		`'${option}' for ${channel} has a value that isn't possible. ${senderChecks}`,
	optionUnsupported: ({ channel, verb }) =>
		`This post has settings that ${channel} ${verb("doesn't", "don't")} know. ${senderChecks}`,
	optionUnavailable: ({ channel, option }) => `'${option}' isn't available on ${channel}. ${senderChecks}`,
	overrideUnused: () => "Some settings are for a channel that doesn't get this post. They aren't used.",
	queueUnknown: ({ channel }) => `The queue for ${channel} doesn't exist anymore. ${senderChecks}`,
	textBroken: ({ problem }) => `A text of this post ${problem}. ${senderChecks}`,
	textUnwritten: ({ problem }) => `A text of this post ${problem}.`,
	timePassed: ({ advice }) => `The time of this post has passed. ${advice('Choose a later one')}`,
	titleMissing: ({ channel, verb, advice }) =>
		`${channel} ${verb('needs', 'need')} a title. ${advice('Enter one')}`,
	titleTooLong: ({ channel, problem, advice }) =>
		`The title is too long for ${channel}. It has ${numbersIn(problem)}. ${advice('Shorten it')}`,
	titleUnsupported: ({ channel, verb }) => `${channel} ${verb("doesn't", "don't")} show the title.`,
	valueInvalid: () => `Something in this post isn't possible. ${senderChecks}`,
	videoTooLong: ({ channel, problem }) => `For ${channel}, the post ${problem}.`,
};

const channelOf = ({ platform, handle, channelId }: Finding): string =>
	platform === undefined ? 'a channel' : channelPhrase(platform, handle, channelId ?? '');

/**
 * Describes a finding for someone who sees the page, and doesn't know the workflow. A finding that only the sender understands
 * also has the sender's words, so that they can be passed on.
 * @param canEdit whether the page has a field for what the finding is about
 * @param others findings that say the same about other channels
 */
export function inApproversWords(
	finding: Finding,
	canEdit: boolean,
	others: readonly Finding[] = [],
): string {
	const { code, field, problem } = finding;
	const channels = new Set([finding, ...others].map(channelOf));
	const text = words[code]({
		channel: inSentence(channels),
		verb: (one, several) => (channels.size > 1 ? several : one),
		problem,
		option: optionLabel(field.split('.').at(-1) ?? ''),
		advice: (what) =>
			canEdit ? `${what} below.` : `Ask the sender to ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
	});
	return code === 'valueInvalid' ? `${text} Details for the sender: ${describeFinding(finding)}.` : text;
}

const tellSender = 'Tell the sender.';
const laterOrTell = 'Try again in a few minutes. If that changes nothing, tell the sender.';

const lostAccess = 'The workflow has lost its access to the service. Ask the sender to connect it again.';
const tooMany = 'The service has received too many requests. Try again in a minute.';
const unreachable = `The workflow can't reach the service right now. ${laterOrTell}`;
const postIsBusy = "The service can't change the post right now. Open this page again in a moment.";

/** Texts by error class. The first class that fits counts. */
const failures: ReadonlyArray<[kind: abstract new (...args: never[]) => Error, text: string]> = [
	[SignInError, lostAccess],
	[AuthenticationError, lostAccess],
	[
		PermissionError,
		"The workflow isn't allowed to do this in the service. Ask the sender to get the permission for it.",
	],
	[RateLimitError, tooMany],
	[WaitLimitError, tooMany],
	[
		ValidationError,
		'The service refused the texts or the time of this post. Change them, or request changes.',
	],
	[ConflictError, postIsBusy],
	[NotFoundError, postIsBusy],
	[NetworkError, unreachable],
	[ServiceUnavailableError, unreachable],
];

/**
 * Describes a failure for someone who sees the page, and doesn't know the workflow. What the node itself would say about it is in
 * n8n's log.
 */
export function failureWords(error: unknown): string {
	const [, text] = failures.find(([kind]) => error instanceof kind) ?? [];
	return text ?? `Something unexpected happened. ${tellSender}`;
}

/** The decisions as the page names them. A map, because a form can send any value. */
export const choiceNames: ReadonlyMap<string, string> = new Map(
	Object.entries({
		approved: 'Approve',
		changesRequested: 'Request Changes',
		rejected: 'Reject',
	} satisfies Record<Choice, string>),
);

/** Says why a post isn't open for a decision anymore. */
export const whyEnded = (current: Post | undefined): string =>
	current === undefined
		? "The post was deleted, or this page can't read it anymore. Nothing is left to decide."
		: `The post is now ${nameOf(statusNames, current.status)}. Nothing is left to decide.`;

/** Names an item within a sentence. */
export function itemName(index: number, { items }: Pick<ApprovalRequest, 'items'>): string {
	const kind = items[index]?.tool === undefined ? 'post' : 'tool call';
	return items.filter(({ isAsked }) => isAsked).length === 1 ? `the ${kind}` : `${kind} ${index + 1}`;
}

/** With more changes than this, it's another post. */
const changesMax = 4;

/** Says that someone changed a post after the page was opened. @param changes what they changed, as far as it's known */
export const changedWords = (
	index: number,
	request: Pick<ApprovalRequest, 'items'>,
	changes: readonly string[],
): string => {
	const what = changes.length === 0 || changes.length > changesMax ? '' : `the ${inSentence(changes)} of `;
	return `Someone changed ${what}${itemName(index, request)} after you opened this page. Check the new version, then decide.`;
};

/** The decisions that end an item without a publication. */
export const decisionNames: Record<Exclude<Choice, 'approved'>, string> = {
	changesRequested: 'Changes requested. The sender gets your comment',
	rejected: 'Rejected',
};

/** Names of what an approver can edit, within a sentence. */
export const editNames: Record<keyof Edits, string> = {
	caption: 'caption',
	title: 'title',
	ownCaptions: 'caption for single channels',
	publishAt: 'time',
};
