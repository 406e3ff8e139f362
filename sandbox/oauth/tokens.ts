import { createHash } from 'node:crypto';
import type { Answer } from '../http/answers';
import { isRecord } from '../http/json';
import type { Asked } from '../http/requests';
import type { EndpointContext } from '../api/endpoint';
import {
	accessSeconds,
	authMethods,
	type AuthMethod,
	type Grant,
	type OAuthBook,
	type OAuthClient,
} from './book';
import { originOf, resourceOf } from './metadata';

/** An error of the OAuth endpoints for programs: token, registration and revocation (RFC 6749, section 5.2). */
export class OAuthFailure extends Error {
	override readonly name = 'OAuthFailure';

	constructor(
		readonly code: string,
		readonly description: string,
		readonly status = 400,
	) {
		super(`${code}: ${description}`);
	}
}

/** Headers for answers that must not be cached. */
const noStore = { 'Cache-Control': 'no-store' };

/** An error as an answer. */
export const oauthFailureAnswer = ({ status, code, description }: OAuthFailure): Answer => ({
	status,
	body: { error: code, error_description: description },
	headers: noStore,
});

/** Reads the body of a form. @throws OAuthFailure */
export const readForm = ({ headers, bodyText }: Asked): URLSearchParams => {
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw new OAuthFailure('invalid_request', 'Content-Type: must be application/x-www-form-urlencoded');
	}
	return new URLSearchParams(bodyText ?? '');
};

const read = (text: string | null): Record<string, unknown> => {
	try {
		const body: unknown = JSON.parse(text ?? '');
		if (isRecord(body)) return body;
	} catch {
		// The check below refuses it, like anything else that isn't an object.
	}
	throw new OAuthFailure('invalid_client_metadata', 'The body must be a JSON object');
};

const isRedirectUri = (uri: unknown): uri is string =>
	typeof uri === 'string' && /^https?:/i.test(uri) && URL.canParse(uri) && !uri.includes('#');

const readAuthMethod = (given: unknown): AuthMethod => {
	const found = authMethods.find((method) => method === (given ?? 'none'));
	if (found !== undefined) return found;
	throw new OAuthFailure(
		'invalid_client_metadata',
		`token_endpoint_auth_method: one of ${authMethods.join(', ')}`,
	);
};

/** Registers a client (RFC 7591). It's a public client unless it asks for a secret. @throws OAuthFailure */
export const register = ({ bodyText }: Asked, { state, world }: EndpointContext): Answer => {
	const { redirect_uris: uris, client_name: given, token_endpoint_auth_method } = read(bodyText);
	if (!Array.isArray(uris) || uris.length === 0 || !uris.every(isRedirectUri)) {
		throw new OAuthFailure('invalid_redirect_uri', 'redirect_uris: must be http or https addresses');
	}
	const name = typeof given === 'string' && given !== '' ? given : 'An agent';
	const authMethod = readAuthMethod(token_endpoint_auth_method);
	const client = state.oauth.register({ name, redirectUris: uris, authMethod }, world.time());
	return {
		status: 201,
		body: {
			client_id: client.id,
			client_id_issued_at: Math.floor(client.registeredAt / 1000),
			client_name: client.name,
			redirect_uris: client.redirectUris,
			token_endpoint_auth_method: client.authMethod,
			...(client.secret === null ? {} : { client_secret: client.secret, client_secret_expires_at: 0 }),
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
		},
		headers: noStore,
	};
};

interface TokenRequest {
	form: URLSearchParams;
	client: OAuthClient;
	book: OAuthBook;
	now: number;
}

type Exchange = (request: TokenRequest) => Grant;

const invalidGrant = (description: string): OAuthFailure => new OAuthFailure('invalid_grant', description);

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Ends a grant after its code or refresh token was used twice, because someone may have stolen it. */
const endReused = (grant: Grant, what: string): never => {
	grant.isRevoked = true;
	throw invalidGrant(`${what} was used before; what it led to is revoked`);
};

