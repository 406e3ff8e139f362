import type { IDataObject } from 'n8n-workflow';
import type { ScoringClient } from '../../../../client/scoring';
import type { Operation } from '../../../shared/operation';

/** Reads the credit balance and recent usage. */
export const getUsage: Operation<ScoringClient> = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get account usage',
	description: 'Get the credit balance and recent usage (free)',
	fields: [],
	async execute(_parameters, client) {
		return (await client.usage()) as IDataObject;
	},
};
