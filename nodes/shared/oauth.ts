import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from '../../client/http/types';
import { SignInError } from './errors';
import { sentences } from './errorTexts';
import { toNetworkError } from './httpAnswers';

const reconnect =
	'Open the credential and connect it again. Its access may have been revoked, or may have expired';

/** Throws a `SignInError` if no one has connected the OAuth2 credential yet. */
export function requireConnected({ oauthTokenData }: IDataObject): void {
	const { access_token: token } = (oauthTokenData ?? {}) as IDataObject;
	if (typeof token === 'string' && token !== '') return;
	throw new SignInError(
		"The OAuth2 credential isn't connected",
		'Open the credential, connect it, then choose channels and permissions on the page of the service',
	);
}

interface Failure {
	name?: string;
	message?: string;
	/** The original messages, which n8n replaces with its own in `message`. */
	messages?: string[];
	httpCode?: string | null;
	failure?: { cause?: string };
	cause?: Failure;
}

const all = (error: Failure | undefined): Failure[] =>
	error === undefined || error === null ? [] : [error, ...all(error.cause)];

/** How n8n 2 and earlier versions report a grant that was revoked or has expired. */
const revokedWords = /needs to be reconnected|invalid_grant|authorization grant .{0,200} is invalid/;

/** Whether n8n couldn't renew the token because the service no longer accepts the grant. */
const isRevoked = ({ failure, message = '', messages = [] }: Failure): boolean =>
	failure?.cause === 'credential-invalid' || [message, ...messages].some((words) => revokedWords.test(words));

/**
 * Converts n8n's error of an OAuth2 request to an answer with its status. Throws a `SignInError` if the service refuses the
 * token, and a network error if no answer arrived.
 * @param advice what else can help if the service refuses the token
 */
export function toRefusal(error: unknown, advice: string): HttpResponse {
	const failures = all(error as Failure);
	const refused = failures.find(({ httpCode }) => /^\d{3}$/.test(httpCode ?? ''));
	if (failures.some(isRevoked) || refused?.httpCode === '401') {
		throw new SignInError(
			advice === ''
				? 'The service no longer accepts the OAuth2 credential'
				: "The service doesn't accept the OAuth2 credential here",
			sentences(reconnect, advice),
		);
	}
	if (refused) return { status: Number(refused.httpCode), headers: {}, body: '' };
	throw toNetworkError(error);
}
