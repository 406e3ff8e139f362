import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../client/http/json';
import type { HttpResponse } from '../../client/http/types';
import { SignInError } from './errors';
import { sentences } from './errorTexts';
import { failuresOf, messagesOf, toNetworkError, type Failure } from './httpAnswers';

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

/** How n8n 2 and earlier versions report a grant that was revoked or has expired. */
const revokedWords = /needs to be reconnected|invalid_grant|authorization grant .{0,200} is invalid/;

/** Whether n8n couldn't renew the token because the service no longer accepts the grant. */
const isRevoked = (failure: Failure): boolean =>
	(isObject(failure.failure) && failure.failure.cause === 'credential-invalid') ||
	messagesOf(failure).some((words) => revokedWords.test(words));

/** The status of an answer. Undefined for an error without an answer. */
const statusOf = ({ httpCode }: Failure): number | undefined =>
	typeof httpCode === 'string' && /^\d{3}$/.test(httpCode) ? Number(httpCode) : undefined;

/**
 * Converts n8n's error of an OAuth2 request to an answer with its status. Throws a `SignInError` if the service refuses the
 * token, and a network error if no answer arrived.
 * @param advice what else can help if the service refuses the token
 */
export function toRefusal(error: unknown, advice: string): HttpResponse {
	const failures = failuresOf(error);
	const [status] = failures.flatMap((failure) => statusOf(failure) ?? []);
	if (failures.some(isRevoked) || status === 401) {
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
