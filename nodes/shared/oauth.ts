import type { IDataObject } from 'n8n-workflow';
import { ClientError } from '../../client/http/errors.js';
import { isObject } from '../../client/http/json.js';
import { redact } from '../../client/http/redact.js';
import type { HttpResponse } from '../../client/http/types.js';
import { SignInError } from './errors.js';
import { sentences } from './errorTexts.js';
import { failuresOf, messagesOf, toNetworkError, type Failure } from './httpAnswers.js';

const reconnect =
	'Open the credential and connect it again. Its access may have been revoked, or may have expired';

/** Throws a `SignInError` if no one has connected the OAuth2 credential yet. */
export function requireConnected({ oauthTokenData }: IDataObject): void {
	const token = isObject(oauthTokenData) ? oauthTokenData.access_token : undefined;
	if (typeof token === 'string' && token !== '') return;
	throw new SignInError(
		"The OAuth2 credential isn't connected",
		'Open the credential, connect it, then choose channels and permissions on the page of the service',
	);
}

/** How n8n 2.8 and later versions report a grant that was revoked or has expired. */
const revokedWords = /needs to be reconnected|invalid_grant|authorization grant .{0,200} is invalid/;

/** Whether n8n couldn't renew the token because the service no longer accepts the grant. */
const isRevoked = (failure: Failure): boolean =>
	(isObject(failure.failure) && failure.failure.cause === 'credential-invalid') ||
	messagesOf(failure).some((words) => revokedWords.test(words));

/** What the errors of OAuth2 requests depend on. */
export interface OAuthAnswers {
	/** What else can help if the service refuses the token. Empty if nothing is known. */
	advice: string;
	/** What must not appear in an error. */
	secrets: readonly string[];
}

/** The code of n8n's OAuth2 library for an OAuth error in place of a token. */
const tokenErrorCode = 'EAUTH';

/** Its code for any other answer without a token. n8n 2.8 keeps only the words. */
const noTokenCode = 'ESTATUS';
const noTokenWords = /OAuth2 token endpoint|^HTTP status \d{3}$|^Unsupported content type/;

const hasCode = ({ code, httpCode }: Failure, wanted: string): boolean => [code, httpCode].includes(wanted);

/** What to say if n8n couldn't renew the token. Undefined if that isn't known to be the reason. */
function renewalAdvice(failures: readonly Failure[], secrets: readonly string[]): string | undefined {
	const refused = failures.find((failure) => hasCode(failure, tokenErrorCode));
	if (refused) {
		const [words = ''] = messagesOf(refused);
		return sentences(
			`The service says: ${redact(words, secrets)}`,
			'If this happens again, connect the credential again',
		);
	}
	const isOther = failures.some(
		(failure) =>
			hasCode(failure, noTokenCode) || messagesOf(failure).some((words) => noTokenWords.test(words)),
	);
	return isOther
		? "The answer isn't an OAuth2 response. It can come from a proxy that refuses n8n's own requests. Ask whoever runs the service to allow them at the token URL, or choose 'API Key' in 'Authentication'"
		: undefined;
}

/** The status of an answer. Undefined for an error without an answer. */
const statusOf = ({ httpCode }: Failure): number | undefined =>
	typeof httpCode === 'string' && /^\d{3}$/.test(httpCode) ? Number(httpCode) : undefined;

/**
 * Converts n8n's error of an OAuth2 request to an answer with its status. Throws a `SignInError` if the service refuses the
 * token or n8n can't renew it, and a network error if no answer arrived.
 */
export function toRefusal(error: unknown, { advice, secrets }: OAuthAnswers): HttpResponse {
	if (error instanceof ClientError) throw error;
	const failures = failuresOf(error);
	const [status] = failures.flatMap((failure) => statusOf(failure) ?? []);
	const isRefused = failures.some(isRevoked);
	const notRenewed = isRefused ? undefined : renewalAdvice(failures, secrets);
	if (notRenewed !== undefined) {
		const answer = status === undefined ? '' : ` (status ${status})`;
		throw new SignInError(`n8n couldn't renew the access of the OAuth2 credential${answer}`, notRenewed);
	}
	if (isRefused || status === 401) {
		throw new SignInError(
			advice === ''
				? 'The service no longer accepts the OAuth2 credential'
				: "The service doesn't accept the OAuth2 credential here",
			sentences(reconnect, advice),
		);
	}
	if (status !== undefined) return { status, headers: {}, body: '' };
	throw toNetworkError(error);
}
