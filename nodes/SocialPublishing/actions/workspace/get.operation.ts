import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { readsAtOnce } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';

/** Reads who the key is. */
export const get: Operation<PublishingClient> = {
	name: 'Get',
	value: 'get',
	action: 'Get the workspace',
	description: 'Read the workspace of the key, what the key may do, and its channels',
	itemsAtOnce: readsAtOnce,
	fields: [],
	async execute(_parameters, client) {
		return (await client.me()) as IDataObject;
	},
};
