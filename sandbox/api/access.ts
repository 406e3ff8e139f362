import { ApiFailure } from '../http/answers';
import type { RateLimits } from '../options';
import type { Credential } from '../world/records';
import type { Route } from './route';

const bearerShape = /^Bearer +(\S+)$/i;

/** Which credentials are accepted, and the `WWW-Authenticate` header of a 401. */
interface Gate {
	/** Finds the credential for a bearer token. */
	find(bearer: string): Credential | undefined;
	/** Undefined if the answer has no such header (N46). */
	challenge?: string;
	/** Milliseconds since 1970. */
	now: number;
}

/** Finds the credential of an `Authorization` header. @throws ApiFailure 401 */
export const authenticate = ({ find, challenge, now }: Gate, header: string | undefined): Credential => {
	const unauthorized = (detail: string, error = ', error="invalid_token"'): ApiFailure => {
		const headers: Record<string, string> =
			challenge === undefined ? {} : { 'WWW-Authenticate': `${challenge}${error}` };
		return new ApiFailure(401, 'unauthorized', detail, {}, headers);
	};
	const bearer = bearerShape.exec(header ?? '')?.[1];
	if (bearer === undefined) throw unauthorized('Authorization: a bearer key is required', '');
	const credential = find(bearer);
	if (credential === undefined) throw unauthorized('Authorization: the key is not valid');
	if (credential.isRevoked) throw unauthorized('Authorization: the key was revoked');
	if (credential.expiresAt !== null && credential.expiresAt <= now) {
		throw unauthorized('Authorization: the key has expired');
	}
	return credential;
};

/** @throws ApiFailure 403, with the text that the contract requires. */
export const requirePermission = (
	credential: Credential,
	permission: Credential['permissions'][number],
): void => {
	if (credential.permissions.includes(permission)) return;
	throw new ApiFailure(403, 'forbidden', `missing permission: ${permission}`);
};

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

/** Limits requests with sliding windows (P106, N14). Refused requests don't count. */
export class RateLimiter {
	private readonly times = new Map<string, number[]>();

	/** @param limits null for no limits. */
	constructor(private readonly limits: RateLimits | null) {}

	/** Counts a request. @throws ApiFailure 429, which asks to retry after a whole window (N15). */
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
