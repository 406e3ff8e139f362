import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingOAuth2Api } from '../../../credentials/SocialPublishingOAuth2Api.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../../sandbox';
import { oauthClient } from '../../sandbox/oauthClient';
import { executeNode } from '../../support/n8nContexts';
import { onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const n8nsOwnName = 'n8n renews the token itself, under a name that the proxy of the documents refuses';

const { connected } = oauthClient(sandbox);

/** A credential after someone connected it. */
const connectedCredential = async (): Promise<ICredentialDataDecryptedObject> => {
	const { client, access, refresh } = await connected();
	return {
		baseUrl: `${sandbox().url}/api/v1/`,
		useDynamicClientRegistration: false,
		clientId: client,
		accessTokenUrl: `${sandbox().url}/oauth/token/`,
		oauthTokenData: { access_token: access, refresh_token: refresh, token_type: 'Bearer' },
	};
};

const run = async (data: ICredentialDataDecryptedObject, more: IDataObject = {}) => {
	const key = { baseUrl: sandbox().url, apiKey: seed.keys.revoked };
	const items = await executeNode(new SocialPublishing(), {
		credentials: [
			{ type: new SocialPublishingOAuth2Api(), data },
			{ type: new SocialPublishingApi(), data: key },
		],
		parameters: { resource: 'agent', operation: 'listTools', authentication: 'oAuth2', ...more } as never,
	});
	return items.map(({ json }) => json);
};

const errorOf = async (data: ICredentialDataDecryptedObject) =>
	await run(data).then(
		() => {
			throw new Error('No error');
		},
		(error: { message: string; description: string }) => error,
	);

const tokensOf = ({ oauthTokenData }: ICredentialDataDecryptedObject) =>
	oauthTokenData as unknown as { access_token: string; refresh_token: string };

test('signs in to the agent resource with a connected credential (P95)', async () => {
	const tools = await run(await connectedCredential());
	expect(tools.map(({ name }) => name)).toContainEqual(expect.stringMatching(/create_draft$/));
	expect(sandbox().requests.at(-1)?.headers['user-agent']).toMatch(/^n8n-nodes-social-publishing\//);
});

onlyIn('observed', n8nsOwnName, () => {
	test('continues the call after n8n renews an expired token (P95)', async () => {
		const data = await connectedCredential();
		const before = tokensOf(data).access_token;
		sandbox().clock.advance(3_600_001);
		expect(await run(data)).not.toHaveLength(0);
		expect(tokensOf(data).access_token).not.toBe(before);
	});
});

onlyIn('observed', n8nsOwnName, () => {
	test('explains what to do about a revoked grant (P90, P95)', async () => {
		const data = await connectedCredential();
		sandbox().agent.revokeGrants();
		const error = await errorOf(data);
		expect(error.message).toBe('The service no longer accepts the OAuth2 credential');
		expect(error.description).toContain('connect it again');
	});
});

const proxyAdvice = /can come from a proxy .+ choose 'API Key' in 'Authentication'\.$/;

onlyIn('observed', n8nsOwnName, () => {
	test.each<[string, number, unknown, string, RegExp]>([
		['a page', 403, '<html>Forbidden</html>', ' (status 403)', proxyAdvice],
		['a page', 401, '<html>Log in</html>', ' (status 401)', proxyAdvice],
		["an error that OAuth2 doesn't have", 404, { detail: 'No' }, ' (status 404)', proxyAdvice],
		['an OAuth2 error', 401, { error: 'invalid_client' }, '', /says: Client authentication failed/],
	])(
		'explains that %s with status %i answered the renewal (P95)',
		async (_title, status, body, end, advice) => {
			const data = await connectedCredential();
			sandbox().clock.advance(3_600_001);
			sandbox().faults.add({ path: '/oauth/token/', kind: 'body', status, body });
			const error = await errorOf(data);
			expect(error.message).toBe(`n8n couldn't renew the access of the OAuth2 credential${end}`);
			expect(error.description).toMatch(advice);
		},
	);

	test('hides the token in the words of a refused renewal (D1, P95)', async () => {
		const data = await connectedCredential();
		sandbox().clock.advance(3_600_001);
		const body = { error: 'E1', error_description: `Unknown: ${tokensOf(data).refresh_token}` };
		sandbox().faults.add({ path: '/oauth/token/', kind: 'body', status: 400, body });
		expect((await errorOf(data)).description).toMatch(/^The service says: Unknown: \[hidden\]\./);
	});
});

onlyIn('documents', 'The proxy of the documents refuses the renewal', () => {
	test("explains that a proxy can have refused n8n's own name (P8, P95)", async () => {
		const data = await connectedCredential();
		sandbox().clock.advance(3_600_001);
		const error = await errorOf(data);
		expect(error.message).toBe("n8n couldn't renew the access of the OAuth2 credential (status 403)");
		expect(error.description).toMatch(proxyAdvice);
	});
});

test.each([[undefined], [{}]])(
	'explains what to do about an unconnected credential (%j) (P95)',
	async (tokens) => {
		const data = {
			...(await connectedCredential()),
			oauthTokenData: tokens,
		} as ICredentialDataDecryptedObject;
		const error = await errorOf(data);
		expect(error.message).toBe("The OAuth2 credential isn't connected");
	},
);

test('shows no token in an output or an error (D1, P95)', async () => {
	const data = await connectedCredential();
	const { access_token: access, refresh_token: refresh } = tokensOf(data);
	const shown = [JSON.stringify(await run(data, { simplify: false }))];
	sandbox().faults.add({
		path: '/mcp',
		kind: 'status',
		status: 422,
		body: { error: 'invalid', detail: `${access} and ${refresh} are wrong` },
	});
	const error = await errorOf(data);
	shown.push(JSON.stringify({ ...error, text: String(error), stack: (error as unknown as Error).stack }));
	sandbox().agent.revokeGrants();
	const revoked = await errorOf(data);
	shown.push(
		JSON.stringify({ ...revoked, text: String(revoked), cause: (revoked as unknown as Error).cause }),
	);
	for (const text of shown) {
		expect(text).not.toContain(access);
		expect(text).not.toContain(refresh);
	}
	expect(error.description).toContain('[hidden] and [hidden] are wrong');
});

test('uses the key for other resources, whatever the field says (P95)', async () => {
	const asked = run(await connectedCredential(), { resource: 'channel', operation: 'getAll' });
	await expect(asked).rejects.toMatchObject({ message: 'The service refused the API key' });
});

describe('the workspace of a grant', () => {
	const get = { resource: 'workspace', operation: 'get' };

	test('lists the channels and permissions that the user chose (P13, N28)', async () => {
		const [identity] = await run(await connectedCredential(), get);
		expect(identity).toMatchObject({ credential: { kind: 'oauth' }, permissions: expect.any(Array) });
	});

	onlyIn('observed', n8nsOwnName, () => {
		test('suggests the API key in an error if the service accepts tokens only for MCP tools (N28)', async () => {
			const data = await connectedCredential();
			sandbox().faults.add({ path: '/api/v1/me/', kind: 'status', status: 401, times: 9 });
			const error = await run(data, get).then(
				() => undefined,
				(failure: { message: string; description: string }) => failure,
			);
			expect(error?.message).toBe("The service doesn't accept the OAuth2 credential here");
			expect(error?.description).toContain("choose 'API Key' in 'Authentication'");
		});
	});
});
