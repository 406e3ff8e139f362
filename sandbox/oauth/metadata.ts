import { permissions } from '../types';
import { oauthPaths, resourceOf } from './addresses';
import { authMethods } from './book';

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
