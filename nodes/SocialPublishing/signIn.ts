import type { INode, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import type { Send } from '../../client/http/types.js';
import { n8nOAuthSend, n8nSend, requireKey, type RequestContext } from '../shared/transport.js';

/** The name of the credential with the API key. */
export const credentialType = 'socialPublishingApi';

/** The name of the credential that a user connects with OAuth2. */
const connectionType = 'socialPublishingOAuth2Api';

/** The fields of the credential with the API key. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
}

interface OAuthCredential {
	baseUrl: string;
	clientSecret?: string;
	oauthTokenData?: Record<string, unknown>;
}

/** The resources that can sign in with OAuth2: the agent endpoint, and the identity of such a grant (contract section 2). */
export const oAuthResources: readonly unknown[] = ['agent', 'workspace'];

const usesOAuth = ({ parameters: { resource, authentication } }: INode): boolean =>
	oAuthResources.includes(resource) && authentication === 'oAuth2';

/** Advice if the service refuses the OAuth2 token. */
const otherSignIn = ({ parameters: { resource } }: INode): string =>
	resource === 'agent'
		? ''
		: "Some services accept OAuth2 only for MCP Tool. If yours does, choose 'API Key' in 'Authentication'";

interface SignIn {
	baseUrl: string;
	/** Authenticates requests. */
	send: Send;
	/** What must never appear in an error. */
	secrets: string[];
	/** Undefined for OAuth2. */
	apiKey?: string;
}

/** Reads the credential that the node uses. */
export async function signIn(context: RequestContext): Promise<SignIn> {
	if (!usesOAuth(context.getNode())) {
		const { baseUrl, apiKey: entered } = await context.getCredentials<Credential & object>(credentialType);
		const apiKey = entered.trim();
		requireKey(apiKey, 'Bearer');
		return { baseUrl, apiKey, secrets: [apiKey], send: n8nSend(context, credentialType) };
	}
	const { baseUrl, clientSecret, oauthTokenData } =
		await context.getCredentials<OAuthCredential>(connectionType);
	const tokens = [oauthTokenData?.access_token, oauthTokenData?.refresh_token, clientSecret];
	const secrets = tokens.filter((text): text is string => typeof text === 'string');
	const answers = { advice: otherSignIn(context.getNode()), secrets };
	return { baseUrl, secrets, send: n8nOAuthSend(context, connectionType, answers) };
}

/** The choice between the two credentials. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
	description: 'How to sign in. With OAuth2, you choose channels and permissions on a page of the service.',
};

/**
 * The node's credentials. OAuth2 is offered only for resources for which the service accepts it. Both credentials use `hide` and
 * never `show`. The editor treats a field that shows a credential as part of the sign-in, and hides it together with all fields
 * that it depends on, which would include 'Resource'.
 * @param others the resources that accept only the API key
 */
export const credentialsFor = (others: string[]): INodeCredentialDescription[] => [
	{
		name: credentialType,
		required: true,
		testedBy: 'socialPublishingApiTest',
		displayOptions: { hide: { authentication: ['oAuth2'] } },
	},
	{
		name: connectionType,
		required: true,
		displayOptions: { hide: { resource: others, authentication: ['apiKey'] } },
	},
];
