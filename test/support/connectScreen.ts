import { createHash } from 'node:crypto';

/** A verifier and what an authorization request carries of it. */
export const verifier = 'a-verifier-of-forty-three-characters-or-more-1234';

/** S256 of a verifier. */
export const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What a person picks on the connect screen; a list stands for several boxes. */
export interface Picks {
	decision?: 'allow' | 'deny';
	workspace?: string;
	channel?: string[];
	permission?: string[];
}

/** Sends the connect screen's form as a browser would. Redirects are not followed. */
export async function pick(
	address: URL | string,
	{ decision = 'allow', workspace = '', ...boxes }: Picks,
): Promise<Response> {
	const form = new URLSearchParams({ decision, workspace });
	for (const [name, values] of Object.entries(boxes)) {
		for (const value of values) form.append(name, value);
	}
	return await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
}

/** Where a browser was sent. */
export const sentTo = (answer: Response): URL => new URL(answer.headers.get('location') ?? 'about:nowhere');
