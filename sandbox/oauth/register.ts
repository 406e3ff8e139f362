import { isRecord } from '../http/schema';
import type { Answer } from '../api/route';
import type { Asked, RoomContext } from '../http/room';
import { authMethods, type AuthMethod } from './book';
import { noStore, OAuthFailure } from './failure';

const read = (text: string | null): Record<string, unknown> => {
	try {
		const body: unknown = JSON.parse(text ?? '');
		if (isRecord(body)) return body;
	} catch {
		// Said below, as for anything else that is no object.
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

/** Lets a program register itself (RFC 7591): as a public client unless it asks for a secret. @throws OAuthFailure */
export const register = ({ bodyText }: Asked, { state, world }: RoomContext): Answer => {
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
