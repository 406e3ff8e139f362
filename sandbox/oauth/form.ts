import type { Asked } from '../http/room';
import { OAuthFailure } from './failure';

/** A body as forms are sent. @throws OAuthFailure */
export const readForm = ({ headers, bodyText }: Asked): URLSearchParams => {
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw new OAuthFailure('invalid_request', 'Content-Type: must be application/x-www-form-urlencoded');
	}
	return new URLSearchParams(bodyText ?? '');
};
