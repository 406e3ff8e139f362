import * as clientErrors from '../../client/http/errors.js';
import type {
	ApiError,
	ClientError,
	ErrorFacts,
	InvalidRequestError,
	NetworkError,
	UnexpectedResponseError,
} from '../../client/http/errors.js';
import { isObject, ownValue } from '../../client/http/json.js';
import * as nodeErrors from './errors.js';
import { workOf, type WorkFacts } from './errors.js';

/** The text of an error for the user. `message` says what happened, and `description` says what to do about it. */
export interface ErrorText {
	message: string;
	description: string;
}

type ErrorClass = new (...args: never[]) => Error;

type TextOf = (error: unknown, work: WorkFacts) => ErrorText;

/** Texts by error class. A class without a text has the text of the class that it extends. */
export type ErrorTexts = ReadonlyMap<unknown, TextOf>;

/**
 * Texts for all error classes in `Classes`, by their names there. A missing entry is a compile error. With `undefined`, a class
 * has the text of the class that it extends.
 */
type TextsFor<Classes> = {
	[Name in keyof Classes as Classes[Name] extends ErrorClass ? Name : never]: Classes[Name] extends ErrorClass
		? ((error: InstanceType<Classes[Name]>, work: WorkFacts) => ErrorText) | undefined
		: never;
};

/** Converts a complete table by class name to a map by class. */
export function textsByClass<Classes extends object>(classes: Classes, texts: TextsFor<Classes>): ErrorTexts {
	const entries = Object.entries(texts as Record<string, TextOf | undefined>);
	return new Map(entries.flatMap(([name, text]) => (text ? [[classes[name as keyof Classes], text]] : [])));
}

/** The class of an error. Undefined for other values. */
export const classOf = (error: unknown): unknown => (isObject(error) ? error.constructor : undefined);

/** Returns the text of any error. It's never empty and never has a stack. */
export function explain(error: unknown, texts: ErrorTexts): ErrorText {
	const { cause, facts } = workOf(error);
	for (let kind = classOf(cause); kind; kind = Object.getPrototypeOf(kind)) {
		const text = texts.get(kind);
		if (text) return text(cause, facts);
	}
	return {
		message: clientErrors.messageOf(cause) || 'Something unexpected happened',
		description: 'The node hit an unexpected condition. Please report it with the steps that led here.',
	};
}

/** Numbers several texts, so that a reader sees where each begins. */
export const numbered = (texts: readonly string[]): readonly string[] =>
	texts.length > 1 ? texts.map((text, index) => `(${index + 1}) ${text}`) : texts;

/** Joins sentences, and adds full stops if they're missing. Skips empty ones. */
export const sentences = (...parts: string[]): string =>
	parts
		.filter((part) => part !== '')
		.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
		.join(' ');

/** What to do about content that the service refused. */
export const correctIt = 'Correct it, then run the node again.';

/** Quotes the service's own message. Doesn't quote a sentence of the client, which starts with "The service". */
export const quoted = (detail: string): string =>
	detail === '' ? '' : sentences(`${detail.startsWith('The service ') ? '' : 'The service says: '}${detail}`);

/** A text that quotes the service and then gives advice. */
export const quoting =
	(message: string, advice: string) =>
	({ detail }: ApiError): ErrorText => ({ message, description: sentences(quoted(detail), advice) });

/** The parts of the shared texts that differ between services. */
export interface ServiceWords {
	/** The name of the credential's address field on the screen, in single quotes. */
	address: string;
	/** Says what a request that failed may have done anyway, and what to do about that. */
	possibleEffect: (facts: ErrorFacts) => string;
}

/** The text for a request that ended because the user canceled the execution. */
const canceledText = (words: ServiceWords, error: ClientError): ErrorText => ({
	message: 'The execution was canceled',
	description: sentences('The node stopped waiting for the service', words.possibleEffect(error)),
});

