import type { INode } from 'n8n-workflow';
import { n8nOAuthSend, n8nSend, requireHeaderValue, type RequestContext } from '../shared/transport';

/** The credential that carries the bearer key. */
export const credentialType = 'socialPublishingApi';

/** The credential that a person connects; the service takes its tokens at the agent endpoint alone. */
export const connectionType = 'socialPublishingOAuth2Api';

/** What the credential with the key holds. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
}

interface OAuthCredential {
	baseUrl: string;
	clientSecret?: string;
	oauthTokenData?: Record<string, unknown>;
}

/** Whether a node is set up to sign in with OAuth2; other resources than the agent keep the key. */
const usesOAuth = ({ parameters: { resource, authentication } }: INode): boolean =>
	resource === 'agent' && authentication === 'oAuth2';

/** How requests are authenticated, and what must not show in any error. */
export async function signIn(context: RequestContext) {
	if (!usesOAuth(context.getNode())) {
		const { baseUrl, apiKey } = await context.getCredentials<Credential & object>(credentialType);
		requireHeaderValue(apiKey, 'API Key');
		return { baseUrl, secrets: [apiKey], send: n8nSend(context, credentialType) };
	}
	const { baseUrl, clientSecret, oauthTokenData } =
		await context.getCredentials<OAuthCredential>(connectionType);
	const tokens = [oauthTokenData?.access_token, oauthTokenData?.refresh_token, clientSecret];
	const secrets = tokens.filter((text): text is string => typeof text === 'string');
	return { baseUrl, secrets, send: n8nOAuthSend(context, connectionType) };
}
