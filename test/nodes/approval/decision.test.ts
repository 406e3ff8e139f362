import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { clientOf } from '../../support/publishingClient';
import { aroundRequests, onDraft, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node, read, sandbox, submits } = useApprovals();
const { draft } = seed.posts;

/** Does something before one of the reads of the draft by the page. The second one follows the decision. */
const beforeRead = (number: number, act: () => Promise<unknown>) => {
	let reads = 0;
	return aroundRequests(async ({ method, url }, send) => {
		if (method === 'GET' && url.endsWith(draft) && (reads += 1) === number) await act();
		return await send();
	});
};

/** Approves the draft on a page that is disturbed, and returns the output. */
async function approve(disturb: ReturnType<typeof aroundRequests>): Promise<IDataObject> {
	const waiting = await ask({ ...onDraft, ...tomorrow }, { disturb });
	const { status } = await waiting.post({ action: 'approved', 'version-0': await versionShown() });
	expect(status).toBe(200);
	return waiting.resumed[0]?.[0]?.json ?? {};
}

const versionShown = async (): Promise<string> => {
	const waiting = await ask({ ...onDraft, ...tomorrow });
	return /name="version-0" value="([^"]*)"/.exec((await waiting.get()).text)?.[1] ?? '';
};

const submit = async (item: IDataObject) =>
	await node().json('post:submit', { delivery: 'approved' }, { items: [{ json: item }] });

test('has the time of the last change, read right after the decision', async () => {
	const item = await approve(beforeRead(0, async () => undefined));
	const { updatedAt } = await read(draft);
	expect(Date.parse(String(item.updatedAt))).toBe(Date.parse(String(updatedAt)));
	expect(item).not.toHaveProperty('changedMeanwhile');
	expect(await submit(item)).toMatchObject([{ status: 'scheduled' }]);
});

test('names an edit that another process saved while the decision was made, and Submit publishes none of it', async () => {
	const { posts } = clientOf({ baseUrl: sandbox().url, key: seed.keys.full });
	const item = await approve(
		beforeRead(
			2,
			async () => await posts.update(draft, { content: { caption: 'By the approver who lost' } }),
		),
	);
	expect(item).toMatchObject({ approved: true, changedMeanwhile: ['caption'] });
	await expect(submit(item)).rejects.toThrow('The post was changed while it was approved');
	expect(submits()).toEqual([]);
});

test("counts even if the post can't be read afterwards", async () => {
	const item = await approve(
		beforeRead(2, async () => await Promise.reject(new Error('The service is gone'))),
	);
	expect(item).toMatchObject({ approved: true });
	expect(await submit(item)).toMatchObject([{ status: 'scheduled' }]);
});
