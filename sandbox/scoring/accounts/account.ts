import { ApiFailure } from '../../api/failure';
import { addBounded } from '../../http/requestLog';
import type { SeedAccount } from '../seed';
import type { PlanLimits, ScoringAccount, ScoringActivity } from '../types';
import { PlanLimiter } from './planLimiter';

const keptActivities = 50;

/** Credits that are set aside while a call runs. */
export interface Payment {
	/** Takes them, now that the call has succeeded (S-N22). */
	take(call: Omit<ScoringActivity, 'credits'>): void;
	/** Gives them back, unless they were taken. */
	release(): void;
}

/** The account behind a key: its credits and what its plan allows. */
export class Account {
	readonly limiter: PlanLimiter;
	isRevoked = false;
	private credits: number;
	private reserved = 0;
	private spent = 0;
	private readonly activity: ScoringActivity[] = [];

	/** @param name of the key in the seed. */
	constructor(
		readonly name: string,
		readonly key: string,
		private readonly seeded: SeedAccount,
		limits: PlanLimits | null,
	) {
		this.credits = seeded.credits;
		this.limiter = new PlanLimiter(limits);
	}

	setCredits(credits: number): void {
		this.credits = credits;
	}

	/** Sets credits aside, so that two calls never spend the same. @throws ApiFailure 402 */
	reserve(cost: number): Payment {
		const left = this.credits - this.reserved;
		if (cost > left) {
			throw new ApiFailure(402, 'insufficient_credits', `This call costs ${cost} credits, ${left} are left`);
		}
		this.reserved += cost;
		let isOpen = true;
		const release = (): void => {
			if (isOpen) this.reserved -= cost;
			isOpen = false;
		};
		const take: Payment['take'] = (call) => {
			release();
			this.pay({ ...call, credits: cost });
		};
		return { take, release };
	}

	/** As it is now; the newest activity first. */
	view(): ScoringAccount {
		const { name: key, isRevoked, credits, spent, activity } = this;
		const { plan, email } = this.seeded;
		return { key, plan, email, isRevoked, credits, spent, activity: [...activity].reverse() };
	}

	private pay(call: ScoringActivity): void {
		if (call.credits === 0) return;
		this.credits -= call.credits;
		this.spent += call.credits;
		addBounded(this.activity, call, keptActivities);
	}
}
