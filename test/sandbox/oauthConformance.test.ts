import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { seed } from '../../sandbox';
import { pick, sentTo } from '../support/connectScreen';
import { agentUrl, connectMcp } from '../support/mcpClient';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox();

/** What the official client stores, and where it sends the person. */
class Connection implements OAuthClientProvider {
	readonly redirectUrl = 'http://127.0.0.1:9/callback';
	readonly clientMetadata = { redirect_uris: [this.redirectUrl], client_name: 'Official client' };
	client?: OAuthClientInformationMixed;
	kept?: OAuthTokens;
	screen?: URL;
	private verifier = '';

	clientInformation = () => this.client;
	saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
	tokens = () => this.kept;
	saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
	redirectToAuthorization = (address: URL) => void (this.screen = address);
	saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
	codeVerifier = () => this.verifier;
}

const connectAs = async (authProvider: Connection) => await connectMcp(sandbox(), { authProvider });

test('the official client discovers, registers, connects, refreshes, and learns that it was revoked (P10, P95)', async () => {
	const provider = new Connection();
	await expect(connectAs(provider)).rejects.toBeInstanceOf(UnauthorizedError);
	const answer = await pick(provider.screen ?? '', {
		workspace: seed.workspaces.main.id,
		channel: [seed.channels.bluesky.id],
		permission: ['read'],
	});
	const code = sentTo(answer).searchParams.get('code') ?? '';
	await new StreamableHTTPClientTransport(agentUrl(sandbox()), { authProvider: provider }).finishAuth(code);

	const first = await connectAs(provider);
	const channels = await first.call('social_list_accounts');
	expect(channels.body.data).toMatchObject([{ id: seed.channels.bluesky.id }]);

	const before = provider.kept?.access_token;
	sandbox().clock.advance(3_600_001);
	await first.client.ping();
	expect(provider.kept?.access_token).not.toBe(before);

	sandbox().agent.revokeGrants();
	await expect(first.client.ping()).rejects.toThrow('is not valid any more');
	await first.close();
});
