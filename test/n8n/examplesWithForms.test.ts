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
	test('shows what would be done, and schedules the rows after the choice', async () => {
		const workflow = testbed.readExample('schedule-posts-from-a-csv-file');
		const id = await testbed.saveWorkflow({ ...workflow, name: 'Posts from a file (test)' });
		await testbed.n8n.activate(id);
		const time = new Date(Date.now() + 48 * 3_600_000).toISOString();
		const lines = [
			'text,channels,publishAt',
			`"We open on Friday, at <ten>","Facebook, LinkedIn: Acme Studio",${time}`,
		];
		const file = new File([lines.join('\n')], 'posts.csv', { type: 'text/csv' });
		const before = (await testbed.sandbox.posts()).length;
		const { formWaitingUrl: page } = JSON.parse(await sendForm(formUrl(workflow), [file])) as {
			formWaitingUrl: string;
		};
		await until(async () =>
			(await testbed.n8n.executionStates(id)).find(({ status }) => status === 'waiting'),
		);
		expect(await readPage(page)).toMatch(/1\. .*We open on Friday, at &.*would be created/);
		expect(await testbed.sandbox.posts()).toHaveLength(before);
		await sendForm(page, ['Schedule the posts']);
		const [post] = await until(async () => {
			const posts = await testbed.sandbox.posts();
			return posts.length > before ? posts : undefined;
		});
		await testbed.n8n.deactivate(id);
		expect(post).toMatchObject({ caption: 'We open on Friday, at <ten>', status: 'scheduled' });
	});
});
