import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const server = useRecordingServer();

const { channels, queues } = seed;

const { facebook, linkedin } = channels;

const create = async (more: IDataObject) => {
	const node = nodeFor(sandbox());
	const post = { channels: [facebook.id, linkedin.id], caption: 'Hi', delivery: 'queue', ...more };
	await node.run('post:create', post);
	const { delivery } = sandbox().requests.at(-1)?.body as { delivery: { queueIds?: object } };
	return delivery.queueIds;
};

/** Turns the check off, which leaves the decision to the service. */
const unchecked = { options: { checkFirst: false } };

describe('queues for channels', () => {
	const { channel, otherChannel, queue } = sampleIds;
	const create = async (entries: IDataObject[]) => {
		server().answerWith({ status: 201, body: { post: samplePost(), routed: 'enacted' } });
		const parameters = {
			channels: [channel],
			caption: 'Hi',
			delivery: 'queue',
			queues: { queue: entries },
			...unchecked,
		};
		return await nodeFor(server()).run('post:create', parameters, { continueOnFail: true });
	};

	test('sends each channel to its queue (P40)', async () => {
		await create([
			{ channelId: channel, queueId: queue },
			{ channelId: otherChannel, queueId: 'main' },
		]);
		expect(JSON.parse(server().requests[0]?.body ?? '')).toMatchObject({
			delivery: { queueIds: { [channel]: queue, [otherChannel]: null } },
		});
	});

	test.each<[string, IDataObject[], string]>([
		['no queue', [{ channelId: channel, queueId: '' }], "An entry of 'Queues' isn't complete"],
		['no channel', [{ channelId: '', queueId: queue }], "An entry of 'Queues' isn't complete"],
		[
			'a duplicate channel',
			[
				{ channelId: channel, queueId: queue },
				{ channelId: channel, queueId: 'main' },
			],
			`'Queues' has more than one entry for channel '${channel}'`,
		],
	])('rejects %s (P40, D7)', async (_title, entries, message) => {
		expect((await create(entries))[0]?.json).toMatchObject({
			error: message,
			message: expect.stringMatching(/\. (Choose|Keep) /),
		});
		expect(server().requests).toEqual([]);
	});
});

test.each<[string, unknown, object | undefined]>([
	[
		'a text',
		JSON.stringify({ [facebook.id]: queues.facebookCampaign.id }),
		{ [facebook.id]: queues.facebookCampaign.id },
	],
	['an object from an expression', `={{ ({ '${facebook.id}': 'main' }) }}`, { [facebook.id]: null }],
	['null for the Main queue', JSON.stringify({ [linkedin.id]: null }), { [linkedin.id]: null }],
	['nothing', '{}', undefined],
])("accepts %s in 'Queues (JSON)' (P15, P40)", async (_title, queuesJson, sent) => {
	expect(await create({ options: { queuesJson } } as IDataObject)).toEqual(sent);
});

test("prefers 'Queues (JSON)' to the form for the same channel (P40)", async () => {
	const queue = [
		{ channelId: facebook.id, queueId: queues.facebookMornings.id },
		{ channelId: linkedin.id, queueId: 'main' },
	];
	const queuesJson = JSON.stringify({ [facebook.id]: queues.facebookCampaign.id });
	expect(await create({ queues: { queue }, options: { queuesJson } })).toEqual({
		[facebook.id]: queues.facebookCampaign.id,
		[linkedin.id]: null,
	});
});

test.each<[string, string, (draftId: string) => IDataObject]>([
	[
		'post:create',
		'The service refused the content. The post was saved as a draft',
		() => ({ channels: [linkedin.id], caption: 'Hi' }),
	],
	['post:submit', 'The service refused to submit this post', (id) => ({ postId: byId(id) })],
])(
	"shows in %s which channel has a queue but isn't in the post (P40)",
	async (operation, message, parameters) => {
		const node = nodeFor(sandbox());
		const [draft] = await node.json('post:create', { channels: [linkedin.id], caption: 'Hi' });
		const queue = [{ channelId: facebook.id, queueId: 'main' }];
		const error = await node.error(operation, {
			...parameters(String(draft?.id)),
			delivery: 'queue',
			queues: { queue },
			...unchecked,
		});
		expect(error.message).toBe(message);
		expect(error.description).toContain('Facebook (Acme Studio) is not a channel of this post');
	},
);
