import { permissions } from '../types';
import { authMethods } from './book';

/** Path of the agent endpoint: the resource that tokens are for. Without a trailing slash (N28). */
export const agentPath = '/api/v1/mcp';

/** The paths of the contract, section 5, and the two places of metadata. */
export const oauthPaths = {
	resourceMetadata: `/.well-known/oauth-protected-resource${agentPath}`,
	serverMetadata: '/.well-known/oauth-authorization-server',
	authorize: '/oauth/authorize/',
	token: '/oauth/token/',
	register: '/oauth/register',
	revoke: '/oauth/revoke_token/',
} as const;

/** The service as the caller addressed it. */
export const originOf = (host = '127.0.0.1'): string => `http://${host}`;

/** What tokens are for. */
export const resourceOf = (origin: string): string => `${origin}${agentPath}`;

/** Where a 401 sends a client that knows nothing yet. */
export const metadataUrl = (origin: string): string => `${origin}${oauthPaths.resourceMetadata}`;

/** What the agent endpoint says about itself (RFC 9728). */
export const resourceMetadata = (origin: string) => ({
	resource: resourceOf(origin),
	resource_name: 'Publishing sandbox',
	authorization_servers: [origin],
	bearer_methods_supported: ['header'],
	scopes_supported: permissions,
});

/** What the authorization server says about itself (RFC 8414); its revocation endpoint is not the one that works (N28). */
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
