import type { ApiError, PermissionError, WaitLimitError } from '../../../client/http/errors';
import { isLongerThan, firstCharacters } from '../../../client/http/text';
import * as publishingErrors from '../../../client/publishing/errors';
import { isOutcomeUnknown, missingPermission } from '../../../client/publishing/errors';
import {
	explain,
	quoted,
	sentences,
	sharedErrors,
	textsByClass,
	type ErrorText,
	type ErrorTexts,
} from '../../shared/errorTexts';
import { nameOf, platformNames } from '../labels';
import { inApproversWords } from './problemWords';
import { timesIn } from './times';

/** What the words for a failure depend on. */
export interface FailurePlace {
	/** The time zones in which the page shows times. */
	zones: readonly string[];
	/** Whether the page has fields for the texts and for the time of the post. */
	canEditTexts?: boolean;
	canEditTime?: boolean;
}

/** The longest quote of the service, in characters. */
const quoteMax = 300;

/** A channel as the service writes it: its network, and its ID in parentheses. */
const channelWithId = /\b([a-z_]{1,30}) \([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)/g;

/** Characters that turn the direction of a text, also of the page's own words after a quote. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/** Several words without the marks of JSON, markup and programs. */
const isSentence = (text: string): boolean =>
	/\p{L}\p{L}[,:;]? \p{L}/u.test(text) && !/[{}<>\\=]|::/.test(text);

/**
 * Quotes the service's own message if a person can read it. Leaves out the IDs of channels. Empty for a code, JSON, markup or a
 * stack, and for a sentence of the client.
 */
function readable(detail: string): string {
	const beginning = firstCharacters(detail, 4 * quoteMax).replace(directionMarks, '');
	const line = beginning.replace(/\s+/g, ' ').trim();
	const text = line.replace(channelWithId, (_words, platform: string) => nameOf(platformNames, platform));
	if (!isSentence(text) || text.startsWith('The service ')) return '';
	return quoted(isLongerThan(text, quoteMax) ? `${firstCharacters(text, quoteMax)}…` : text);
}

const tellSender = 'Tell the sender.';

const laterOrTell = 'Try again in a few minutes. If that changes nothing, tell the sender.';

const waitText = ({ retryAfter = 60 }: Pick<WaitLimitError, 'retryAfter'> | ApiError): ErrorText => {
	const minutes = Math.ceil(retryAfter / 60);
	return {
		message: 'The service has received too many requests',
		description: `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
	};
};

const unusableAnswer = (): ErrorText => ({
	message: "The service answered in a way that this page can't use",
	description: tellSender,
});

const lostAccess: ErrorText = {
	message: 'The workflow has lost its access to the service',
	description: 'Ask the sender to connect it again.',
};

/** The name of a permission, which the approver can pass on to the sender. */
const permissionName = /^[a-z_]{1,40}$/;

function noAccess(error: PermissionError): ErrorText {
	const permission = missingPermission(error) ?? '';
	return {
		message: "The workflow isn't allowed to do this in the service",
		description: permissionName.test(permission)
			? `Ask the sender to get this permission: ${permission}.`
			: 'Ask the sender to get the permission for it.',
	};
}

const fileText = (): ErrorText => ({
	message: "A file of this post couldn't be sent to the service",
	description: 'Ask the sender to check the file.',
});

const unreachable = (): ErrorText => ({
	message: "The workflow can't reach the service",
	description: laterOrTell,
});

const refusedPost = (
	{ detail }: Pick<ApiError, 'detail'>,
	{ canEditTexts, canEditTime }: FailurePlace,
): ErrorText => ({
	message: 'The service refused this post',
	description: sentences(
		readable(detail),
		canEditTexts === true || canEditTime === true
			? 'If you can fix this below, do that. Otherwise, ask the sender to fix it'
			: 'Ask the sender to fix it',
	),
});

/** The network of a daily limit, whose name is e.g. `platform_quota:tiktok`. */
const limitedNetwork = (tier = ''): string => {
	const [, platform = ''] = /^platform_quota:(\w+)$/.exec(tier) ?? [];
	return nameOf(platformNames, platform) || 'A channel';
};

function quotaText(
	{ tier, availableAt }: publishingErrors.PlatformQuotaError,
	{ canEditTime, zones }: FailurePlace,
): ErrorText {
	const message = `${limitedNetwork(tier)} has reached its daily limit of posts`;
	if (typeof availableAt !== 'string' || Number.isNaN(Date.parse(availableAt)))
		return { message, description: 'Ask the sender to choose another day.' };
	const advice =
		canEditTime === true
			? 'Choose a later time below.'
			: 'Try again after that, or ask the sender to choose a later time.';
	return {
		message,
		description: sentences(`There is room again from ${timesIn(availableAt, zones)}`, advice),
	};
}

const needsReview: ErrorText = {
	message: 'In this workspace, someone reviews each post in the service before it is published',
	description: 'Ask the sender to send this post to review.',
};

const lookAgain: ErrorText = {
	message: "The service can't change the post right now",
	description: 'Open this page again in a moment to see the post as it is then.',
};

const textsFor = (place: FailurePlace): ErrorTexts => {
	const ofCause = ({ cause }: { cause: unknown }): ErrorText => textOf(cause, place);
	return textsByClass(
		{ ...sharedErrors, ...publishingErrors },
		{
			ParameterError: () => ({
				message: "The workflow's settings don't allow this",
				description: 'Ask the sender to check them.',
			}),
			SignInError: () => lostAccess,
			BlockedAddressError: unreachable,
			InvalidRequestError: () => refusedPost({ detail: '' }, place),
			ApiError: ({ detail }) => ({
				message: 'The service refused the request',
				description: sentences(readable(detail), tellSender),
			}),
			RedirectError: unusableAnswer,
			BadRequestError: unusableAnswer,
			AuthenticationError: () => lostAccess,
			InsufficientCreditsError: () => ({
				message: "The sender's account has no credits left",
				description: 'Ask the sender to add credits.',
			}),
			PermissionError: noAccess,
			ForeignAnswerError: unusableAnswer,
			NotFoundError: () => ({
				message: "The post or one of its channels isn't available anymore",
				description: 'Ask the sender to check it in the service.',
			}),
			MethodNotAllowedError: unusableAnswer,
			ConflictError: ({ detail }) =>
				/workspace needs approval/i.test(detail)
					? needsReview
					: { ...lookAgain, description: sentences(readable(detail), lookAgain.description) },
			PayloadTooLargeError: () => ({
				message: 'The texts of this post are too long for the service',
				description: place.canEditTexts === true ? 'Shorten them below.' : 'Ask the sender to shorten them.',
			}),
			ValidationError: (error) => refusedPost(error, place),
			RateLimitError: waitText,
			ServiceUnavailableError: () => ({
				message: 'The service has an internal error',
				description: laterOrTell,
			}),
			NetworkError: () => ({ message: "The service didn't answer", description: laterOrTell }),
			CancelledError: () => ({ message: 'The work was stopped', description: 'Try again.' }),
			WaitLimitError: waitText,
			UnexpectedResponseError: unusableAnswer,
			ProxyRejectionError: unusableAnswer,
			PlatformQuotaError: (error) => quotaText(error, place),
			IdempotencyInFlightError: () => ({
				message: 'The service is still working on this post',
				description: 'Open this page again in a moment.',
			}),
			IdempotencyMismatchError: () => ({
				message: 'The service already has this approval with other texts or another time',
				description: 'Ask the sender to ask you again.',
			}),
			UnreadableWriteError: undefined,
			ChangedDraftError: undefined,
			SamePostsError: () => ({
				message: 'The service has several posts that look like this one',
				description: 'Ask the sender to check them in the service.',
			}),
			RevertedEditError: ofCause,
			UnfinishedEditError: ofCause,
			NotOfferedError: unusableAnswer,
			PostCheckError: ({ findings }) => ({
				message: "The post can't be published as it is",
				description: findings.map((finding) => inApproversWords(finding, false)).join(' '),
			}),
			PartUploadError: fileText,
			SourceSizeError: fileText,
			ToolFailedError: unusableAnswer,
			UnknownToolError: unusableAnswer,
		},
	);
};

const unexpected: ErrorText = { message: 'Something unexpected happened', description: tellSender };

/** A failure that isn't in the table is unexpected. Its message is for the sender, in the output or in n8n's log. */
const textOf = (error: unknown, place: FailurePlace): ErrorText =>
	error instanceof Error
		? explain(error, new Map([...textsFor(place), [Error, () => unexpected]]))
		: unexpected;

/**
 * Describes a failure for someone who sees the page, and doesn't know the workflow. Leaves out advice after a request whose result
 * isn't known, because the node finds that out before it shows the page.
 */
export function failureWords(error: unknown, place: FailurePlace): string {
	const { message, description } = textOf(error, place);
	return sentences(message, isOutcomeUnknown(error) ? '' : description);
}
