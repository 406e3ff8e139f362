import { seed } from '../../sandbox';
import { pick, sentTo } from '../support/connectScreen';
import { useSandbox } from '../support/useSandbox';
import { errorOf, everything, json, oauthClient, redirectUri, type Fields } from './oauthClient';

const sandbox = useSandbox();
const { main, approval } = seed.workspaces;
const {
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
} = oauthClient(sandbox);

describe('a connection (P95)', () => {
	test('can be discovered from the 401', async () => {
		const refusal = await list('nobody');
		const found =
			/resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate') ?? '')?.[1] ?? '';
		expect({ status: refusal.status, found }).toEqual({
			status: 401,
			found: at('/.well-known/oauth-protected-resource/api/v1/mcp'),
		});
		const resource = await json(await fetch(found));
		expect(resource).toMatchObject({ resource: at('/api/v1/mcp'), authorization_servers: [sandbox().url] });
		expect(await json(await fetch(at('/.well-known/oauth-authorization-server')))).toMatchObject({
			authorization_endpoint: at('/oauth/authorize/'),
			token_endpoint: at('/oauth/token/'),
			registration_endpoint: at('/oauth/register'),
			code_challenge_methods_supported: ['S256'],
			token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
		});
	});

	test('shows the person which client asks, the workspaces, the channels and the permissions', async () => {
		const page = await (
			await fetch(authorizeUrl(await clientId(), { scope: 'read publish_directly' }))
		).text();
		expect(page).toContain('Agent &lt;x&gt;');
		expect(page).toContain(main.name);
		expect(page).toContain(seed.channels.approvalLinkedin.id);
		expect(page).toMatch(/value="read" checked/);
		expect(page).not.toMatch(/value="(publish_directly|create_posts)" checked/);
	});

	test('returns with the state and with the choices in one workspace', async () => {
		const client = await clientId();
		const back = sentTo(await pick(authorizeUrl(client), everything));
		expect(back.href.startsWith(redirectUri)).toBe(true);
		expect(back.searchParams.get('state')).toBe('st&ate');
		const code = back.searchParams.get('code') ?? '';
		const answer = await send('/oauth/token/', forCode(client, code));
		const tokens = await json(answer);
		expect(answer.headers.get('cache-control')).toBe('no-store');
		expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read create_posts' });
		const { result } = (await (await list(tokens.access_token ?? '')).json()) as {
			result: { tools: { name: string }[] };
		};
		const names = result.tools.map(({ name }) => name);
		expect(names).toContain('social_create_draft');
		expect(names).not.toContain('social_publish_now');
	});

	test.each([
		{ what: 'no workspace', picks: {}, words: 'Choose a workspace' },
		{
			what: 'channels of another workspace',
			picks: { ...everything, workspace: approval.id, channel: [seed.channels.facebook.id] },
			words: 'Choose channels of Careful',
		},
		{ what: 'no permission', picks: { ...everything, permission: ['fly'] }, words: 'Choose what' },
	])('asks again after $what', async ({ picks, words }) => {
		const answer = await pick(authorizeUrl(await clientId()), picks);
		expect(answer.status).toBe(422);
		expect(await answer.text()).toContain(words);
	});

	test('returns with access_denied if the person declines', async () => {
		const back = sentTo(await pick(authorizeUrl(await clientId()), { decision: 'deny' }));
		expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'st&ate' });
	});

	test('reads the identity of its grant over REST (P13, N28)', async () => {
		const { access } = await connected();
		const response = await fetch(at('/api/v1/me/'), { headers: bearing(access) });
		expect(await response.json()).toMatchObject({ credential: { kind: 'oauth' } });
	});

	test('works on no other route of REST (P95)', async () => {
		const { access } = await connected();
		expect((await list(access)).status).toBe(200);
		expect((await fetch(at('/api/v1/accounts/'), { headers: bearing(access) })).status).toBe(401);
	});
});

