import type { IDataObject } from 'n8n-workflow';
import type { ScoringClient } from '../../../client/scoring/index.js';
import type { Operation, Resource } from '../../shared/operation.js';

/** Reads the account of the API key. */
const get: Operation<ScoringClient> = {
	name: 'Get',
	value: 'get',
	action: 'Get account',
	description: 'Free. Get the account of the API key.',
	fields: [],
	async execute(_parameters, client) {
		return (await client.me()) as IDataObject;
	},
};

/** Reads the credit balance and recent usage. */
const getUsage: Operation<ScoringClient> = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get account usage',
	description: 'Free. Get the credit balance and recent usage.',
	fields: [],
	async execute(_parameters, client) {
		return (await client.usage()) as IDataObject;
	},
};

/** The account of the API key, with its credit balance and usage. */
export const account: Resource<ScoringClient> = {
	name: 'Account',
	value: 'account',
	description: 'See the credit balance and recent usage',
	operations: [get, getUsage],
};
