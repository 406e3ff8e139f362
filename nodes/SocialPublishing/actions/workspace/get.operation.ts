import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';

/** Reads the workspace, the API key and its permissions. */
export const get: Operation<PublishingClient> = {
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
