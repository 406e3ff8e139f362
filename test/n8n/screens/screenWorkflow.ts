import { randomUUID } from 'node:crypto';
import type { CredentialOfScreen, Screen } from './screens';
import type { CredentialReference } from '../support/testbed';

const columns = 10;
const between = 220;

/** Credentials by the name screens have for them. */
type CredentialsOfScreens = Record<CredentialOfScreen | 'full' | 'scoring', CredentialReference>;

async function ofType(type: string): Promise<CredentialReference> {
	const all = (await testbed.get('/rest/credentials')) as CredentialReference[];
	const [first] = all.filter((credential) => credential.type === type);
	if (first === undefined) throw new Error(`There is no credential of the type ${type}`);
	return first;
}

/** Stores the credentials of the screens. */
export async function saveCredentials(): Promise<CredentialsOfScreens> {
	const { sandboxUrl: baseUrl, seed } = testbed;
	const withKey = async (name: 'drafts' | 'expired' | 'limited' | 'noAnalytics') =>
		await testbed.saveCredential({ baseUrl, apiKey: seed.keys[name] }, `Screens: ${name}`);
	// Port 1 of this machine has no listener.
	const nowhere = { baseUrl: 'http://127.0.0.1:1', apiKey: seed.keys.full };
	return {
		full: testbed.credential,
		scoring: await ofType('contentScoringApi'),
		drafts: await withKey('drafts'),
		expired: await withKey('expired'),
		limited: await withKey('limited'),
		noAnalytics: await withKey('noAnalytics'),
		unreachable: await testbed.saveCredential(nowhere, 'Screens: unreachable'),
		oAuth2: await testbed.saveCredentialOf('socialPublishingOAuth2Api', { baseUrl }, 'Screens: OAuth2'),
	};
}

const types = () => ({
	social: testbed.nodeType,
	scoring: testbed.scoringNodeType,
	trigger: `${testbed.nodeType}Trigger`,
});

function nodeOf(screen: Screen, index: number, credentials: CredentialsOfScreens): object {
	const { name, parameters, node = 'social' } = screen;
	const { type, ...reference } = credentials[screen.as ?? (node === 'scoring' ? 'scoring' : 'full')];
	const column = index % columns;
	const row = Math.floor(index / columns);
	return {
		id: randomUUID(),
		name,
		type: types()[node],
		typeVersion: 1,
		position: [column * between, row * between],
		credentials: { [type]: { id: reference.id, name: reference.name } },
		parameters,
	};
}

const connections = (screens: Screen[]): object =>
	Object.fromEntries(
		screens.flatMap(({ name, after }) =>
			after === undefined ? [] : [[after, { main: [[{ node: name, type: 'main', index: 0 }]] }]],
		),
	);

/** Stores a workflow with a node for each screen, and returns its ID. */
export async function saveScreens(screens: Screen[], credentials: CredentialsOfScreens): Promise<string> {
	const nodes = screens.map((screen, index) => nodeOf(screen, index, credentials));
	const settings = { executionOrder: 'v1' };
	const body = { name: 'Screens', nodes, connections: connections(screens), settings };
	const { id } = (await testbed.post('/rest/workflows', body)) as { id: string };
	return id;
}