const exchangeCode: Exchange = ({ form, client, book, now }) => {
	const code = book.code(form.get('code') ?? '');
	if (code?.clientId !== client.id) throw invalidGrant('code: is not one that this client was given');
	if (code.grant !== null) return endReused(code.grant, 'The code');
	if (code.expiresAt <= now) throw invalidGrant('code: has expired');
	if (form.get('redirect_uri') !== code.redirectUri) {
		throw invalidGrant('redirect_uri: is not the one that the code was sent to');
	}
	if (challengeOf(form.get('code_verifier') ?? '') !== code.challenge) {
		throw invalidGrant('code_verifier: does not fit the code_challenge');
	}
	code.grant = book.addGrant(code, now);
	return code.grant;
};

const exchangeRefreshToken: Exchange = ({ form, client, book, now }) => {
	const token = form.get('refresh_token') ?? '';
	const spent = book.grantOfSpent(token);
	if (spent?.clientId === client.id) return endReused(spent, 'The refresh token');
	const grant = book.grantOf(token);
	const isValid = grant?.refreshToken === token && grant.clientId === client.id && !grant.isRevoked;
	if (!isValid || grant.refreshExpiresAt <= now) throw invalidGrant('refresh_token: is not valid any more');
	return book.renew(grant, now);
};

const exchanges: Readonly<Record<string, Exchange>> = {
	authorization_code: exchangeCode,
	refresh_token: exchangeRefreshToken,
};

/** Reads the client's ID and secret from an `Authorization: Basic` header (RFC 6749, section 2.3.1). */
const readBasic = (header: string | undefined): [id: string, secret: string] | null => {
	const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1];
	if (encoded === undefined) return null;
	const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	return [decodeURIComponent(id), decodeURIComponent(secret)];
};

/**
 * Finds the client of a request and checks that it authenticates itself as it was registered (N46). @throws OAuthFailure 401
 */
const clientOf = ({ headers }: Asked, form: URLSearchParams, book: OAuthBook): OAuthClient => {
	const basic = readBasic(headers['authorization']);
	const [id, secret] = basic ?? [form.get('client_id') ?? '', form.get('client_secret')];
	const client = book.clients.get(id);
	if (client === undefined) throw new OAuthFailure('invalid_client', 'client_id: is not registered', 401);
	const isWay = (client.authMethod === 'client_secret_basic') === (basic !== null);
	if (client.authMethod !== 'none' && !(isWay && secret === client.secret)) {
		throw new OAuthFailure('invalid_client', `client_secret: is to be sent by ${client.authMethod}`, 401);
	}
	return client;
};

const requireResource = (form: URLSearchParams, host: string | undefined): void => {
	const expected = resourceOf(originOf(host));
	const isKnown = form.getAll('resource').every((resource) => resource === expected);
	if (!isKnown) throw new OAuthFailure('invalid_target', `resource: must be ${expected}`);
};

/** Exchanges a code or a refresh token for new tokens. @throws OAuthFailure */
export const token = (asked: Asked, { state: { oauth }, world }: EndpointContext): Answer => {
	const form = readForm(asked);
	const client = clientOf(asked, form, oauth);
	const exchange = exchanges[form.get('grant_type') ?? ''];
	if (exchange === undefined) {
		throw new OAuthFailure('unsupported_grant_type', 'grant_type: authorization_code or refresh_token');
	}
	requireResource(form, asked.headers['host']);
	const grant = exchange({ form, client, book: oauth, now: world.time() });
	return {
		status: 200,
		body: {
			access_token: grant.accessToken,
			token_type: 'Bearer',
			expires_in: accessSeconds,
			refresh_token: grant.refreshToken,
			scope: grant.choice.permissions.join(' '),
		},
		headers: noStore,
	};
};

/** Revokes the grant of a token. An unknown token isn't an error (RFC 7009). @throws OAuthFailure */
export const revoke = (asked: Asked, { state: { oauth } }: EndpointContext): Answer => {
	const form = readForm(asked);
	const client = clientOf(asked, form, oauth);
	const grant = oauth.grantOf(form.get('token') ?? '');
	if (grant?.clientId === client.id) grant.isRevoked = true;
	return { status: 200, body: {} };
};
