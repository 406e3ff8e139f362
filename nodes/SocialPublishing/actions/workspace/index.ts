import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { authenticationField } from '../../signIn';
import { get } from './get.operation';

/** The workspace of the API key, and the key's permissions. */
export const workspace: Resource<PublishingClient> = {
	name: 'Workspace',
	value: 'workspace',
	description: 'Identity, permissions and channels of the API key',
	fields: [authenticationField],
	operations: [get],
};