describe('an attacker (P95)', () => {
	test.each<{ what: string; more: Fields }>([
		{
			what: 'an unregistered address',
			more: { redirect_uri: 'http://127.0.0.1:9/callback/evil' },
		},
		{ what: 'an unregistered client', more: { client_id: 'nobody' } },
		{ what: 'no address', more: { redirect_uri: '' } },
	])("isn't redirected with $what", async ({ more }) => {
		for (const answer of [
			await fetch(authorizeUrl(await clientId(), more), { redirect: 'manual' }),
			await pick(authorizeUrl(await clientId(), more), everything),
		]) {
			expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
				status: 400,
				to: null,
			});
		}
	});

	test.each<{ what: string; more: Fields; error: string }>([
		{ what: 'no challenge', more: { code_challenge: '' }, error: 'invalid_request' },
		{ what: 'a plain challenge', more: { code_challenge_method: 'plain' }, error: 'invalid_request' },
		{ what: 'no method', more: { code_challenge_method: '' }, error: 'invalid_request' },
		{ what: 'another flow', more: { response_type: 'token' }, error: 'unsupported_response_type' },
		{ what: 'another resource', more: { resource: 'https://elsewhere.example' }, error: 'invalid_target' },
	])('gets no connect screen with $what', async ({ more, error }) => {
		const back = sentTo(await fetch(authorizeUrl(await clientId(), more), { redirect: 'manual' }));
		expect(back.searchParams.get('error')).toBe(error);
		expect(back.searchParams.get('code')).toBeNull();
	});

	test.each<{ what: string; more: Fields; error: string }>([
		{ what: 'another verifier', more: { code_verifier: 'x'.repeat(43) }, error: 'invalid_grant' },
		{ what: 'no verifier', more: { code_verifier: '' }, error: 'invalid_grant' },
		{ what: 'another address', more: { redirect_uri: 'http://127.0.0.1:9/' }, error: 'invalid_grant' },
		{ what: 'a made-up code', more: { code: 'sbx_code_x' }, error: 'invalid_grant' },
		{ what: 'another resource', more: { resource: 'https://elsewhere.example' }, error: 'invalid_target' },
		{ what: 'another flow', more: { grant_type: 'password' }, error: 'unsupported_grant_type' },
	])('gets no token with $what', async ({ more, error }) => {
		const client = await clientId();
		const answer = await send('/oauth/token/', forCode(client, await codeFor(client), more));
		expect(await errorOf(answer)).toEqual({ status: 400, error });
	});

	test("gets no token for another client's code or without a client", async () => {
		const code = await codeFor(await clientId());
		const other = await send('/oauth/token/', forCode(await clientId(), code));
		expect(await errorOf(other)).toEqual({ status: 400, error: 'invalid_grant' });
		const nobody = await send('/oauth/token/', forCode('nobody', code));
		expect(await errorOf(nobody)).toEqual({ status: 401, error: 'invalid_client' });
	});

	test('gets no token for an expired code', async () => {
		const client = await clientId();
		const code = await codeFor(client);
		sandbox().clock.advance(60_001);
		const answer = await send('/oauth/token/', forCode(client, code));
		expect(await errorOf(answer)).toEqual({ status: 400, error: 'invalid_grant' });
	});

	test('revokes the tokens of a code by using it again', async () => {
		const client = await clientId();
		const code = await codeFor(client);
		const { access_token: access = '' } = await json(await send('/oauth/token/', forCode(client, code)));
		expect((await send('/oauth/token/', forCode(client, code))).status).toBe(400);
		expect((await list(access)).status).toBe(401);
	});

	test('ends the connection by using a refresh token again', async () => {
		const { client, refresh } = await connected();
		const renewed = await json(await send('/oauth/token/', refreshing(client, refresh)));
		expect((await list(renewed.access_token ?? '')).status).toBe(200);
		const again = await send('/oauth/token/', refreshing(client, refresh));
		expect(await errorOf(again)).toEqual({ status: 400, error: 'invalid_grant' });
		expect((await list(renewed.access_token ?? '')).status).toBe(401);
	});

	test.each([
		{ what: 'no address', body: {} },
		{ what: 'a script as address', body: { redirect_uris: ['javascript:alert(1)'] } },
		{ what: 'a fragment', body: { redirect_uris: ['https://x.example/#a'] } },
	])("can't register a client with $what", async ({ body }) => {
		expect(await errorOf(await register(body))).toEqual({ status: 400, error: 'invalid_redirect_uri' });
	});
});

