import type { IDataObject } from 'n8n-workflow';
import { permissions } from '../../../client/publishing/values';
import { seed } from '../../../sandbox';
import { nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { keys, workspaces } = seed;

test('returns the identity and permissions of the key (P12, P13, P88, P89)', async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const [identity] = await nodeFor(sandbox(), { key: keys.drafts }).json('workspace:get', {});
	expect(identity).toMatchObject({
		workspace: workspaces.main,
		credential: { kind: 'key', name: 'Drafts only', expiresAt: null },
		permissions: permissions.filter((permission) => permission !== 'publish_directly'),
	});
	const channels = identity?.channels as IDataObject[];
	expect(channels).toHaveLength(13);
	expect(channels).toContainEqual(expect.objectContaining({ platform: 'devto', network: 'dev.to' }));
});

test.each([
	['full', null],
	['expiring', 1],
] as const)('says how many days the key %s has left (P13)', async (name, daysLeft) => {
	expect(await nodeFor(sandbox(), { key: keys[name] }).json('workspace:get', {})).toMatchObject([
		{ daysLeft },
	]);
});
