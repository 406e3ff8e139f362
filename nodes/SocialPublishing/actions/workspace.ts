import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { parallelReads } from '../../shared/fields.js';
import type { Operation, Resource } from '../../shared/operation.js';
import { authenticationField } from '../signIn.js';

/** Reads the workspace, the API key and its permissions. */
const get: Operation<PublishingClient> = {
	name: 'Get',
	value: 'get',
	action: 'Get workspace',
	description: 'Read the workspace of the API key, its permissions and its channels',
	parallelRequests: parallelReads,
	fields: [],
	async execute(_parameters, client) {
		return (await client.me()) as IDataObject;
	},
};

/** The workspace of the API key, and the key's permissions. */
export const workspace: Resource<PublishingClient> = {
	name: 'Workspace',
	value: 'workspace',
	description: 'Identity, permissions and channels of the API key',
	fields: [authenticationField],
	operations: [get],
};
