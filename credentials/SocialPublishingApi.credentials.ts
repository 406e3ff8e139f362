import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The API key of the publishing service. The node tests it, because it can say what is wrong with the base URL. */
export class SocialPublishingApi implements ICredentialType {
	name = 'socialPublishingApi';

	displayName = 'Social Publishing API';

	icon: Icon = {
		light: 'file:../icons/socialPublishing.svg',
		dark: 'file:../icons/socialPublishing.dark.svg',
	};

	documentationUrl =
		'https://example.com/n8n-nodes-social-publishing/blob/main/docs/nodes/social-publishing.md#credential-social-publishing-api';

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
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: 'Create one in the workspace settings under API & MCP',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{String($credentials.apiKey).trim()}}',
				'User-Agent': 'n8n-nodes-social-publishing/0.1.0',
			},
		},
	};
}
