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
