import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node, sandbox } = useApprovals();
const { bluesky } = seed.channels;

const comparing = (ifClash: string): IDataObject => ({
	options: { comparePosts: { settings: { ifClash } } },
});

const scheduled = async (): Promise<IDataObject> => {
	const { channels, caption } = onNewPost;
	const [post = {}] = await node().json('post:create', { channels, caption, ...tomorrow });
	return post;
};

test('asks about a post that clashes, and returns the clashes with the decision', async () => {
	const { id } = await scheduled();
	const waiting = await ask({ ...onNewPost, ...tomorrow, ...comparing('warn') });
	const clashes = [expect.objectContaining({ reason: 'sameText', accountId: bluesky.id, postId: id })];
	expect(waiting.output).toMatchObject([{ decision: 'waiting', clashes }]);
	await waiting.send({ action: 'approved' });
	const [[item] = []] = waiting.resumed;
	expect(item?.json).toMatchObject({ approved: true, clashes });
});

test('asks no one about a post that is skipped, and saves no draft', async () => {
	await scheduled();
	const before = sandbox().posts().length;
	const outputs = await node().json('post:sendAndWait', { ...onNewPost, ...tomorrow, ...comparing('skip') });
	expect(outputs).toMatchObject([{ action: 'skipped', clashes: [{ reason: 'sameText' }] }]);
	expect(outputs[0]).not.toHaveProperty('approvalLink');
	expect(sandbox().posts()).toHaveLength(before);
});
