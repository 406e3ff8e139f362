import { createHash } from 'node:crypto';

/** A verifier and its challenge in an authorization request. */
export const verifier = 'a-verifier-of-forty-three-characters-or-more-1234';

/** S256 of a verifier. */
export const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A person's choices on the connect screen. A list stands for several checkboxes. */
export interface Picks {
	decision?: 'allow' | 'deny';
	workspace?: string;
	channel?: string[];
	permission?: string[];
}

/** Sends the connect screen's form as a browser would. Doesn't follow redirects. */
export async function pick(
	address: URL | string,
	{ decision = 'allow', workspace = '', ...boxes }: Picks,
): Promise<Response> {
	const form = new URLSearchParams({ decision, workspace });
	for (const [name, values] of Object.entries(boxes)) {
		for (const value of values) form.append(name, value);
	}
	return await fetch(address, {
		method: 'POST',
		body: form,
		headers: { 'User-Agent': 'Mozilla/5.0' },
		redirect: 'manual',
	});
}

/** The target of a redirect. */
export const sentTo = (answer: Response): URL => new URL(answer.headers.get('location') ?? 'about:nowhere');
