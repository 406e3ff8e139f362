import { platformNames } from '../../sandbox/world/platforms';
import { movieOf } from '../support/movieFile';
import { formUrl, readPage, sendForm } from './support/forms';
import { until } from './support/livePosts';
import type { RunResult } from './support/testbed';

beforeEach(async () => await testbed.sandbox.reset());

describe('example: video from a form', () => {
	const workflow = () => testbed.readExample('publish-videos-from-form');

	/** Publishes the workflow, fills in its form, and returns the resulting execution. */
	async function upload(answers: Array<string | File>): Promise<RunResult> {
		const id = await testbed.saveWorkflow({ ...workflow(), name: 'Video from a form (test)' });
		const before = (await testbed.n8n.executions(id)).length;
		await testbed.n8n.activate(id);
		expect(await readPage(formUrl(workflow()))).toContain('Who can see it');
		await sendForm(formUrl(workflow()), answers);
		const execution = await until(async () => (await testbed.n8n.executions(id))[before]);
		await testbed.n8n.deactivate(id);
		return execution;
	}

	const file = (seconds: number) =>
		new File([new Uint8Array(movieOf(seconds))], 'showroom.mp4', { type: 'video/mp4' });

	test.each([
		['Everyone', 'PUBLIC_TO_EVERYONE', 'public'],
		['Only me on TikTok and YouTube, everyone on Instagram', 'SELF_ONLY', 'private'],
	])(
		'publishes it for %s, with settings for each channel (P34, P35, P37, P46, P82)',
		async (who, tiktok, youtube) => {
			const result = await upload([file(20), 'The new showroom', 'Come and see it.', who]);
			expect(result.error).toBeUndefined();

			const [{ id: postId } = {}] = result.output('Wait for the outcome');
			const post = await testbed.sandbox.post(String(postId));
			const [asset] = await testbed.sandbox.media();
			expect(asset).toMatchObject({ state: 'ready', sizeBytes: movieOf(20).length });
			expect(post).toMatchObject({
				status: 'published',
				title: 'The new showroom',
				mediaAssetIds: [asset?.id],
			});
			const channels = Object.fromEntries(post.channels.map((channel) => [channel.platform, channel]));
			expect(channels).toMatchObject({
				tiktok: { options: { tiktok: { privacyLevel: tiktok, allowDuet: false } } },
				youtube: { options: { youtube: { privacyStatus: youtube, categoryId: '26' } } },
				instagram: { caption: 'Come and see it.\n\n#showroom #interiordesign' },
			});
			expect(result.output('List the links')).toEqual(
				post.channels.map(({ platform, url }) => ({
					message: `${platformNames[platform]}: published ${url}`,
				})),
			);
		},
	);

	test('stops before the upload if a text is too long for one of the channels (P16)', async () => {
		const result = await upload([file(20), 'Too long', 'x'.repeat(2_190), 'Everyone']);
		expect(result.error?.message).toContain('Instagram (acme.studio)');
		expect(await testbed.sandbox.storage()).toMatchObject({ requests: [] });
	});
});

describe('example: posts from a CSV file', () => {
	const workflow = testbed.readExample('schedule-posts-from-a-csv-file');
	const time = new Date(Date.now() + 48 * 3_600_000).toISOString();
	let id: string;

	beforeAll(async () => {
		id = await testbed.saveWorkflow({ ...workflow, name: 'Posts from a file (test)' });
		await testbed.n8n.activate(id);
	});
	afterAll(async () => await testbed.n8n.deactivate(id));

	/** Waits until each execution has ended or waits for an answer. */
	async function untilNoneRuns(): Promise<void> {
		await until(async () => {
			const states = await testbed.n8n.executionStates(id);
			return states.every(({ status }) => !['new', 'running'].includes(status)) || undefined;
		});
	}

	/** Uploads files at the same moment, and returns the addresses of the pages that follow, once they can be answered. */
	async function uploadAll(files: string[][]): Promise<string[]> {
		const answers = files.map(async (rows) => {
			const content = ['text,channels,publishAt', ...rows].join('\n');
			return await sendForm(formUrl(workflow), [new File([content], 'posts.csv', { type: 'text/csv' })]);
		});
		const pages = (await Promise.all(answers)).map(
			(answer) => (JSON.parse(answer) as { formWaitingUrl: string }).formWaitingUrl,
		);
		await untilNoneRuns();
		return pages;
	}

	/** Answers a page, and waits until the execution has ended. */
	async function choose(page: string, answer: string): Promise<void> {
		await sendForm(page, [answer]);
		await untilNoneRuns();
	}

	const captions = async () => (await testbed.sandbox.posts()).map(({ caption }) => caption);

	test('shows what would be done, and schedules the rows that are filled after the choice', async () => {
		const before = (await captions()).length;
		const [page = ''] = await uploadAll([
			[
				`"We open on Friday, at <ten>","Facebook, LinkedIn: Acme Studio",${time}`,
				',,',
				`We close on Sunday,Facebook,${time}`,
				`Nobody reads this,Facebok,${time}`,
			],
		]);
		const shown = await readPage(page);
		expect(shown).toMatch(/1\. .*We open on Friday, at &.*would be created/);
		expect(shown).toMatch(/2\. .*blank/i);
		expect(shown).toMatch(/3\. .*We close on Sunday.*would be created/);
		expect(shown).toMatch(/4\. .*Facebok/);
		expect(await captions()).toHaveLength(before);
		await choose(page, 'Schedule the posts');
		const made = (await testbed.sandbox.posts()).slice(0, -before);
		expect(made.map(({ caption, status }) => [caption, status]).sort()).toEqual([
			['We close on Sunday', 'scheduled'],
			['We open on Friday, at <ten>', 'scheduled'],
		]);
	});

	test('schedules the rows of the same file once if it is uploaded twice at the same moment', async () => {
		const rows = [`Only once,Facebook,${time}`];
		const pages = await uploadAll([rows, rows]);
		await Promise.all(pages.map(async (page) => await choose(page, 'Schedule the posts')));
		expect((await captions()).filter((caption) => caption === 'Only once')).toHaveLength(1);
	});
});
