import { seed } from '../../../sandbox';
import { nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { bluesky } = seed.channels;

const tooLong = async () =>
	await nodeFor({ url: sandbox().url, key: seed.keys.full }).error('post:create', {
		channels: [bluesky.id],
		caption: 'x'.repeat(301),
		delivery: 'now',
	});

test('names a channel as the lists do, where the service gives its ID (P102)', async () => {
	const { description } = await tooLong();
	expect(description).toContain('caption: Bluesky: acme.example: at most 300 characters');
	expect(description).not.toContain(bluesky.id);
});

test('leaves the ID where the channels cannot be read (P102)', async () => {
	sandbox().faults.add({ method: 'GET', path: '/api/v1/accounts', kind: 'status', status: 403 });
	const { description } = await tooLong();
	expect(description).toContain(`bluesky (${bluesky.id})`);
});
