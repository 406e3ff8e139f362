import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { credentialType, connectionType } from './signIn';

/** Which of the two credentials the agent endpoint gets. */
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
	description:
		'How to sign in. With OAuth2 a person picks channels and permissions on a page of the service.',
};

/** The node's credentials; OAuth2 is offered where the service takes it. */
export const credentials: INodeCredentialDescription[] = [
	{
		name: credentialType,
		required: true,
		testedBy: 'socialPublishingApiTest',
		displayOptions: { hide: { authentication: ['oAuth2'] } },
	},
	{
		name: connectionType,
		required: true,
		displayOptions: { show: { resource: ['agent'], authentication: ['oAuth2'] } },
	},
];
