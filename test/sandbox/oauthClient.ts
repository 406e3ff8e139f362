import { seed, type Sandbox } from '../../sandbox';
import { challengeOf, pick, sentTo, verifier, type Picks } from '../support/connectScreen';

/** The redirect address of the test's client. */
export const redirectUri = 'http://127.0.0.1:9/callback';

/** The name of the test's client. */
const named = { 'User-Agent': 'test/1.0' };

/** Parameters of a query or a form. */
export type Fields = Record<string, string>;

/** The body of an answer. */
export const json = async (answer: Response) => (await answer.json()) as Record<string, string>;

/** Status and code of a refusal. */
export const errorOf = async (answer: Response) => ({
	status: answer.status,
	error: (await json(answer)).error,
});

/** The default choices of a person. One of the two channels belongs to another workspace. */
export const everything: Picks = {
	workspace: seed.workspaces.main.id,
	channel: [seed.channels.facebook.id, seed.channels.approvalFacebook.id],
	permission: ['read', 'create_posts'],
};

/** A client of a sandbox's OAuth endpoints, with a separate call for each step. */
export const oauthClient = (sandbox: () => Sandbox) => {
	const at = (path: string): string => `${sandbox().url}${path}`;
	const register = async (body: object = { redirect_uris: [redirectUri], client_name: 'Agent <x>' }) =>
		await fetch(at('/oauth/register'), { method: 'POST', body: JSON.stringify(body), headers: named });

	const clientId = async (): Promise<string> => (await json(await register())).client_id ?? '';

	const authorizeUrl = (client: string, more: Fields = {}): URL => {
		const url = new URL(at('/oauth/authorize/'));
		const asked = {
			response_type: 'code',
			client_id: client,
			redirect_uri: redirectUri,
			state: 'st&ate',
			code_challenge: challengeOf(verifier),
			code_challenge_method: 'S256',
			...more,
		};
		for (const [name, value] of Object.entries(asked)) if (value !== '') url.searchParams.set(name, value);
		return url;
	};

	const codeFor = async (client: string, picks = everything): Promise<string> =>
		sentTo(await pick(authorizeUrl(client), picks)).searchParams.get('code') ?? '';

	const send = async (path: string, fields: Fields): Promise<Response> =>
		await fetch(at(path), { method: 'POST', body: new URLSearchParams(fields), headers: named });

	const forCode = (client: string, code: string, more: Fields = {}) => ({
		grant_type: 'authorization_code',
		client_id: client,
		redirect_uri: redirectUri,
		code_verifier: verifier,
		code,
		...more,
	});

	const refreshing = (client: string, token = '') => ({
		grant_type: 'refresh_token',
		client_id: client,
		refresh_token: token,
	});

	const connected = async (picks = everything) => {
		const client = await clientId();
		const tokens = await json(await send('/oauth/token/', forCode(client, await codeFor(client, picks))));
		return { client, access: tokens.access_token ?? '', refresh: tokens.refresh_token ?? '' };
	};

	const bearing = (token: string) => ({ Authorization: `Bearer ${token}`, ...named });

	const rpc = async (token: string, method: string, params = {}): Promise<Response> =>
		await fetch(at('/api/v1/mcp'), {
			method: 'POST',
			headers: {
				...bearing(token),
				Accept: 'application/json, text/event-stream',
				'Content-Type': 'application/json',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});

	const list = async (token: string): Promise<Response> => await rpc(token, 'tools/list');

	return {
		at,
		register,
		clientId,
		authorizeUrl,
		codeFor,
		send,
		forCode,
		refreshing,
		connected,
		bearing,
		rpc,
		list,
	};
};