const networkTexts: Record<string, (words: ServiceWords, error: ClientError) => ErrorText> = {
	CANCELLED: canceledText,
	ENOTFOUND: ({ address }) => ({
		message: `The host in ${address} wasn't found`,
		description: `Check ${address} in the credential for typos, and the DNS of the machine that runs n8n.`,
	}),
	ECONNREFUSED: ({ address }) => ({
		message: `The host in ${address} refused the connection`,
		description: `Check ${address} and its port in the credential. Make sure that the service is running.`,
	}),
	EPROTO: ({ address }) => ({
		message: `The host in ${address} doesn't accept HTTPS`,
		description: `Check ${address} in the credential. It might have to start with http:// or use another port.`,
	}),
	CERTIFICATE: ({ address }) => ({
		message: "n8n doesn't trust the certificate of the service",
		description: `Check ${address} in the credential. If the service uses your own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.`,
	}),
	ETIMEDOUT: (words, error) => ({
		message: "The service didn't answer in time",
		description: sentences(
			words.possibleEffect(error),
			'If this keeps happening, check the network between n8n and the service',
		),
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

/** The text for a request without an answer. */
const networkText =
	(words: ServiceWords) =>
	(error: NetworkError): ErrorText =>
		networkTextOf(error)?.(words, error) ?? {
			message: 'The connection broke before the service answered',
			description: sentences(words.possibleEffect(error), `Cause: ${error.message}`),
		};

/** The error classes that every service shares. */
export const sharedErrors = { ...clientErrors, ...nodeErrors };

/** The text of an error of the nodes themselves. */
const ownText = ({ message, description }: ErrorText): ErrorText => ({
	message,
	description: sentences(description),
});

/** The texts of the errors that every service shares, with the words of one service. */
export const sharedTexts = (words: ServiceWords) => ({
	ParameterError: ownText,
	SignInError: ownText,
	BlockedAddressError: ownText,
	InvalidRequestError: ({ field, problem }: InvalidRequestError) => ({
		message: `'${field}' ${problem}`,
		description: 'Correct the value, then run the node again.',
	}),
	ApiError: ({ statusCode, detail }: ApiError) => ({
		message: `The service refused the request (status ${statusCode})`,
		description: sentences(quoted(detail), 'Check the values in the node, then run it again'),
	}),
	BadRequestError: undefined,
	AuthenticationError: quoting(
		'The service refused the API key',
		`Check the API key and ${words.address} in the credential. The key may be wrong, expired, revoked or for another service`,
	),
	// Without the name of a permission, a refusal is about a channel (contract section 7).
	PermissionError: quoting(
		"This API key can't use one of the channels",
		'Choose a channel from the list, or ask the owner of the API key to add the channel to it',
	),
	NotFoundError: quoting("The service couldn't find this", 'Check the ID'),
	ConflictError: quoting("The service can't do this right now", 'Run the node again later'),
	PayloadTooLargeError: quoting('The request is too large for the service', 'Shorten the texts'),
	ValidationError: quoting('The service refused the content', correctIt),
	RateLimitError: ({ detail, retryAfter }: ApiError) => ({
		message: 'Too many requests',
		description: sentences(
			quoted(detail),
			`Run the node again ${retryAfter ? `in ${retryAfter} seconds` : 'later'}, or send fewer requests per minute`,
		),
	}),
	NetworkError: networkText(words),
	CancelledError: (error: ClientError) => canceledText(words, error),
	ServiceUnavailableError: (error: ApiError) => ({
		message: `The service returned an error (${error.statusCode})`,
		description: sentences(quoted(error.detail), words.possibleEffect(error)),
	}),
	ForeignAnswerError: ({ statusCode }: ApiError) => ({
		message: `The answer didn't come from the API (status ${statusCode})`,
		description: `Something else answered, such as a proxy, a firewall or another website. Check ${words.address} in the credential, and what is between n8n and the service.`,
	}),
	UnexpectedResponseError: ({ problem }: UnexpectedResponseError) => ({
		message: "The service returned an answer that can't be read",
		description: sentences(
			problem,
			`Check that ${words.address} in the credential is the address of the API`,
		),
	}),
	RedirectError: ({ detail }: ApiError) => ({
		message: 'The service redirects to another address',
		description: sentences(
			detail,
			`Put the final address into ${words.address} in the credential. The node doesn't send the API key to other addresses`,
		),
	}),
	MethodNotAllowedError: quoting(
		"This service doesn't support this operation",
		`Check that ${words.address} in the credential is the address of the API`,
	),
});
