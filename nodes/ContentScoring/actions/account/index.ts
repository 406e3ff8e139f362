import type { ScoringClient } from '../../../../client/scoring';
import type { Resource } from '../../../shared/operation';
import { get } from './get.operation';
import { getUsage } from './getUsage.operation';

/** The account: credits and what they went to. */
export const account: Resource<ScoringClient> = {
	name: 'Account',
	value: 'account',
	description: 'Credits and what they went to',
	operations: [get, getUsage],
};
