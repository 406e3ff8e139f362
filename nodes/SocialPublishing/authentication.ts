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

/**
 * The node's credentials; OAuth2 is offered where the service takes it, as the field Authentication is there alone. The resource
 * must not be named here: n8n's editor takes every field on which a credential depends out of the panel.
 */
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
		displayOptions: { show: { authentication: ['oAuth2'] } },
	},
];
