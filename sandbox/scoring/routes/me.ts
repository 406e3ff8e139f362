import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { planView } from './planView';

/** Account information, for nothing (S-N17). */
export const me: ScoringRoute<object> = {
	method: 'GET',
	path: '/v1/me/',
	input: object({}),
	cost: () => 0,
	perform: ({ account }) => {
		const { email, credits, plan } = account.view();
		return { email, plan: planView(plan), credits_remaining: credits };
	},
};
