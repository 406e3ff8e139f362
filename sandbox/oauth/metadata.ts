import { permissions } from '../types';
import { authMethods } from './book';

/** Path of the agent endpoint, which is the resource of the tokens. It has no trailing slash (N28). */
export const agentPath = '/api/v1/mcp';

/** The OAuth paths (contract, section 5), and the paths of the two metadata documents. */
export const oauthPaths = {
	resourceMetadata: `/.well-known/oauth-protected-resource${agentPath}`,
	serverMetadata: '/.well-known/oauth-authorization-server',
	authorize: '/oauth/authorize/',
	token: '/oauth/token/',
	register: '/oauth/register',
	revoke: '/oauth/revoke_token/',
} as const;

/** The origin of the service, as the caller addressed it. */
export const originOf = (host = '127.0.0.1'): string => `http://${host}`;

/** The resource of the tokens. */
export const resourceOf = (origin: string): string => `${origin}${agentPath}`;

/** Where a 401 sends a client that doesn't know the OAuth paths yet. */
export const metadataUrl = (origin: string): string => `${origin}${oauthPaths.resourceMetadata}`;

/** The metadata of the agent endpoint (RFC 9728). */
export const resourceMetadata = (origin: string) => ({
	resource: resourceOf(origin),
	resource_name: 'Publishing sandbox',
	authorization_servers: [origin],
	bearer_methods_supported: ['header'],
	scopes_supported: permissions,
});

/** The metadata of the authorization server (RFC 8414). Its revocation endpoint isn't the one that works (N28). */
export const serverMetadata = (origin: string) => ({
	issuer: origin,
	authorization_endpoint: `${origin}${oauthPaths.authorize}`,
	token_endpoint: `${origin}${oauthPaths.token}`,
	registration_endpoint: `${origin}${oauthPaths.register}`,
	revocation_endpoint: `${origin}${oauthPaths.token}`,
	scopes_supported: permissions,
	response_types_supported: ['code'],
	grant_types_supported: ['authorization_code', 'refresh_token'],
	token_endpoint_auth_methods_supported: authMethods,
	code_challenge_methods_supported: ['S256'],
});