describe('the end of a connection (P95)', () => {
	test('comes after an hour, or after 30 days with the refresh token', async () => {
		const { client, access, refresh } = await connected();
		sandbox().clock.advance(3_600_001);
		expect((await list(access)).status).toBe(401);
		const renewed = await json(await send('/oauth/token/', refreshing(client, refresh)));
		expect((await list(renewed.access_token ?? '')).status).toBe(200);
		sandbox().clock.advance(30 * 86_400_000);
		const late = await send('/oauth/token/', refreshing(client, renewed.refresh_token));
		expect(await errorOf(late)).toEqual({ status: 400, error: 'invalid_grant' });
	});

	test.each(['access', 'refresh'] as const)('comes when its %s token is revoked', async (kind) => {
		const connection = await connected();
		const { client, access, refresh } = connection;
		const gone = await send('/oauth/revoke_token/', { client_id: client, token: connection[kind] });
		expect(gone.status).toBe(200);
		expect((await list(access)).status).toBe(401);
		expect((await send('/oauth/token/', refreshing(client, refresh))).status).toBe(400);
	});

	test("doesn't come from revoking as another client", async () => {
		const { access } = await connected();
		await send('/oauth/revoke_token/', { client_id: await clientId(), token: access });
		expect((await list(access)).status).toBe(200);
	});
});

test('accepts only the right methods on the OAuth paths (P59, P95)', async () => {
	const answer = await fetch(at('/oauth/token/'));
	expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
		status: 405,
		allow: 'POST',
	});
	expect((await fetch(at('/oauth/nothing'))).status).toBe(404);
});

test('names the client in a draft created over a connection (P26, P95)', async () => {
	const { access } = await connected();
	const made = { accounts: [seed.channels.facebook.id], caption: 'x' };
	await rpc(access, 'tools/call', { name: 'social_create_draft', arguments: made });
	expect(sandbox().posts()).toMatchObject([{ createdVia: { name: 'Agent <x>' } }]);
});

describe('a client with a secret (N46)', () => {
	const registered = async (token_endpoint_auth_method: string) =>
		await json(await register({ redirect_uris: [redirectUri], token_endpoint_auth_method }));
	const basic = (id = '', secret = ''): string =>
		`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
	const exchange = async (client: string, more: Fields, header = '') =>
		await fetch(at('/oauth/token/'), {
			method: 'POST',
			headers: header === '' ? {} : { Authorization: header },
			body: new URLSearchParams(forCode(client, await codeFor(client), more)),
		});

	test('can send it in the body', async () => {
		const { client_id = '', client_secret = '' } = await registered('client_secret_post');
		expect((await exchange(client_id, { client_secret: 'x' })).status).toBe(401);
		expect((await exchange(client_id, {}, basic(client_id, client_secret))).status).toBe(401);
		expect((await exchange(client_id, { client_secret })).status).toBe(200);
	});

	test('can send it in the header', async () => {
		const { client_id = '', client_secret = '' } = await registered('client_secret_basic');
		expect((await exchange(client_id, { client_secret })).status).toBe(401);
		expect((await exchange(client_id, {}, basic(client_id, 'x'))).status).toBe(401);
		expect((await exchange(client_id, {}, basic(client_id, client_secret))).status).toBe(200);
	});

	test('gets one only if it asks for it in a supported way', async () => {
		expect(await json(await register())).not.toHaveProperty('client_secret');
		const refused = await register({
			redirect_uris: [redirectUri],
			token_endpoint_auth_method: 'private_key_jwt',
		});
		expect(await errorOf(refused)).toEqual({ status: 400, error: 'invalid_client_metadata' });
	});
});
