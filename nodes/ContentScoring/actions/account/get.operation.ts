import type { IDataObject } from 'n8n-workflow';
import type { ScoringClient } from '../../../../client/scoring';
import type { Operation } from '../../../shared/operation';

/** Reads the account of the API key. */
export const get: Operation<ScoringClient> = {
	name: 'Get',
	value: 'get',
	action: 'Get account',
	description: 'Get the account of the API key (free)',
	fields: [],
	async execute(_parameters, client) {
		return (await client.me()) as IDataObject;
	},
};
