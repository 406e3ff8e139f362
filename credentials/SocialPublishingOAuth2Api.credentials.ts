import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** An expression for the address of the service, without the API prefix that the user may have entered. */
const origin = '$self["baseUrl"].trim().replace(/(?<!\\/)\\/+$/, "").replace(/\\/api\\/v1$/, "")';

const hidden = (displayName: string, name: string, value: string): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: value,
});

/** Access to the agent endpoint, which a user grants on a page of the service. Uses PKCE. */
export class SocialPublishingOAuth2Api implements ICredentialType {
	name = 'socialPublishingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Social Publishing OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/socialPublishing.svg',
		dark: 'file:../icons/socialPublishing.dark.svg',
	};

	documentationUrl =
		'https://example.com/n8n-nodes-social-publishing/blob/main/docs/nodes/social-publishing.md#credential-social-publishing-oauth2-api';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://social.example.com',
			description: 'Address of the service, with or without /api/v1',
		},
		{
			displayName: 'Register n8n Automatically',
			name: 'useDynamicClientRegistration',
			type: 'boolean',
			default: true,
			description:
				"Whether n8n registers itself with the service. Older versions of n8n and services without OAuth metadata can't do this. Turn this off there, and enter a client ID from the service. If a proxy refuses n8n's requests for tokens (status 403), use an API key instead.",
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { useDynamicClientRegistration: [false] } },
			description: 'ID of a public client that is registered with the OAuth redirect URL above',
		},
		hidden('Server URL', 'serverUrl', `={{ ${origin} }}/api/v1/mcp`),
		hidden('Grant Type', 'grantType', 'pkce'),
		hidden('Authorization URL', 'authUrl', `={{ ${origin} }}/oauth/authorize/`),
		hidden('Access Token URL', 'accessTokenUrl', `={{ ${origin} }}/oauth/token/`),
		hidden('Client Secret', 'clientSecret', ''),
		hidden('Scope', 'scope', ''),
		hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
		hidden('Authentication', 'authentication', 'body'),
	];
}
