import { inSentence } from '../../../client/http/text.js';
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
} from '../../../client/http/errors.js';
import type { Finding, FindingCode } from '../../../client/publishing/findings.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { SignInError } from '../../shared/errors.js';
import { channelOf, describeFinding } from '../words/findings.js';
import { nameOf, optionLabel, statusNames } from '../words/labels.js';
import type { ApprovalRequest, Choice, Edits } from './request.js';

/** What an approver can do about something that is wrong. */
type Remedy = 'askSender' | 'lookAtPost' | 'nothing' | 'tryLater';

const remedies: Record<Remedy, string> = {
	askSender: 'Ask the sender to fix it.',
	lookAtPost: 'Change it below, or request changes.',
	nothing: '',
	tryLater: 'Try again in a few minutes. If that changes nothing, tell the sender.',
};

const withRemedy = (text: string, remedy: Remedy): string => `${text} ${remedies[remedy]}`.trim();

interface Subject {
	/** The channels, e.g. `Bluesky (acme.example)`, or `a channel` for a finding about the whole post. */
	channel: string;
	/** What the rule says, which completes a sentence: `is too long: 330 of 300 characters`. */
	problem: string;
	/** The option on the network, e.g. `Privacy Level`. */
	option: string;
}

/** What is wrong with a post, and what an approver can do about it. */
const findingWords: Record<FindingCode, [remedy: Remedy, text: (subject: Subject) => string]> = {
	altTextRefused: ['nothing', () => "A file has no description for people who can't see it."],
	boardMissing: ['askSender', ({ channel }) => `No board is chosen for ${channel}.`],
	boardUnknown: ['askSender', ({ channel }) => `The board for ${channel} doesn't exist anymore.`],
	boardUnsupported: ['nothing', ({ channel }) => `${channel} has no boards, so the chosen board isn't used.`],
	captionMissing: ['lookAtPost', ({ channel }) => `There is no text and no picture for ${channel}.`],
	captionTooLong: ['lookAtPost', ({ channel, problem }) => `The text for ${channel} ${problem}.`],
	categoryUnknown: ['nothing', ({ channel }) => `The category for ${channel} might be ignored.`],
	channelPaused: ['tryLater', ({ channel }) => `Nothing can be published on ${channel} right now.`],
	channelRepeated: [
		'nothing',
		() => 'A channel was chosen more than once. The post is published there once.',
	],
	channelUnknown: ['askSender', () => "A channel of this post isn't available anymore."],
	connectionExpires: ['askSender', ({ channel }) => `The connection to ${channel} expires soon.`],
	connectionLost: ['askSender', ({ channel }) => `The connection to ${channel} was lost.`],
	earlierTry: ['nothing', ({ problem }) => `This post ${problem}.`],
	fileIncomplete: ['askSender', ({ problem }) => `This post ${problem}.`],
	fileTooLarge: ['nothing', () => 'A file of this post is very large. The service might refuse it.'],
	fileUnusual: ['nothing', ({ problem }) => `This post ${problem}.`],
	fileWithoutPicture: ['askSender', ({ problem }) => `This post ${problem}.`],
	fileUnreadable: ['nothing', () => "A file of this post couldn't be checked."],
	firstCommentUnsupported: ['askSender', ({ channel }) => `${channel} can't have a first comment.`],
	limitExceeded: ['nothing', ({ channel, problem }) => `For ${channel}, the post ${problem}.`],
	linkUnsupported: ['nothing', ({ channel }) => `The link isn't shown on ${channel}.`],
	mediaLost: ['askSender', () => 'This post should have a picture or a video, but it has none.'],
	mediaMissing: ['askSender', ({ channel, problem }) => `For ${channel}, the post ${problem}.`],
	networkRule: ['nothing', ({ channel }) => `${channel} might not accept a text or an option of this post.`],
	mediaUnknown: [
		'nothing',
		({ channel }) => `It couldn't be checked whether the files of this post fit ${channel}.`,
	],
	optionInvalid: [
		'askSender',
		({ channel, option }) => `'${option}' for ${channel} has a value that isn't possible.`,
	],
	optionUnsupported: ['askSender', ({ channel }) => `This post has settings that aren't for ${channel}.`],
	optionUnavailable: ['askSender', ({ channel, option }) => `'${option}' isn't available on ${channel}.`],
	overrideUnused: [
		'nothing',
		() => "Some settings are for a channel that doesn't get this post. They aren't used.",
	],
	queueUnknown: ['askSender', ({ channel }) => `The queue for ${channel} doesn't exist anymore.`],
	textBroken: ['askSender', ({ problem }) => `A text of this post ${problem}.`],
	textUnwritten: ['nothing', ({ problem }) => `A text of this post ${problem}.`],
	timePassed: ['lookAtPost', () => 'The time of this post has passed.'],
	titleMissing: ['lookAtPost', ({ channel }) => `There is no title for ${channel}.`],
	titleTooLong: ['lookAtPost', ({ channel, problem }) => `The title for ${channel} ${problem}.`],
	titleUnsupported: ['nothing', ({ channel }) => `The title isn't shown on ${channel}.`],
	valueInvalid: ['askSender', () => "Something in this post isn't possible."],
	videoTooLong: ['nothing', ({ channel, problem }) => `For ${channel}, the post ${problem}.`],
};

const channelName = (finding: Finding): string =>
	finding.platform === undefined ? 'a channel' : channelOf(finding);

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
	const channel = inSentence(new Set([finding, ...others].map(channelName)));
	const [remedy, describe] = findingWords[code];
	const text = withRemedy(
		describe({ channel, problem, option: optionLabel(field.split('.').at(-1) ?? '') }),
		remedy === 'lookAtPost' && !canEdit ? 'askSender' : remedy,
	);
	return code === 'valueInvalid' ? `${text} Details for the sender: ${describeFinding(finding)}.` : text;
}

/** What failed, what an approver can do about it, and the errors that say so. */
const failures: ReadonlyArray<
	[text: string, remedy: Remedy, ...kinds: Array<abstract new (...args: never[]) => Error>]
> = [
	[
		"The workflow isn't allowed to do this in the service.",
		'askSender',
		...[SignInError, AuthenticationError, PermissionError],
	],
	['The service refused the texts or the time of this post.', 'lookAtPost', ValidationError],
	[
		"The service can't do this right now.",
		'tryLater',
		...[RateLimitError, WaitLimitError, ConflictError, NotFoundError, NetworkError, ServiceUnavailableError],
	],
];

/**
 * Describes a failure for someone who sees the page, and doesn't know the workflow. What the node itself would say about it is in
 * n8n's log.
 */
export function failureWords(error: unknown): string {
	const failure = failures.find(([, , ...kinds]) => kinds.some((kind) => error instanceof kind));
	const [text, remedy] = failure ?? ['Something unexpected happened.', 'askSender'];
	return withRemedy(text, remedy);
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
	changesRequested: 'Changes requested. Your comment goes back to the workflow',
	rejected: 'Rejected',
};

/** Names of what an approver can edit, within a sentence. */
export const editNames: Record<keyof Edits, string> = {
	caption: 'caption',
	title: 'title',
	ownCaptions: 'caption for single channels',
	publishAt: 'time',
};
