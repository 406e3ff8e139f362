import type { Answer } from '../api/route';
import type { Asked, RoomContext } from '../http/room';
import { readForm } from './form';
import { clientOf } from './token';

/** Ends the grant of a token; one that stands for nothing is fine as well (RFC 7009). @throws OAuthFailure */
export const revoke = (asked: Asked, { state: { oauth } }: RoomContext): Answer => {
	const form = readForm(asked);
	const client = clientOf(asked, form, oauth);
	const grant = oauth.grantOf(form.get('token') ?? '');
	if (grant?.clientId === client.id) grant.isRevoked = true;
	return { status: 200, body: {} };
};
