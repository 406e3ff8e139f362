import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from '../../client/http/types';
import { SignInError } from './errors';
import { sentences } from './errorTexts';
import { toNetworkError } from './httpAnswers';

const reconnect =
	'Open the credential and connect it again. Its access may have been revoked, or may have expired';

/** Throws a `SignInError` when nobody has connected an OAuth2 credential yet. */
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
	/** What n8n's error was made of, before n8n put it into words of its own. */
	messages?: string[];
	httpCode?: string | null;
	failure?: { cause?: string };
	cause?: Failure;
}

const all = (error: Failure | undefined): Failure[] =>
	error === undefined || error === null ? [] : [error, ...all(error.cause)];

/** n8n's words for a grant that was revoked or has expired: those of version 2, and those of earlier versions. */
const revokedWords = /needs to be reconnected|invalid_grant|authorization grant .{0,200} is invalid/;

/** n8n could not renew the token: the service no longer knows the grant. */
const isRevoked = ({ failure, message = '', messages = [] }: Failure): boolean =>
	failure?.cause === 'credential-invalid' || [message, ...messages].some((words) => revokedWords.test(words));

/**
 * Turns n8n's failure of a request over OAuth2 into an answer with its status. A token that the service refuses is a
 * `SignInError`, with what else can help.
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
