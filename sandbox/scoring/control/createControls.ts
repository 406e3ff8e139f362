import { scoringSeed } from '../seed';
import type { ScoringState } from '../state';
import type { ScoringSandbox } from '../types';

/** A scoring sandbox without its address: what can be looked at and moved from outside. */
export type ScoringControls = Omit<ScoringSandbox, 'url' | 'port' | 'close' | 'inFlight'>;

/** The controls of {@link ScoringSandbox}, for tests in this process as well as for the paths under `/sandbox/api`. */
export const createControls = (state: ScoringState): ScoringControls => ({
	seed: scoringSeed,
	clock: state.clock,
	faults: {
		add: (fault) => state.faults.add(fault),
		clear: () => state.faults.clear(),
	},
	requests: state.requests,
	accounts: () => state.accounts.all().map((account) => account.view()),
	account: (key) => state.accounts.named(key).view(),
	credits: { set: (key, credits) => state.accounts.named(key).setCredits(credits) },
	keys: {
		revoke: (key) => {
			state.accounts.named(key).isRevoked = true;
		},
	},
	change: (behaviour) => Object.assign(state.behaviour, behaviour),
	reset: () => state.reset(),
});
