import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface NodeType {
	name: string;
	iconUrl?: { light: string; dark: string };
	codex?: { categories?: string[]; alias?: string[]; subcategories?: unknown; resources?: unknown };
	properties: unknown[];
}

interface CredentialType {
	name: string;
	supportedNodes: string[];
}

const root = join(__dirname, '..', '..');
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/** The nodes of the package, with the output preview of one of their operations. */
const nodes = [
	{ name: 'socialPublishing', file: 'SocialPublishing', preview: 'v1.0.0/post/create', isTool: true },
	{ name: 'contentScoring', file: 'ContentScoring', preview: 'v1.0.0/account/get', isTool: true },
	{ name: 'socialPublishingTrigger', file: 'SocialPublishingTrigger', preview: 'v1.0.0', isTool: false },
];

describe('the package in a real n8n', () => {
	let types: NodeType[];
	const typeOf = (name: string): NodeType | undefined =>
		types.find((type) => type.name === testbed.nodeType.replace('socialPublishing', name));

	beforeAll(async () => {
		types = (await testbed.get('/types/nodes.json')) as NodeType[];
	});

	test('loads with its credential types', async () => {
		const credentials = (await testbed.get('/types/credentials.json')) as CredentialType[];
		const supported = Object.fromEntries(
			credentials.map(({ name, supportedNodes }) => [name, supportedNodes]),
		);
		expect(supported.socialPublishingApi).toContain(testbed.nodeType);
		expect(supported.socialPublishingOAuth2Api).toContain(testbed.nodeType);
		expect(supported.contentScoringApi).toContain(testbed.scoringNodeType);
	});

	describe.each(nodes)('$name', ({ name, file, preview, isTool }) => {
		test('has its fields and codex entries', () => {
			const { categories, alias } = readJson('nodes', file, `${file}.node.json`) as {
				[key: string]: unknown;
			};
			expect(typeOf(name)?.codex).toMatchObject({ categories, alias });
			expect(typeOf(name)?.properties.length).toBeGreaterThan(0);
		});

		test(isTool ? 'is available as a tool for AI agents' : 'is not available as a tool for AI agents', () => {
			expect(typeOf(`${name}Tool`) !== undefined).toBe(isTool);
		});

		test('has an icon for the light and the dark theme', async () => {
			const { light = '', dark = '' } = typeOf(name)?.iconUrl ?? {};
			expect(light).not.toBe(dark);
			for (const icon of [light, dark]) {
				const response = await fetch(`${testbed.n8nUrl}/${icon}`);
				expect(response.headers.get('content-type')).toContain('image/svg+xml');
				expect(await response.text()).toBe(readFileSync(join(root, 'icons', basename(icon)), 'utf8'));
			}
		});

		test('shows the preview of an output', async () => {
			const path = `${file}/__schema__/${preview}.json`;
			expect(existsSync(join(root, 'nodes', path))).toBe(true);
			const type = testbed.nodeType.replace('socialPublishing', name);
			const response = await fetch(`${testbed.n8nUrl}/schemas/${type}/${preview.replace('v', '')}.json`);
			expect(await response.json()).toEqual(readJson('nodes', path));
		});
	});

	test('logs no loading errors', () => {
		expect(testbed.n8nLog()).not.toMatch(/failed to load|error loading|n8n-nodes-social-publishing.*error/i);
	});
});
