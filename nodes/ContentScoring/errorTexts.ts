import type { ApiError, InvalidRequestError } from '../../client/http/errors';
import { commonErrorTexts, quoted, type ErrorText, type ErrorTexts } from '../shared/errorTexts';

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

/** How the errors of the scoring API read; no failure takes credits. */
export const scoringErrorTexts: ErrorTexts = {
	...commonErrorTexts,
	InvalidRequestError: ({ field, problem }: InvalidRequestError): ErrorText => ({
		message: `'${fieldLabels[field.split('.')[0] ?? ''] ?? field}' ${problem}`,
		description: 'Nothing was sent and no credits were spent. Correct the value and run the node again',
	}),
	BadRequestError: ({ detail }: ApiError): ErrorText => ({
		message: 'The service refused the input',
		description: `${quoted(detail)}. No credits were spent. Correct the value and run the node again`,
	}),
	InsufficientCreditsError: ({ detail }: ApiError): ErrorText => ({
		message: 'The account is out of credits',
		description: `${quoted(detail)}. This item was not scored and nothing was spent on it. Top up the account and run the node again for the items without a result`,
	}),
	NotFoundError: ({ detail }: ApiError): ErrorText => ({
		message: 'The service does not know this',
		description: `${quoted(detail)}. Check the URL, or choose a niche from the list`,
	}),
	PayloadTooLargeError: ({ detail }: ApiError): ErrorText => ({
		message: 'The thumbnail is too large',
		description: `${quoted(detail)}. Use a picture of less than 9 MB`,
	}),
	ServiceUnavailableError: ({ statusCode, detail }: ApiError): ErrorText => ({
		message: `The scoring service failed (status ${statusCode})`,
		description: `${quoted(detail)}. The node tried several times; a failure takes no credits. Try again later`,
	}),
};
