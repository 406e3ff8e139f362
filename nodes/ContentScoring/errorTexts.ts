import type { ApiError, InvalidRequestError } from '../../client/http/errors';
import { ownValue } from '../shared/parameters';
import { errorTextsOf, quoted, type ErrorText, type ErrorTexts } from '../shared/errorTexts';

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

const sharedTexts = errorTextsOf({
	address: 'API URL',
	inDoubt:
		"The answer may have been paid for: Retry On Fail in the node's settings gets a paid answer again for free",
	afterRead: 'The answer may have been paid for. Try again later',
});

/** How the errors of the scoring API read; no failure takes credits. */
export const scoringErrorTexts: ErrorTexts = {
	...sharedTexts,
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
