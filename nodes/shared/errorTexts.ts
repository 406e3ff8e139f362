import * as clientErrors from '../../client/http/errors';
import type {
	ApiError,
	ClientError,
	InvalidRequestError,
	NetworkError,
	UnexpectedResponseError,
} from '../../client/http/errors';
import { ownValue } from '../../client/http/json';
import * as nodeErrors from './errors';

/** What a user reads: what happened, and what to do about it. */
export interface ErrorText {
	message: string;
	description: string;
}

type ErrorClass = new (...args: never[]) => Error;

type TextOf = (error: never) => ErrorText;

/** Texts by the class of an error; a class without one has that of the class it extends. */
export type ErrorTexts = ReadonlyMap<unknown, TextOf>;

/**
 * A text for every error class among `Classes`, by its name there. A class without an entry is a compile error;
 * `undefined` leaves it the text of the class it extends.
 */
type TextsFor<Classes> = {
	[Name in keyof Classes as Classes[Name] extends ErrorClass ? Name : never]: Classes[Name] extends ErrorClass
		? ((error: InstanceType<Classes[Name]>) => ErrorText) | undefined
		: never;
};

/** Makes a lookup by class of a table by name, in which no class may be left out. */
export function textsByClass<Classes extends object>(classes: Classes, texts: TextsFor<Classes>): ErrorTexts {
	const entries = Object.entries(texts as Record<string, TextOf | undefined>);
	return new Map(entries.flatMap(([name, text]) => (text ? [[classes[name as keyof Classes], text]] : [])));
}

/** Puts an error of any kind into words; never a raw stack, never empty. */
export function explain(error: unknown, texts: ErrorTexts): ErrorText {
	for (let kind: unknown = (error as Error).constructor; kind; kind = Object.getPrototypeOf(kind)) {
		const text = texts.get(kind);
		if (text) return text(error as never);
	}
	return {
		message: (error as Partial<Error>).message || 'Something unexpected happened',
		description: 'This looks like a mistake in the node. Please report it with the steps that led here',
	};
}

/** What to do about content that was refused. */
export const correctIt = 'Correct it and run the node again';

/** The service's own words, as part of a description; a sentence of the client's stands by itself. */
export const quoted = (detail: string): string =>
	`${detail.startsWith('The service ') ? '' : 'The service says: '}${detail.replace(/\.$/, '')}`;

/** What differs between services in texts that are otherwise the same. */
interface ServiceWords {
	/** The credential's field for the address, inside a sentence. */
	address: string;
	/** What a request without a good answer may have left behind, and what to do about that. */
	aftermath: (error: ClientError) => string;
}

/** A request that was given up because the user stopped the execution. */
const cancelledText = (words: ServiceWords, error: ClientError): ErrorText => ({
	message: 'The execution was cancelled',
	description: `The request under way was given up. ${words.aftermath(error)}`,
});

const networkTexts: Record<string, (words: ServiceWords, error: ClientError) => ErrorText> = {
	CANCELLED: cancelledText,
	ENOTFOUND: ({ address }) => ({
		message: `The host of the ${address} was not found`,
		description: `Check the ${address} in the credential for typing errors, and the DNS of the machine n8n runs on`,
	}),
	ECONNREFUSED: ({ address }) => ({
		message: `The host of the ${address} refused the connection`,
		description: `Check the ${address} and the port in the credential, and that the service is running`,
	}),
	EPROTO: ({ address }) => ({
		message: `The host of the ${address} does not speak https`,
		description: `Check the ${address} in the credential: it may have to begin with http://, or to have another port`,
	}),
	CERTIFICATE: ({ address }) => ({
		message: 'The certificate of the service is not trusted',
		description: `Check the ${address} in the credential. For a certificate of your own, make its authority known to n8n with NODE_EXTRA_CA_CERTS`,
	}),
	ETIMEDOUT: (words, error) => ({
		message: 'The service did not answer in time',
		description: `${words.aftermath(error)}. If it keeps happening, check the network between n8n and the service`,
	}),
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

const networkTextOf = ({ code = '' }: NetworkError) =>
	ownValue(networkTexts, ownValue(networkAliases, code) ?? code);

/** A request without an answer. */
const networkText =
	(words: ServiceWords) =>
	(error: NetworkError): ErrorText =>
		networkTextOf(error)?.(words, error) ?? {
			message: 'The connection to the service broke before an answer arrived',
			description: `${words.aftermath(error)}. Cause: ${error.message}`,
		};

/** The error classes that every service shares. */
export const sharedErrors = { ...clientErrors, ...nodeErrors };

/** Texts of the errors that every service shares, in the words of one. */
export const sharedTexts = (words: ServiceWords) => ({
	ParameterError: ({ message, description }: nodeErrors.ParameterError) => ({ message, description }),
	SignInError: ({ message, description }: nodeErrors.SignInError) => ({ message, description }),
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
	NetworkError: networkText(words),
	CancelledError: (error: ClientError) => cancelledText(words, error),
	ServiceUnavailableError: (error: ApiError) => ({
		message: `The service returned an error (${error.statusCode})`,
		description: `${quoted(error.detail)}. ${words.aftermath(error)}`,
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
