import { object } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { planView } from './planView';

const shownActivities = 20;

/** Live credit balance and recent activity, for nothing (S-N16). */
export const usage: ScoringRoute<object> = {
	method: 'GET',
	path: '/v1/usage/',
	input: object({}),
	cost: () => 0,
	perform: ({ account }) => {
		const { credits, plan, activity } = account.view();
		return {
			credits_remaining: credits,
			plan: planView(plan),
			recent_activity: activity.slice(0, shownActivities),
		};
	},
};
