import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, queues } = seed;
const { facebook, linkedin } = channels;

const create = async (more: IDataObject) => {
	const node = nodeFor({ url: sandbox().url, key: seed.keys.full });
	const post = { channels: [facebook.id, linkedin.id], caption: 'Hi', delivery: 'queue', ...more };
	await node.run('post:create', post);
	const { delivery } = sandbox().requests.at(-1)?.body as { delivery: { queueIds?: object } };
	return delivery.queueIds;
};

test.each<[string, unknown, object | undefined]>([
	[
		'a text',
		JSON.stringify({ [facebook.id]: queues.facebookCampaign.id }),
		{ [facebook.id]: queues.facebookCampaign.id },
	],
	['an object of an expression', `={{ ({ '${facebook.id}': 'main' }) }}`, { [facebook.id]: null }],
	['null for the Main queue', JSON.stringify({ [linkedin.id]: null }), { [linkedin.id]: null }],
	['nothing', '{}', undefined],
])("'Queues (JSON)' takes %s (P15, P40)", async (_title, queuesJson, sent) => {
	expect(await create({ queuesJson } as IDataObject)).toEqual(sent);
});

test("'Queues (JSON)' holds where the form names the same channel (P40)", async () => {
	const queue = [
		{ channelId: facebook.id, queueId: queues.facebookMornings.id },
		{ channelId: linkedin.id, queueId: 'main' },
	];
	const queuesJson = JSON.stringify({ [facebook.id]: queues.facebookCampaign.id });
	expect(await create({ queues: { queue }, queuesJson })).toEqual({
		[facebook.id]: queues.facebookCampaign.id,
		[linkedin.id]: null,
	});
});
