import type {
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The API key of the scoring service, and the header that it's sent in. The node tests it free of charge. */
export class ContentScoringApi implements ICredentialType {
	name = 'contentScoringApi';

	displayName = 'Content Scoring API';

	icon: Icon = {
		light: 'file:../icons/contentScoring.svg',
		dark: 'file:../icons/contentScoring.dark.svg',
	};

	documentationUrl =
		'https://example.com/n8n-nodes-social-publishing/blob/main/docs/nodes/content-scoring.md#credential-content-scoring-api';

	properties: INodeProperties[] = [
		{
			displayName: 'API URL',
			name: 'apiUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://scoring.example.com',
			description: 'Address of the scoring service, with or without /v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: 'Create one in your account at the scoring service',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			description: 'HTTP header that contains the API key',
			hint: 'Keep this, unless the docs of your scoring service name another header',
		},
		{
			displayName: 'Header Scheme',
			name: 'headerScheme',
			type: 'string',
			default: 'Bearer',
			description: 'Word before the API key in the header. Leave empty to send only the API key.',
			hint: 'Keep this, unless the docs of your scoring service show another word before the key',
		},
	];

	async authenticate(
		{ apiKey, headerName, headerScheme }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const value = [headerScheme, apiKey]
			.map((part) => String(part ?? '').trim())
			.filter(Boolean)
			.join(' ');
		return await Promise.resolve({
			...options,
			headers: {
				...options.headers,
				[String(headerName ?? '').trim() || 'Authorization']: value,
				'User-Agent': 'n8n-nodes-social-publishing/0.1.0',
			},
		});
	}
}
