import type { Credential } from '../world/records';
import { ApiFailure } from './failure';

const bearerShape = /^Bearer +(\S+)$/i;

/** Whose credentials count, and what a 401 says in `WWW-Authenticate`. */
export interface Gate {
	/** The credential of a bearer text. */
	find(bearer: string): Credential | undefined;
	/** Missing: such a header is not sent (N46). */
	challenge?: string;
	/** Milliseconds since 1970. */
	now: number;
}

/** The credential of an `Authorization` header. @throws ApiFailure 401 */
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

/** @throws ApiFailure 403, in the one wording that the contract fixes. */
export const requirePermission = (
	credential: Credential,
	permission: Credential['permissions'][number],
): void => {
	if (credential.permissions.includes(permission)) return;
	throw new ApiFailure(403, 'forbidden', `missing permission: ${permission}`);
};
