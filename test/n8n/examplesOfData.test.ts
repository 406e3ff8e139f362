import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { platformNames } from '../../sandbox/world/platforms';
import { movieOf } from '../support/movieFile';
import { createDataTable, type DataTable } from './support/dataTable';
import { until } from './support/livePosts';
import type { RunResult, Workflow } from './support/testbed';

/** Stores an example under a new name, so it starts without a history, and runs it several times. */
async function runExample(name: string, trigger: string, times = 1): Promise<RunResult[]> {
	const workflow = testbed.readExample(name);
	const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` });
	const results: RunResult[] = [];
	while (results.length < times) results.push(await testbed.run(id, trigger));
	expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
	return results;
}

/** Replaces a Google Sheets node: returns rows for a read, and the values to write for an update. */
function withoutGoogle(node: Node, rows: object[]): Node {
	const { columns } = node.parameters as { columns?: { value: Record<string, string> } };
	if (columns === undefined) {
		const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json, pairedItem: 0 }));`;
		return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
	}
	const assignments = Object.entries(columns.value).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: 'string',
	}));
	const parameters = { assignments: { assignments }, options: { ignoreConversionErrors: true } };
	return { ...node, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	disabled?: boolean;
}

/** A spreadsheet example with these rows in place of Google Sheets. */
function withSheet(name: string, rows: object[]): Workflow {
	const workflow = testbed.readExample(name);
	const nodes = (workflow.nodes as Node[]).map((node) =>
		node.type === 'n8n-nodes-base.googleSheets' ? withoutGoogle(node, rows) : node,
	);
	return { ...workflow, name: `${workflow.name} (test)`, nodes };
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeEach(async () => {
	await testbed.sandbox.reset();
	await testbed.scoring.reset();
});

describe('example: calendar in step', () => {
	const example = 'keep-a-google-sheets-calendar-in-step';
	const columns = ['text', 'channels', 'title', 'publishAt', 'postId', 'postUpdatedAt', 'status', 'reason'];
	/** Whether a node is disabled after someone has changed from the table to the sheet. */
	const isOff = ({ name, disabled = false }: Node): boolean => {
		if (/ the sheet$/.test(name)) return false;
		return disabled || / the table$/.test(name);
	};
	let table: DataTable;

	/** A table of its own for each test, whose name replaces the one in the example. */
	let tableName: string;
	let tables = 0;

	/** Stores the example with more parameters of the node that keeps posts in step. */
	const saveWith = async (more: { options?: object; [parameter: string]: unknown }): Promise<string> => {
		const text = JSON.stringify(testbed.readExample(example));
		const workflow = JSON.parse(text.replaceAll('"Post calendar"', JSON.stringify(tableName))) as Workflow;
		const nodes = (workflow.nodes as Node[]).map((node) => {
			if (node.name !== 'Keep posts in step') return node;
			const options = { ...(node.parameters.options as object), ...more.options };
			return { ...node, parameters: { ...node.parameters, ...more, options } };
		});
		const name = `${tableName} (${Object.keys(more).join()})`;
		return await testbed.saveWorkflow({ ...workflow, name, nodes });
	};
	const run = async (id: string): Promise<RunResult> => {
		const result = await testbed.run(id, 'Every hour');
		expect(result.error).toBeUndefined();
		return result;
	};
	/** A time in a message, as a regular expression. */
	const time = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M';
	const statuses = async () => (await table.rows()).map(({ status }) => status);

	beforeEach(async () => {
		tableName = `Post calendar ${++tables}`;
		table = await createDataTable(tableName, columns);
	});

	test('follows three edits of a plan, and sends nothing if it is unchanged (P46, N9, N36)', async () => {
		const plan = [
			{ text: 'Monday', channels: 'facebook, acme.example', publishAt: inHours(24) },
			{ text: 'Tuesday', channels: 'facebook', publishAt: inHours(48) },
			{ text: 'Late', channels: 'facebook', publishAt: inHours(-24) },
			{ text: ' ', channels: '', publishAt: '' },
		];
		for (const row of plan) await table.add(row);
		const id = await saveWith({});

		expect((await run(id)).output('Write the summary')).toMatchObject([
			{
				message: expect.stringMatching(
					/^3 of 3 rows have news\.\n- created: “Monday” for [A-Z][a-z]{2} \d+, \d{4}, /,
				),
			},
		]);
		expect(await statuses()).toEqual(['created', 'created', 'skipped', null]);
		const [monday, tuesday] = await table.rows();
		await run(id);
		expect(await statuses()).toEqual(['unchanged', 'unchanged', 'skipped', null]);
		await table.change({ text: 'Monday' }, { text: 'Monday, edited' });
		await table.change({ text: 'Tuesday' }, { publishAt: inHours(72) });
		await run(id);
		expect(await statuses()).toEqual(['updated', 'rescheduled', 'skipped', null]);
		await table.change({ text: 'Late' }, { publishAt: inHours(96) });
		await run(id);
		expect(await statuses()).toEqual(['unchanged', 'unchanged', 'created', null]);
		expect((await run(id)).output('Write the summary')).toEqual([]);

		const posts = await testbed.sandbox.posts();
		const inTable = posts.filter(({ status }) => status === 'scheduled').map(({ caption }) => caption);
		expect(inTable.sort()).toEqual(expect.arrayContaining(['Late', 'Monday, edited', 'Tuesday']));
		const rows = await table.rows();
		expect(rows.map(({ postId }) => postId).slice(0, 2)).toEqual([monday?.postId, tuesday?.postId]);
	});

	test('shows the changes in the rows and in a message with Dry Run, and sends nothing (P46)', async () => {
		const long = 'Three chairs, one table, and a week to choose. Come by on Monday between nine and';
		for (const text of ['Stays', 'Edited', 'Moved', 'Elsewhere', `${long} five.`]) {
			await table.add({ text, channels: 'facebook, mastodon', publishAt: inHours(24) });
		}
		await run(await saveWith({}));
		const before = await table.rows();
		const [moved, added] = [inHours(48), inHours(72)];
		await table.change({ text: 'Edited' }, { title: 'A title' });
		await table.change({ text: 'Moved' }, { publishAt: moved });
		await table.change({ text: 'Elsewhere' }, { channels: 'bluesky' });
		await table.change({ text: `${long} five.` }, { text: `${long} six.` });
		await table.add({ text: 'New', channels: 'facebook', publishAt: added });
		await table.add({ text: 'Misspelt', channels: 'linkdin', publishAt: added });
		const preview = await saveWith({ options: { dryRun: true } });
		const count = (await testbed.sandbox.requests()).length;
		const messages = [await run(preview), await run(preview)].map((result) =>
			result.output('Write the summary'),
		);

		const sent = (await testbed.sandbox.requests()).slice(count);
		expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(messages[1]).toEqual(messages[0]);
		expect(String(messages[0]?.[0]?.message).split('\n')).toEqual([
			'Dry run, nothing was sent. 6 of 7 rows have news.',
			'- would be changed: “Edited” title: nothing → A title',
			expect.stringMatching(new RegExp(`^- would be moved: “Moved” from ${time} to ${time}$`)),
			'- would be changed: “Elsewhere” channels: Facebook (Acme Studio), Mastodon (@acme@social.example) → Bluesky (acme.example)',
			expect.stringMatching(/^- would be changed: “Three chairs, .*…” text: … five\. → … six\.$/),
			expect.stringMatching(new RegExp(`^- would be created: “New” for ${time}$`)),
			expect.stringMatching(/^- would fail: “Misspelt” .*'linkdin' isn't the name/),
		]);
		const actions = [
			...['unchanged', 'wouldUpdate', 'wouldReschedule', 'wouldUpdate', 'wouldUpdate'],
			...['wouldCreate', 'invalid'],
		];
		expect(await statuses()).toEqual(actions);
		const kept = ({ postId, postUpdatedAt }: Record<string, unknown>) => ({ postId, postUpdatedAt });
		expect((await table.rows()).slice(0, 5).map(kept)).toEqual(before.map(kept));
	});

	test('writes no row for a post that it removes (P46)', async () => {
		for (const text of ['Stays', 'Goes']) {
			await table.add({ text, channels: 'facebook', publishAt: inHours(24) });
		}
		const period = { removeFrom: inHours(1), removeTo: inHours(48) };
		const id = await saveWith({ removeMissing: true, removalsDryRun: false, removalsMax: 50, ...period });
		await run(id);
		const [, { postId } = {}] = await table.rows();
		await table.change({ text: 'Goes' }, { text: '' });
		const result = await run(id);
		expect(result.output('Keep posts in step')).toMatchObject([
			{ action: 'unchanged' },
			{ action: 'removed' },
		]);
		expect(result.output('Write to the table')).toMatchObject([{ text: 'Stays', status: 'unchanged' }]);
		expect((await testbed.sandbox.posts()).map((post) => post.id)).not.toContain(postId);
	});

	test('does the same with the Google Sheets nodes in place of the table (P46, N9, N36)', async () => {
		let rows: Array<Record<string, unknown>> = [
			{ text: 'Monday', channels: 'facebook, acme.example', title: '', publishAt: inHours(24) },
			{ text: 'Tuesday', channels: 'facebook', title: '', publishAt: inHours(48) },
			{ text: 'Misspelt', channels: 'linkdin', title: '', publishAt: inHours(48) },
		].map((row, index) => ({ row_number: index + 2, ...row, postId: '', postUpdatedAt: '' }));
		/** Runs the workflow with the sheet, and updates the sheet as Google Sheets would. */
		const runWithSheet = async () => {
			const workflow = withSheet(example, rows);
			const nodes = (workflow.nodes as Node[]).map((node) => ({
				...node,
				disabled: isOff(node),
			}));
			const result = await run(await testbed.saveWorkflow({ ...workflow, nodes }));
			const written = result.output('Write to the sheet');
			expect(written.map((row) => Number(row.row_number))).toEqual(rows.map((row) => row.row_number));
			rows = rows.map((row, index) => ({ ...row, ...written[index], row_number: row.row_number }));
			return rows.map(({ status }) => status);
		};

		expect(await runWithSheet()).toEqual(['created', 'created', 'failed']);
		expect(rows[2]).toMatchObject({
			postId: '',
			reason: expect.stringContaining("'linkdin' isn't the name"),
		});
		const [monday] = rows;
		rows = rows.map((row, index) => ({
			...row,
			...[{ text: 'Monday, edited' }, { publishAt: inHours(72) }, { channels: 'bluesky' }][index],
		}));
		expect(await runWithSheet()).toEqual(['updated', 'rescheduled', 'created']);
		expect(await runWithSheet()).toEqual(['unchanged', 'unchanged', 'unchanged']);
		expect(rows[0]?.postId).toBe(monday?.postId);
		expect(await testbed.sandbox.post(String(monday?.postId))).toMatchObject({
			caption: 'Monday, edited',
			status: 'scheduled',
		});
	});
});

describe('example: evergreen posts', () => {
	let table: DataTable;
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

	beforeAll(async () => {
		const columns = [
			...['postId', 'lastCopyId', 'reason'],
			...['maxTimes', 'cooldownDays', 'timesPosted', 'lastPostedAt'],
		];
		table = await createDataTable('Evergreen posts', columns, {
			maxTimes: 'number',
			cooldownDays: 'number',
			timesPosted: 'number',
			lastPostedAt: 'date',
		});
	});

	test('repeats a post after its cooldown, but never too soon or too often (P46, P78)', async () => {
		const { posts } = testbed.seed;
		const evergreen = { postId: posts.published, maxTimes: 3, cooldownDays: 30 };
		const tooSoon = await table.add({ ...evergreen, timesPosted: 1, lastPostedAt: daysAgo(29) });
		const tooOften = await table.add({ ...evergreen, timesPosted: 3, lastPostedAt: daysAgo(90) });
		const due = await table.add({ ...evergreen, timesPosted: 2, lastPostedAt: daysAgo(31) });
		const before = (await testbed.sandbox.posts()).length;
		const [first, second] = await runExample('repost-evergreen-posts', 'Every day at 9', 2);

		expect(second?.output('Take one')).toEqual([]);
		expect(await testbed.sandbox.posts()).toHaveLength(before + 1);
		const [{ id } = {}] = first?.output('Add the copy to the queues') ?? [];
		const original = await testbed.sandbox.post(posts.published);
		expect(await testbed.sandbox.post(String(id))).toMatchObject({
			status: 'queued',
			caption: original.caption,
			mediaAssetIds: original.mediaAssetIds,
		});
		const rows = new Map((await table.rows()).map((row) => [row.id, row]));
		expect(rows.get(due)).toMatchObject({ timesPosted: 3, lastCopyId: id, reason: '' });
		expect(Date.parse(String(rows.get(due)?.lastPostedAt))).toBeGreaterThan(Date.parse(daysAgo(1)));
		expect(rows.get(tooSoon)).toMatchObject({ timesPosted: 1, lastCopyId: null });
		expect(rows.get(tooOften)).toMatchObject({ timesPosted: 3, lastCopyId: null });
	});

	test('records why a post was not repeated, and counts the attempt (P53)', async () => {
		const never = { maxTimes: 2, cooldownDays: 30, timesPosted: 0 };
		const missing = await table.add({ ...never, postId: '00000000-0000-4000-8000-000000000000' });
		await runExample('repost-evergreen-posts', 'Every day at 9');
		const row = (await table.rows()).find(({ id }) => id === missing);
		expect(row).toMatchObject({ timesPosted: 1, lastCopyId: null, reason: expect.stringMatching(/\S/) });
	});
});

describe('example: videos from a folder', () => {
	const folder = path.join(testbed.outputFolder, 'videos');

	function withFolder(): Workflow {
		const text = JSON.stringify(testbed.readExample('publish-drive-videos-to-shorts-reels-and-tiktok'));
		return JSON.parse(text.replace('/home/node/.n8n-files/videos', folder)) as Workflow;
	}

	beforeEach(() => mkdirSync(folder, { recursive: true }));
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	test('publishes each file once, and reports which one failed and why (P16, P34, P35, P82)', async () => {
		writeFileSync(path.join(folder, 'The new showroom.mp4'), movieOf(20));
		writeFileSync(path.join(folder, `${'x'.repeat(120)}.mp4`), movieOf(20));
		const workflow = withFolder();
		const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` });
		const first = await testbed.run(id, 'Every 15 minutes');
		const second = await testbed.run(id, 'Every 15 minutes');
		expect([first.error, second.error]).toEqual([undefined, undefined]);

		expect(second.output('Skip videos from earlier runs')).toEqual([]);
		const [{ id: postId } = {}] = first.output('Publish the video');
		const post = await testbed.sandbox.post(String(postId));
		const channels = Object.fromEntries(post.channels.map((channel) => [channel.platform, channel]));
		expect(post).toMatchObject({ status: 'published', title: 'The new showroom' });
		expect(channels).toMatchObject({
			facebook: { options: { facebook: { publishAs: 'reel' } } },
			tiktok: { options: { tiktok: { privacyLevel: 'PUBLIC_TO_EVERYONE' } } },
			youtube: { options: { youtube: { privacyStatus: 'public' } } },
			instagram: { status: 'published' },
		});
		// Of the two runs of the node that writes both, the result has the last one.
		const links = post.channels.map(({ platform, url }) => ({
			message: `${platformNames[platform]}: published ${url}`,
		}));
		const failed = [{ message: expect.stringMatching(/^x{120}\.mp4 wasn't published\. .*100/) }];
		expect([links, failed]).toContainEqual(first.output('List the links'));
	});
});

describe('example: RSS items', () => {
	const item = (title: string, date: Date) =>
		`<item><title>${title}</title><link>https://acme.example/${title.length}</link><guid>${title}</guid>` +
		`<pubDate>${date.toUTCString()}</pubDate><description>${'A long summary. '.repeat(60)}</description></item>`;

	test('queues only new items, with a text that fits each network (P34, P46)', async () => {
		const table = await createDataTable('Posted articles', ['guid', 'postId']);
		const items = [item('An old item', new Date(Date.now() - 3_600_000))];
		const server = createServer((_, response) => {
			response.setHeader('Content-Type', 'application/rss+xml');
			response.end(`<rss version="2.0"><channel><title>Acme</title>${items.join('')}</channel></rss>`);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const text = JSON.stringify(testbed.readExample('post-rss-items-to-networks'));
		const workflow = JSON.parse(
			text.replace(/"feedUrl":"[^"]*"/, `"feedUrl":"http://127.0.0.1:${port}/rss"`),
		) as Workflow;
		const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` });
		const { n8n } = testbed;
		try {
			await n8n.activate(id);
			items.unshift(item(`${'A new item '.repeat(40)}`, new Date(Date.now() + 60_000)));
			await n8n.deactivate(id);
			await n8n.activate(id);
			const execution = await until(async () => (await n8n.executions(id))[0]);
			await n8n.deactivate(id);
			expect(execution.error).toBeUndefined();

			expect(execution.output('When an item is added to the feed')).toHaveLength(1);
			const [{ id: postId } = {}] = execution.output('Add to the queues');
			const post = await testbed.sandbox.post(String(postId));
			const captions = Object.fromEntries(post.channels.map(({ platform, caption }) => [platform, caption]));
			expect(post).toMatchObject({ status: 'queued', caption: expect.stringContaining('A new item') });
			expect(await table.rows()).toMatchObject([{ guid: expect.stringContaining('A new item'), postId }]);
			expect(captions).toMatchObject({
				linkedin: expect.stringMatching(/A long summary.*\n\nRead more: https:/s),
				bluesky: expect.stringMatching(/^A new item .*…\s+https:/s),
				mastodon: expect.stringMatching(/^A new item .*…\s+https:/s),
			});
			expect(String(captions.bluesky).length).toBeLessThanOrEqual(300);
		} finally {
			server.close();
		}
	});
});

describe('example: weekly digest', () => {
	interface Change {
		value?: number;
		before?: number;
		difference?: number;
		percent?: number | null;
	}
	interface Compared {
		accountId: string;
		capturedAt: string;
		comparedWith: string;
		metrics: Record<string, Change>;
	}
	const dayMs = 24 * 3_600_000;

	test('compares each channel with a week ago, and counts the posts of the week (P25, P61, P64)', async () => {
		await testbed.sandbox.vary({ metricsHistory: 'weeks' });
		await testbed.sandbox.act(testbed.seed.posts.partiallyPublished, 'resolve');
		const [result] = await runExample('email-weekly-digest', 'Every Monday at 8');
		const compared = (result?.output('Compare with a week ago') ?? []) as unknown as Compared[];
		expect(compared).toHaveLength(result?.output('Get the channels').length ?? 0);
		for (const { capturedAt, comparedWith, metrics } of compared) {
			expect(Date.parse(capturedAt) - Date.parse(comparedWith)).toBe(7 * dayMs);
			const { value = 0, before = 0, difference } = metrics.impressions ?? {};
			if (metrics.impressions) expect(difference).toBe(value - before);
		}

		const [digest = {}] = result?.output('Write the digest') ?? [];
		const { subject, text, html } = digest as { subject: string; text: string; html: string };
		const gained = compared.reduce((sum, { metrics }) => sum + (metrics.followers?.difference ?? 0), 0);
		expect(gained).toBeGreaterThan(0);
		expect(subject).toBe(`Your week: +${gained.toLocaleString('en-US')} followers, 2 posts`);
		expect(text).toContain('Posts published this week: 2');
		expect(text).toContain('Posts with failed channels that no one has dealt with: 1');
		const [largest] = compared
			.map(({ metrics }) => metrics.followers)
			.filter((change) => change !== undefined)
			.sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
		const { value = 0, difference = 0, percent } = largest ?? {};
		const shown = `${value.toLocaleString('en-US')} (+${difference.toLocaleString('en-US')}, +${percent}%)`;
		expect(text).toContain(`- Followers: ${shown}`);
		expect(html).toContain(`width:160px"></div></td><td>${shown}</td>`);
		expect(text).toContain('- Followers: not reported');
		expect(text).toMatch(/^dev\.to \(/m);
		expect(text).toMatch(/^Google Business \(/m);
		expect(html.match(/<tr>/g)).toHaveLength(compared.length + 1);
		const withFollowers = compared.filter(({ metrics }) => metrics.followers?.value !== undefined);
		expect(withFollowers.length).toBeLessThan(compared.length);
		expect(html.match(/<div /g)).toHaveLength(withFollowers.length);
	});

	test('shows no change if there is nothing to compare with (P25)', async () => {
		const [result] = await runExample('email-weekly-digest', 'Every Monday at 8');
		const [digest = {}] = result?.output('Write the digest') ?? [];
		expect(digest.subject).toBe('Your week: 0 followers, 2 posts');
		expect(digest.text).toMatch(/- Followers: [\d,]+\n/);
	});
});
