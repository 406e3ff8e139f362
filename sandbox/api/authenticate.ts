import type { Credential } from '../world/records';
import type { World } from '../world/world';
import { ApiFailure } from './failure';

const bearerShape = /^Bearer +(\S+)$/i;

const unauthorized = (detail: string): ApiFailure =>
	new ApiFailure(401, 'unauthorized', detail, {}, { 'WWW-Authenticate': 'Bearer' });

/** The credential of an `Authorization` header. @throws ApiFailure 401 */
export const authenticate = (world: World, header: string | undefined): Credential => {
	const bearer = bearerShape.exec(header ?? '')?.[1];
	if (bearer === undefined) throw unauthorized('Authorization: a bearer key is required');
	const credential = world.credentials.get(bearer);
	if (credential === undefined) throw unauthorized('Authorization: the key is not valid');
	if (credential.isRevoked) throw unauthorized('Authorization: the key was revoked');
	if (credential.expiresAt !== null && credential.expiresAt <= world.time()) {
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
