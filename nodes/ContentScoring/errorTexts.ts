import { ownValue } from '../../client/http/json';
import type {
	ApiError,
	ClientError,
	InvalidRequestError,
	UnexpectedResponseError,
} from '../../client/http/errors';
import {
	quoted,
	sharedErrors,
	sharedTexts,
	textsByClass,
	type ErrorText,
	type ErrorTexts,
} from '../shared/errorTexts';
import type { AtStake } from './credits';

/** Inputs as the user sees them. */
const fieldLabels: Record<string, string> = {
	apiUrl: 'API URL',
	gapType: 'Gap Types',
	limit: 'Limit',
	minScore: 'Minimum Score',
	niche: 'Niche',
	thumbnailBase64: 'Thumbnail',
	thumbnailUrl: 'Thumbnail URL',
	title: 'Title',
	url: 'URL',
	youtubeUrl: 'Video URL',
};

/** What to do when nobody knows whether a call was paid for. */
const doubts: Record<AtStake, string> = {
	nothing: 'Nothing was spent. Try again later',
	keptAnswer: 'The answer may have been paid for. Run the node again within 24 hours: it costs nothing more',
	payment: 'The answer may have been paid for, and running the node again pays again',
};

/** What an error may say about the call that failed; unmarked are those that are free. */
interface Failure {
	atStake?: AtStake;
	requestId?: string;
}

const commonTexts = sharedTexts({
	address: 'API URL',
	aftermath: ({ atStake = 'nothing' }: ClientError & Failure) => doubts[atStake],
});

const scoringTexts = {
	...commonTexts,
	WaitLimitError: undefined,
	UnexpectedResponseError: ({
		problem,
		atStake = 'nothing',
	}: UnexpectedResponseError & Failure): ErrorText => ({
		message: 'The service gave an answer that cannot be read',
		description: `${problem}. ${doubts[atStake]}. Check that the API URL in the credential is the address of the API`,
	}),
	InvalidRequestError: ({ field, problem }: InvalidRequestError): ErrorText => ({
		message: `'${ownValue(fieldLabels, field.split('.')[0] ?? '') ?? field}' ${problem}`,
		description: 'Nothing was sent and no credits were spent. Correct the value and run the node again',
	}),
	BadRequestError: ({ detail }: ApiError): ErrorText => ({
		message: 'The service refused the input',
		description: `${quoted(detail)}. No credits were spent. Correct the value and run the node again`,
	}),
	InsufficientCreditsError: ({ detail }: ApiError): ErrorText => ({
		message: 'The account is out of credits',
		description: `${quoted(detail)}. This item has no result and cost nothing. Top up the account and run the node again for the items without a result`,
	}),
	PermissionError: ({ detail }: ApiError): ErrorText => ({
		message: 'The API key may not do this',
		description: `${quoted(detail)}. Use another key, or ask the service what this one may do`,
	}),
	NotFoundError: ({ detail }: ApiError): ErrorText => ({
		message: 'The service does not know this',
		description: `${quoted(detail)}. No credits were spent. Check the URL, or choose a niche from the list; if they are right, check the API URL in the credential`,
	}),
	PayloadTooLargeError: ({ detail }: ApiError): ErrorText => ({
		message: 'The thumbnail is too large',
		description: `${quoted(detail)}. Use a picture of less than 9 MB`,
	}),
	RateLimitError: ({ detail, retryAfter }: ApiError): ErrorText => ({
		message: 'Too many requests',
		description: `${quoted(detail)}. No credits were spent. Run the node again ${retryAfter ? `in ${retryAfter} seconds` : 'later'}: it keeps to the limit of your plan by itself, which others with the same key use up as well`,
	}),
	ServiceUnavailableError: ({ statusCode, detail }: ApiError): ErrorText => ({
		message: `The scoring service failed (status ${statusCode})`,
		description: `${quoted(detail)}. The node tried several times; a failure takes no credits. Try again later`,
	}),
};

/** The id lets the service find the request. */
const withRequestId = ({ message, description }: ErrorText, { requestId }: Failure): ErrorText => ({
	message,
	description: requestId === undefined ? description : `${description}. Request ID: ${requestId}`,
});

/** How the errors of the scoring API read; no failure takes credits. */
export const scoringErrorTexts: ErrorTexts = new Map(
	[...textsByClass(sharedErrors, scoringTexts)].map(([kind, text]) => [
		kind,
		(error: Failure) => withRequestId(text(error as never), error),
	]),
);
