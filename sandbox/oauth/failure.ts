import type { Answer } from '../api/route';

/** An answer of the OAuth endpoints that are for programs: token, registration, revocation (RFC 6749, section 5.2). */
export class OAuthFailure extends Error {
	override readonly name = 'OAuthFailure';

	constructor(
		readonly code: string,
		readonly description: string,
		readonly status = 400,
	) {
		super(`${code}: ${description}`);
	}
}

/** What never may be kept by a cache. */
export const noStore = { 'Cache-Control': 'no-store' };

/** A failure as an answer. */
export const oauthFailureAnswer = ({ status, code, description }: OAuthFailure): Answer => ({
	status,
	body: { error: code, error_description: description },
	headers: noStore,
});
