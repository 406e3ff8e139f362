import type {
	ApiError,
	InvalidRequestError,
	NetworkError,
	UnexpectedResponseError,
} from '../../client/http/errors';
import type { ParameterError } from './errors';

/** What a user reads: what happened, and what to do about it. */
export interface ErrorText {
	message: string;
	description: string;
}

/** Texts by the `name` of an error class. A name without an entry takes the text of `ApiError`, or its own message. */
export type ErrorTexts = Record<string, (error: never) => ErrorText>;

/** The service's own words, as part of a description. */
export const quoted = (detail: string): string => `The service says: ${detail.replace(/\.$/, '')}`;

const networkTexts: Record<string, ErrorText> = {
	ENOTFOUND: {
		message: 'The host of the base URL was not found',
		description:
			'Check the base URL in the credential for typing errors, and the DNS of the machine n8n runs on',
	},
	ECONNREFUSED: {
		message: 'The host of the base URL refused the connection',
		description: 'Check the base URL and the port in the credential, and that the service is running',
	},
	ETIMEDOUT: {
		message: 'The service did not answer in time',
		description: 'Try again. If it keeps happening, check the network between n8n and the service',
	},
	CANCELLED: {
		message: 'The execution was cancelled',
		description: 'The request under way was given up. Look at the post before running the workflow again',
	},
};

const networkAliases: Record<string, string> = {
	EAI_AGAIN: 'ENOTFOUND',
	ECONNABORTED: 'ETIMEDOUT',
	ERR_CANCELED: 'CANCELLED',
};

const networkText = ({ message, code = '' }: NetworkError): ErrorText =>
	networkTexts[networkAliases[code] ?? code] ?? {
		message: 'The connection to the service broke before an answer arrived',
		description: `The request may have been carried out: look at the posts before repeating it. Cause: ${message}`,
	};

/** Texts for the errors every service shares. */
export const commonErrorTexts = {
	ParameterError: ({ message, description }: ParameterError) => ({ message, description }),
	InvalidRequestError: ({ field, problem }: InvalidRequestError) => ({
		message: `'${field}' ${problem}`,
		description: 'Nothing was sent. Correct the value and run the node again',
	}),
	NetworkError: networkText,
	UnexpectedResponseError: ({ problem }: UnexpectedResponseError) => ({
		message: 'The service gave an answer that cannot be read',
		description: `${problem}. Check that the base URL in the credential is the address of the API`,
	}),
	ApiError: ({ statusCode, detail }: ApiError) => ({
		message: `The service refused the request with status ${statusCode}`,
		description: quoted(detail),
	}),
	BadRequestError: ({ detail }: ApiError) => ({
		message: 'The service could not read the request',
		description: quoted(detail),
	}),
	AuthenticationError: ({ detail }: ApiError) => ({
		message: 'The API key was refused',
		description: `${quoted(detail)}. Check the key in the credential: it may be wrong, expired or revoked`,
	}),
	PermissionError: ({ detail }: ApiError) => ({
		message: 'The API key may not do this',
		description: `${quoted(detail)}. Use a key with this right, or ask the person who made the key`,
	}),
	NotFoundError: ({ detail }: ApiError) => ({
		message: 'The service did not find this',
		description: `${quoted(detail)}. It may be deleted, or the key may not see it`,
	}),
	MethodNotAllowedError: ({ detail }: ApiError) => ({
		message: 'This service does not offer this operation',
		description: quoted(detail),
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
		description: `${quoted(detail)}. Correct it and run the node again`,
	}),
	RateLimitError: ({ detail, retryAfter, tier }: ApiError) => ({
		message: `Too many requests${tier ? ` (${tier})` : ''}`,
		description: `${quoted(detail)}. The node waited and tried again without success${retryAfter === undefined ? '' : `; the service asks for ${retryAfter} more seconds`}`,
	}),
	ServiceUnavailableError: ({ statusCode, detail }: ApiError) => ({
		message: `The service failed (status ${statusCode})`,
		description: `${quoted(detail)}. It may have done the work all the same: look before repeating it`,
	}),
} satisfies Record<string, (error: never) => ErrorText>;
