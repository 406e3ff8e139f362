import type { RateLimits } from '../types';
import type { Credential } from '../world/records';
import { ApiFailure } from './failure';
import type { Route } from './route';

interface Bucket {
	tier: 'credential_writes' | 'credential_reads' | 'workspace_writes';
	owner: string;
	limit: number;
}

const bucketsOf = (kind: Route['kind'], credential: Credential, limits: RateLimits): Bucket[] =>
	kind === 'read'
		? [{ tier: 'credential_reads', owner: credential.id, limit: limits.readsPerKey }]
		: [
				{ tier: 'credential_writes', owner: credential.id, limit: limits.writesPerKey },
				{ tier: 'workspace_writes', owner: credential.workspaceId, limit: limits.writesPerWorkspace },
			];

/** Sliding windows of requests (P106, N14). A request that is turned away does not count. */
export class RateLimiter {
	private readonly times = new Map<string, number[]>();

	/** @param limits null: everything passes. */
	constructor(private readonly limits: RateLimits | null) {}

	/** Counts a request. @throws ApiFailure 429; to be retried after a whole window (N15). */
	count(kind: Route['kind'], credential: Credential, now: number): void {
		const { limits } = this;
		if (limits === null) return;
		const buckets = bucketsOf(kind, credential, limits);
		for (const bucket of buckets) this.requireRoom(bucket, limits.windowMs, now);
		for (const bucket of buckets) this.recent(bucket, limits.windowMs, now).push(now);
	}

	private requireRoom(bucket: Bucket, windowMs: number, now: number): void {
		if (this.recent(bucket, windowMs, now).length < bucket.limit) return;
		const seconds = Math.ceil(windowMs / 1000);
		throw new ApiFailure(
			429,
			'rate_limited',
			`${bucket.tier}: at most ${bucket.limit} in ${seconds} seconds`,
			{
				tier: bucket.tier,
				limit: bucket.limit,
				remaining: 0,
				retry_after: seconds,
				available_at: null,
			},
			{ 'Retry-After': String(seconds) },
		);
	}

	private recent({ tier, owner }: Bucket, windowMs: number, now: number): number[] {
		const name = `${tier} ${owner}`;
		const times = this.times.get(name) ?? [];
		this.times.set(name, times);
		const firstRecent = times.findIndex((time) => time > now - windowMs);
		if (firstRecent !== 0) times.splice(0, firstRecent === -1 ? times.length : firstRecent);
		return times;
	}
}
