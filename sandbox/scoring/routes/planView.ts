import { planLimits } from '../options';
import type { PlanName } from '../types';

/** A plan as `me` and `usage` name it; the daily limit counts requests (S-N21). */
export const planView = (plan: PlanName) => ({ name: plan, daily_limit: planLimits[plan].perDay });
