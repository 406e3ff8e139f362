import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels, keys } = seed;

const { facebook, bluesky, linkedinBroken } = channels;

const hintsOf = async (name: string, values: IDataObject, key = keys.full, count = 1) => {
	const items = itemsOf(...Array.from({ length: count }, (_, row) => ({ row })));
	return (await nodeFor(sandbox(), { key }).result(name, values, { items })).hints;
};

const post = (caption: string, delivery = 'now') => ({
	channels: [facebook.id, bluesky.id],
	caption,
	delivery,
});

const why =
	"sent for approval, because the API key can't publish directly or the workspace requires approval. A reviewer must approve";

describe('hints above the output', () => {
	test.each<[string, IDataObject, number, [posts: string, them: string]]>([
		['a post', post('={{ $json.row }}'), 1, ['The post was', 'it']],
		['several posts', post('={{ $json.row }}'), 3, ['3 posts were', 'them']],
		[
			'a post with one item per channel',
			{ ...post('Hi'), options: { outputPerChannel: true } },
			1,
			['The post was', 'it'],
		],
	])('report %s sent for approval (P42, P46)', async (_title, values, count, [posts, them]) => {
		expect(await hintsOf('post:create', values, keys.drafts, count)).toEqual([
			{
				message: `${posts} ${why} ${them} first.`,
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test.each<[string, IDataObject]>([
		['channel:get', { channelId: byId(linkedinBroken.id) }],
		['channel:getAll', { returnAll: true }],
	])('report a channel to reconnect of %s (P14)', async (name, values) => {
		expect(await hintsOf(name, values)).toEqual([
			{
				message: "Can't publish to LinkedIn (Acme Careers). Reconnect the channel in the web app.",
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('report channels that a duplicate leaves out (P78)', async () => {
		const node = nodeFor(sandbox());
		const [created] = await node.json('post:create', post('Hi', 'draft'));
		sandbox().channels.disconnect(bluesky.id);
		expect(await hintsOf('post:duplicate', { postId: byId(String(created?.id)) })).toContainEqual({
			message:
				"The copy doesn't include Bluesky (acme.example), because nothing can be published there. Check the channel in the web app.",
			type: 'warning',
			location: 'outputPane',
		});
	});
});
