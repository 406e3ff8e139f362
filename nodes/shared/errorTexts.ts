import type {
	ApiError,
	InvalidRequestError,
	NetworkError,
	UnexpectedResponseError,
} from '../../client/http/errors';
import type { ParameterError } from './errors';
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

const cancelledText: ErrorText = {
	message: 'The execution was cancelled',
	description: 'The request under way was given up. Look at the post before running the workflow again',
};

const networkTexts: Record<string, ErrorText> = {
	CANCELLED: cancelledText,
	ENOTFOUND: {
		message: 'The host of the base URL was not found',
		description:
			'Check the base URL in the credential for typing errors, and the DNS of the machine n8n runs on',
	},
	ECONNREFUSED: {
		message: 'The host of the base URL refused the connection',
		description: 'Check the base URL and the port in the credential, and that the service is running',
	},
	EPROTO: {
		message: 'The host of the base URL does not speak https',
		description:
			'Check the base URL in the credential: it may have to begin with http://, or to have another port',
	},
	CERTIFICATE: {
		message: 'The certificate of the service is not trusted',
		description:
			'Check the base URL in the credential. For a certificate of your own, make its authority known to n8n with NODE_EXTRA_CA_CERTS',
	},
	ETIMEDOUT: {
		message: 'The service did not answer in time',
		description:
			'It may have done the work all the same: look before running the node again. If it keeps happening, check the network between n8n and the service',
	},
};

const networkAliases: Record<string, string> = {
	EAI_AGAIN: 'ENOTFOUND',
	ECONNABORTED: 'ETIMEDOUT',
	CERT_HAS_EXPIRED: 'CERTIFICATE',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'CERTIFICATE',
	ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE',
	SELF_SIGNED_CERT_IN_CHAIN: 'CERTIFICATE',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERTIFICATE',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERTIFICATE',
};

const networkText = ({ message, code = '' }: NetworkError): ErrorText =>
	networkTexts[networkAliases[code] ?? code] ?? {
		message: 'The connection to the service broke before an answer arrived',
		description: `The request may have been carried out: look at the posts before repeating it. Cause: ${message}`,
	};

/** Texts for the errors every service shares. */
export const commonErrorTexts = {
	ParameterError: ({ message, description }: ParameterError) => ({ message, description }),
	SignInError: ({ message, description }: SignInError) => ({ message, description }),
	InvalidRequestError: ({ field, problem }: InvalidRequestError) => ({
		message: `'${field}' ${problem}`,
		description: 'Nothing was sent. Correct the value and run the node again',
	}),
	NetworkError: networkText,
	CancelledError: () => cancelledText,
	UnexpectedResponseError: ({ problem }: UnexpectedResponseError) => ({
		message: 'The service gave an answer that cannot be read',
		description: `${problem}. Check that the base URL in the credential is the address of the API`,
	}),
	ApiError: ({ statusCode, detail }: ApiError) => ({
		message: `The service refused the request with status ${statusCode}`,
		description: quoted(detail),
	}),
	RedirectError: ({ detail }: ApiError) => ({
		message: 'The service redirects the request to another address',
		description: `${detail}. Put the final address into the base URL of the credential: the node takes the key nowhere else`,
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
	MethodNotAllowedError: ({ detail }: ApiError) => ({
		message: 'This service does not offer this operation',
		description: `${quoted(detail)}. Check that the base URL in the credential is the address of the API; the service may also be older than this node`,
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
	ServiceUnavailableError: ({ statusCode, detail }: ApiError) => ({
		message: `The service failed (status ${statusCode})`,
		description: `${quoted(detail)}. It may have done the work all the same: look before repeating it`,
	}),
} satisfies Record<string, (error: never) => ErrorText>;
