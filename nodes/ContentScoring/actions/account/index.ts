import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { get } from './get.operation';
import { getUsage } from './getUsage.operation';

/** The account of the API key, with its credit balance and usage. */
export const account: Resource<ScoringClient> = {
	name: 'Account',
	value: 'account',
	description: 'See the credit balance and recent usage',
	operations: [get, getUsage],
};
