import { createDataTable, type DataTable } from './support/dataTable';
import type { RunResult } from './support/testbed';

/** Stores an example under a name of its own, so that it starts without a past, and runs it so many times. */
async function runExample(name: string, trigger: string, times = 1): Promise<RunResult[]> {
	const workflow = testbed.readExample(name);
	const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` });
	const results: RunResult[] = [];
	while (results.length < times) results.push(await testbed.run(id, trigger));
	expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
	return results;
}

beforeEach(async () => {
	await testbed.sandbox.reset();
	await testbed.scoring.reset();
});

describe('example: content calendar', () => {
	let table: DataTable;
	const row = async (text: string) => (await table.rows()).find((one) => one.text === text);
	const postsOf = async (text: string) =>
		(await testbed.sandbox.posts()).filter(({ caption }) => caption === text);
	const run = async (times?: number) => await runExample('content-calendar', 'Every hour', times);

	beforeAll(async () => {
		const columns = ['text', 'channels', 'title', 'status', 'postId', 'error'];
		table = await createDataTable('Content calendar', columns);
	});

	it('queues rows that are ready, once, and writes back what became of them (P46)', async () => {
		await table.add({ text: 'By network', channels: 'facebook, LinkedIn', status: 'ready' });
		await table.add({ text: 'By name', channels: 'acme.example', status: 'ready' });
		await table.add({ text: 'An idea', channels: 'facebook', status: 'idea' });
		await run(2);

		const [post, ...others] = await postsOf('By network');
		expect(others).toEqual([]);
		expect(post).toMatchObject({
			status: 'queued',
			channels: [{ platform: 'facebook' }, { platform: 'linkedin' }],
		});
		expect(await postsOf('By name')).toMatchObject([{ channels: [{ platform: 'bluesky' }] }]);
		expect(await postsOf('An idea')).toEqual([]);
		expect(await row('By network')).toMatchObject({ status: 'queued', postId: post?.id, error: '' });
		expect(await row('By name')).toMatchObject({ status: 'queued' });
		expect(await row('An idea')).toMatchObject({ status: 'idea', postId: null });
	});

	it('leaves a row alone that another run has taken (P54)', async () => {
		await table.add({ text: 'Taken', channels: 'facebook', status: 'sending' });
		const [result] = await run();
		expect(result?.output('Find ready rows')).toEqual([]);
		expect(await postsOf('Taken')).toEqual([]);
	});

	it('writes back why a row failed, and goes on with the next (P53)', async () => {
		await table.add({ text: 'Misspelt', channels: 'facebook, linkdin', status: 'ready' });
		await table.add({ text: 'No video', channels: 'youtube', title: 'A film', status: 'ready' });
		await table.add({ text: 'Good', channels: 'facebook', status: 'ready' });
		await run();

		expect(await postsOf('Misspelt')).toEqual([]);
		expect(await row('Misspelt')).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('entry 2'),
		});
		expect(await row('No video')).toMatchObject({
			status: 'failed',
			postId: (await postsOf('No video'))[0]?.id,
			error: expect.stringContaining('correct it with Update'),
		});
		expect(await row('Good')).toMatchObject({ status: 'queued' });
	});
});

describe('example: weekly digest with a chart', () => {
	it('draws a bar for each channel that reports the metric, and its length from the number (P25)', async () => {
		const [result] = await runExample('weekly-digest', 'Each Monday at eight');
		const snapshots = result?.output('Read the snapshots') ?? [];
		const newest = new Map<unknown, number>();
		for (const { accountId, metrics } of snapshots) {
			const { followers } = metrics as { followers?: number };
			if (followers !== undefined && !newest.has(accountId)) newest.set(accountId, followers);
		}
		const counts = [...newest.values()].sort((a, b) => b - a);
		const largest = counts[0] ?? 0;
		expect(counts.length).toBeGreaterThan(5);

		const [{ svg: encoded } = {}] = result?.output('Draw the chart') ?? [];
		const svg = Buffer.from(String(encoded), 'base64').toString();
		const widths = [...svg.matchAll(/<rect x="262" [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
		expect(widths).toEqual(counts.map((count) => Math.round((count / largest) * 420)));
		for (const count of counts) expect(svg).toContain(`>${count} (`);

		expect(result?.output('Write the digest')).toMatchObject([
			{
				text: expect.stringMatching(
					new RegExp(`^followers on ${counts.length} channels; 2 more report none:`),
				),
			},
		]);
		expect(result?.files('Write the digest')).toMatchObject([
			{ fileName: 'weekly-digest.svg', mimeType: 'image/svg+xml', bytes: Buffer.byteLength(svg) },
		]);
	});
});

describe('example: content gaps to drafts', () => {
	it('makes a draft of each idea, and none of an idea seen before (P45, S13, S-N9)', async () => {
		const [first, second] = await runExample('content-gaps-to-drafts', 'Each month', 2);
		const gaps = first?.output('Find content gaps') ?? [];
		expect(gaps).toHaveLength(3);
		expect(second?.output('Find content gaps')).toHaveLength(3);
		expect(second?.output('Save the idea as a draft')).toEqual([]);

		const titles = gaps.map(({ canonical_title: title }) => title);
		const drafts = (await testbed.sandbox.posts()).filter(({ title }) => titles.includes(title));
		expect(drafts.map(({ title }) => title).sort()).toEqual([...titles].sort());
		expect(drafts.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
		expect(drafts[0]?.caption).toContain('Angles:\n- ');
		const paid = (await testbed.scoring.requests()).filter(({ credits }) => credits > 0);
		expect(paid.map(({ credits }) => credits)).toEqual([5, 5]);
	});
});
