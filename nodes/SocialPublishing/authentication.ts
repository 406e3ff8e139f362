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
 * The node's credentials; OAuth2 is offered where the service takes it. Both say where they are hidden, never where they are
 * shown: the editor takes a field that a credential is shown by for a part of the sign-in, and hides it with all the fields
 * it depends on, which would be Resource.
 * @param others the resources that take the key alone
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
