import { ApiFailure } from '../http/answers';
import { dayMs } from '../http/clock';
import { addBounded } from '../http/requestLog';
import { withSecret } from '../keySecret';
import type { ScoringSettings } from './options';
import { scoringSeed, type ScoringKeyName, type SeedAccount } from './seed';
import type { PlanLimits, ScoringAccount, ScoringActivity } from './types';

/** A sliding window that counts requests. */
class RateWindow {
	private readonly times: number[] = [];

	constructor(
		readonly limit: number,
		readonly windowMs: number,
	) {}

	/** How many more requests the window allows. */
	room(now: number): number {
		this.forgetOld(now);
		return this.limit - this.times.length;
	}

	/** When the oldest request leaves the window, or `now` if it's empty. */
	freeAt(now: number): number {
		this.forgetOld(now);
		const [oldest] = this.times;
		return oldest === undefined ? now : oldest + this.windowMs;
	}

	add(now: number): void {
		this.times.push(now);
	}

	private forgetOld(now: number): void {
		const firstRecent = this.times.findIndex((time) => time > now - this.windowMs);
		if (firstRecent !== 0) this.times.splice(0, firstRecent === -1 ? this.times.length : firstRecent);
	}
}

const secondsFor = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** 429, with the seconds to wait before the next try. */
export const tooMany = (message: string, retryAfter: number): ApiFailure =>
	new ApiFailure(429, 'rate_limited', message, { retry_after: retryAfter });

/** Limits the requests of one key by its plan (S-N21). Refused requests don't count. */
class PlanLimiter {
	private readonly windows: readonly RateWindow[];
	private inFlight = 0;

	/** @param limits null for no limits. */
	constructor(private readonly limits: PlanLimits | null) {
		this.windows =
			limits === null ? [] : [new RateWindow(limits.perMinute, 60_000), new RateWindow(limits.perDay, dayMs)];
	}

	/** Counts a request. @throws ApiFailure 429 */
	count(now: number): void {
		for (const window of this.windows) {
			if (window.room(now) > 0) continue;
			const seconds = secondsFor(window.freeAt(now) - now);
			throw tooMany(`At most ${window.limit} requests in ${window.windowMs / 1000} seconds`, seconds);
		}
		for (const window of this.windows) window.add(now);
	}

	/** Starts a request. Call the function that it returns when the request has ended. @throws ApiFailure 429 */
	enter(): () => void {
		const { limits } = this;
		if (limits !== null && this.inFlight >= limits.inFlight) {
			throw tooMany(`At most ${limits.inFlight} requests in flight`, 1);
		}
		this.inFlight += 1;
		return () => (this.inFlight -= 1);
	}

	/**
	 * The `X-RateLimit-*` headers of the window with the fewest requests left. `Reset` is in seconds since 1970, from the
	 * sandbox's clock.
	 */
	headers(now: number): Record<string, string> {
		const [tightest] = [...this.windows].sort((a, b) => a.room(now) - b.room(now));
		if (tightest === undefined) return {};
		return {
			'X-RateLimit-Limit': String(tightest.limit),
			'X-RateLimit-Remaining': String(Math.max(0, tightest.room(now))),
			'X-RateLimit-Reset': String(Math.ceil(tightest.freeAt(now) / 1000)),
		};
	}
}

const keptActivities = 50;

/** Credits that are reserved while a call runs. */
interface Payment {
	/** Charges the credits after the call has succeeded (S-N22). */
	take(call: Omit<ScoringActivity, 'credits'>): void;
	/** Returns the credits, unless they were charged. */
	release(): void;
}

/** The account of a key, with its credits and its plan's limits. */
export class Account {
	readonly limiter: PlanLimiter;
	isRevoked = false;
	private credits: number;
	private reserved = 0;
	private spent = 0;
	private readonly activity: ScoringActivity[] = [];

	/** @param name the key's name in the seed. */
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

	/** Reserves credits, so that two calls never use the same ones. @throws ApiFailure 402 */
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

	/** The account as it is now, with the newest activity first. */
	view(): ScoringAccount {
		const { name: key, key: apiKey, isRevoked, credits, spent, activity } = this;
		const { plan, email } = this.seeded;
		return { key, apiKey, plan, email, isRevoked, credits, spent, activity: [...activity].reverse() };
	}

	private pay(call: ScoringActivity): void {
		if (call.credits === 0) return;
		this.credits -= call.credits;
		this.spent += call.credits;
		addBounded(this.activity, call, keptActivities);
	}
}

const seeded = (name: ScoringKeyName, { keySecret, rateLimits }: ScoringSettings): Account => {
	const { accounts, keys } = withSecret(scoringSeed, keySecret);
	const account = accounts[name];
	return new Account(name, keys[name], account, rateLimits?.[account.plan] ?? null);
};

const unauthorized = (message: string): ApiFailure => new ApiFailure(401, 'unauthorized', message);

/** All accounts, by key. */
export class Accounts {
	private readonly accounts: readonly Account[];

	constructor(private readonly settings: ScoringSettings) {
		const names = Object.keys(scoringSeed.keys) as ScoringKeyName[];
		this.accounts = names.map((name) => seeded(name, settings));
		this.named('revoked').isRevoked = true;
	}

	all(): readonly Account[] {
		return this.accounts;
	}

	/** @param name the key's name in the seed, or the key itself. @throws Error if it doesn't exist. */
	named(name: string): Account {
		const found = this.accounts.find((account) => account.name === name || account.key === name);
		if (found === undefined) throw new Error(`There is no key ${name}`);
		return found;
	}

	/** Finds the account of a request. Header names are in lower case (S-N1). @throws ApiFailure 401 */
	authenticate(headers: Readonly<Record<string, string | undefined>>): Account {
		const { header, scheme } = this.settings.auth;
		const [first = '', ...rest] = (headers[header] ?? '').trim().split(/ +/);
		const words = scheme === '' ? [first, ...rest] : rest;
		const hasScheme = scheme === '' || first.toLowerCase() === scheme.toLowerCase();
		const [key = ''] = words;
		if (!hasScheme || key === '' || words.length > 1) throw unauthorized(`${header}: a key is required`);
		const found = this.accounts.find((account) => account.key === key);
		if (found === undefined) throw unauthorized('The key is not valid');
		if (found.isRevoked) throw unauthorized('The key was revoked');
		return found;
	}
}
