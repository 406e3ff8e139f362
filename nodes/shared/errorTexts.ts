import type {
	ApiError,
	ClientError,
	InvalidRequestError,
	UnexpectedResponseError,
} from '../../client/http/errors';
import type { ParameterError } from './errors';
import { cancelledText, networkText, whatIsLeft, type ServiceWords } from './networkTexts';
import type { SignInError } from './oauth';

/** What a user reads: what happened, and what to do about it. */
export interface ErrorText {
	message: string;
	description: string;
}

/** Texts by the `name` of an error class. A name without an entry takes the text of `ApiError`, or its own message. */
export type ErrorTexts = Record<string, (error: never) => ErrorText>;

/** What to do about content that was refused. */
export const correctIt = 'Correct it and run the node again';

/** The service's own words, as part of a description; a sentence of the client's stands by itself. */
export const quoted = (detail: string): string =>
	`${detail.startsWith('The service ') ? '' : 'The service says: '}${detail.replace(/\.$/, '')}`;

const sharedTexts = {
	ParameterError: ({ message, description }: ParameterError) => ({ message, description }),
	SignInError: ({ message, description }: SignInError) => ({ message, description }),
	InvalidRequestError: ({ field, problem }: InvalidRequestError) => ({
		message: `'${field}' ${problem}`,
		description: 'Nothing was sent. Correct the value and run the node again',
	}),
	ApiError: ({ statusCode, detail }: ApiError) => ({
		message: `The service refused the request with status ${statusCode}`,
		description: quoted(detail),
	}),
	BadRequestError: ({ detail }: ApiError) => ({
		message: 'The service could not read the request',
		description: `${quoted(detail)}. The service may be older than this node: look for an update, or report it`,
	}),
	AuthenticationError: ({ detail }: ApiError) => ({
		message: 'The API key was refused',
		description: `${quoted(detail)}. Check the key in the credential: it may be wrong, expired or revoked`,
	}),
	PermissionError: ({ detail }: ApiError) => ({
		message: 'The API key may not do this',
		description: `${quoted(detail)}. Use a key that has this channel or right, or ask the person who made the key`,
	}),
	NotFoundError: ({ detail }: ApiError) => ({
		message: 'The service did not find what the node asked for',
		description: `${quoted(detail)}. It may be deleted, or the key may not see it`,
	}),
	ConflictError: ({ detail }: ApiError) => ({
		message: 'The state of the object does not allow this',
		description: quoted(detail),
	}),
	PayloadTooLargeError: ({ detail }: ApiError) => ({
		message: 'The request is larger than the service takes',
		description: `${quoted(detail)}. Shorten the texts`,
	}),
	ValidationError: ({ detail }: ApiError) => ({
		message: 'The service refused the content',
		description: `${quoted(detail)}. ${correctIt}`,
	}),
	RateLimitError: ({ detail, retryAfter, tier }: ApiError) => ({
		message: `Too many requests${tier ? ` (${tier})` : ''}`,
		description: `${quoted(detail)}. Run the node again ${retryAfter ? `in ${retryAfter} seconds` : 'later'}, or send fewer requests a minute`,
	}),
} satisfies ErrorTexts;

/** Texts for the errors every service shares, in the words of one. */
export const errorTextsOf = (words: ServiceWords) => ({
	...sharedTexts,
	NetworkError: networkText(words),
	CancelledError: (error: ClientError) => cancelledText(words, error),
	ServiceUnavailableError: (error: ApiError) => ({
		message: `The service returned an error (${error.statusCode})`,
		description: `${quoted(error.detail)}. ${whatIsLeft(words, error)}`,
	}),
	ForeignAnswerError: ({ statusCode }: ApiError) => ({
		message: `The answer did not come from the API (status ${statusCode})`,
		description: `The API answers with JSON, and this was something else, such as the page of a proxy, a firewall or another website. Check the ${words.address} in the credential, and what stands between n8n and the service`,
	}),
	UnexpectedResponseError: ({ problem }: UnexpectedResponseError) => ({
		message: 'The service gave an answer that cannot be read',
		description: `${problem}. Check that the ${words.address} in the credential is the address of the API`,
	}),
	RedirectError: ({ detail }: ApiError) => ({
		message: 'The service redirects the request to another address',
		description: `${detail}. Put the final address into the ${words.address} of the credential: the node takes the key nowhere else`,
	}),
	MethodNotAllowedError: ({ detail }: ApiError) => ({
		message: 'This service does not offer this operation',
		description: `${quoted(detail)}. Check that the ${words.address} in the credential is the address of the API; the service may also be older than this node`,
	}),
});

/** The same in the words of the publishing service. */
export const commonErrorTexts = errorTextsOf({
	address: 'base URL',
	inDoubt: 'The request may have been carried out anyway. Check your posts before you run this again',
	afterRead: 'Nothing was changed. Try again later',
});
