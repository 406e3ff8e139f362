import { readdirSync } from 'node:fs';
import type { Post } from '../../sandbox/types';
import { publish, until } from './support/livePosts';
import type { CredentialReference, RunResult, Workflow } from './support/testbed';

const trigger = 'When clicking Execute workflow';

async function runExample(name: string, credential?: CredentialReference): Promise<RunResult> {
	return await runWorkflow(testbed.readExample(name), credential);
}

async function runWorkflow(workflow: Workflow, credential?: CredentialReference): Promise<RunResult> {
	const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` }, credential);
	return await testbed.run(id, trigger);
}

const channelOf = (post: Post, platform: string) =>
	post.channels.find((channel) => channel.platform === platform);

const createdPost = async (result: RunResult, node: string): Promise<Post> =>
	await testbed.sandbox.post(String(result.output(node)[0]?.id));

beforeEach(async () => await testbed.sandbox.reset());

describe('example: schedule a video to four networks', () => {
	test('schedules with overrides and publishes immediately (P3, P34, P35, P37, P41, P46)', async () => {
		const result = await runExample('schedule-video-to-four-networks');
		expect(result.error).toBeUndefined();

		const scheduled = await createdPost(result, 'Schedule on four channels');
		expect(result.output('Schedule on four channels')[0]).toMatchObject({ routed: 'enacted' });
		expect(scheduled).toMatchObject({
			status: 'scheduled',
			title: 'How the new showroom came together',
			mediaAssetIds: [(await testbed.sandbox.media())[0]?.id],
		});
		expect(channelOf(scheduled, 'linkedin')?.caption).toContain('third room');
		expect(channelOf(scheduled, 'tiktok')?.options).toEqual({
			tiktok: { privacyLevel: 'PUBLIC_TO_EVERYONE', allowComment: true, allowDuet: false },
		});
		expect(channelOf(scheduled, 'youtube')?.options).toEqual({
			youtube: {
				categoryId: '26',
				privacyStatus: 'public',
				madeForKids: false,
				tags: ['showroom', 'interior design'],
			},
		});
		expect(channelOf(scheduled, 'pinterest')?.boardId).toBe(testbed.seed.boards.interiors.id);

		const published = await createdPost(result, 'Publish now');
		expect(published.status).toBe('published');
		expect(result.output('Read the result')).toEqual(
			published.channels.map(({ platform, url }) =>
				expect.objectContaining({ postId: published.id, platform, url, status: 'published' }),
			),
		);
	});
});

describe('example: submit a draft for review', () => {
	const changed = 'From Monday we open an hour earlier: nine to six, Monday to Saturday.';

	test('schedules the post if the key can publish (P45, P48, P73)', async () => {
		const result = await runExample('submit-draft-for-review');
		expect(result.error).toBeUndefined();

		expect(result.output('Save a draft')[0]).toMatchObject({ routed: 'draft', status: 'draft' });
		expect(result.output('Write the confirmation')[0]).toMatchObject({ routed: 'enacted' });
		expect(result.output('Write the review request')).toEqual([]);
		const post = await createdPost(result, 'Submit the post');
		expect(post).toMatchObject({ status: 'scheduled', caption: changed });
	});

	test('sends the post to Review if the key can only draft, until someone approves it (P47, P48, P94)', async () => {
		const { sandboxUrl, seed, sandbox } = testbed;
		const drafts = await testbed.saveCredential(
			{ baseUrl: sandboxUrl, apiKey: seed.keys.drafts },
			'Key without the right to publish',
		);
		const result = await runExample('submit-draft-for-review', drafts);
		expect(result.error).toBeUndefined();

		expect(result.output('Write the review request')[0]).toMatchObject({ routed: 'pending_approval' });
		expect(result.output('Write the confirmation')).toEqual([]);
		const post = await createdPost(result, 'Submit the post');
		expect(post).toMatchObject({ status: 'pending_approval', caption: changed });
		await sandbox.act(post.id, 'approve');
		expect((await sandbox.post(post.id)).status).toBe('scheduled');
	});
});

describe('example: publish and get the links', () => {
	test('reads the post until it is published, and returns its links (P28, P43, P46)', async () => {
		const text = JSON.stringify(testbed.readExample('publish-and-get-links'));
		const result = await runWorkflow(JSON.parse(text.replace('"amount":70', '"amount":2')) as Workflow);
		expect(result.error).toBeUndefined();

		const post = await createdPost(result, 'Publish the post');
		expect(post.status).toBe('published');
		expect(result.output('Wait 70 seconds')).toEqual([expect.objectContaining({ status: 'publishing' })]);
		const outcomes = post.channels.map(({ platform, url }) => `${platform} published ${url}`);
		expect(result.output('Write the summary')).toEqual([
			{
				message: `Post ${post.id} is published: ${outcomes.join(', ')}`,
				postId: post.id,
				status: 'published',
			},
		]);
	});
});

describe('example: daily report of failed posts', () => {
	test('writes a line for each failed channel (P28, P43, P62)', async () => {
		const workflow = testbed.readExample('get-alerts-for-failed-posts');
		const id = await testbed.saveWorkflow({ ...workflow, name: 'Report of failed posts (test)' });
		const result = await testbed.run(id, 'Every morning at 8');
		expect(result.error).toBeUndefined();

		const { seed } = testbed;
		expect(result.output('Get failed posts')).toHaveLength(3);
		expect(result.output('Write the report')).toEqual([
			{ failedChannels: 2, posts: 2, report: expect.any(String) },
		]);
		const report = String(result.output('Write the report')[0]?.report);
		expect(report).toContain(`post ${seed.posts.failed}: The connection to this channel was lost.`);
		expect(report).toContain(`post ${seed.posts.partiallyPublished}: The picture is too narrow`);
	});

	test('omits a post that someone has marked as resolved (P27)', async () => {
		const workflow = testbed.readExample('get-alerts-for-failed-posts');
		const id = await testbed.saveWorkflow({ ...workflow, name: 'Report without resolved posts (test)' });
		await testbed.sandbox.act(testbed.seed.posts.partiallyPublished, 'resolve');
		const result = await testbed.run(id, 'Every morning at 8');
		expect(result.output('Write the report')).toMatchObject([{ failedChannels: 1, posts: 1 }]);
	});
});

describe('example: score titles and draft the best', () => {
	const best = 'How we built a showroom in 30 days';

	/** The example with another minimum percentile. */
	function withMinimum(percentile: number): Workflow {
		const text = JSON.stringify(testbed.readExample('score-titles-and-draft-the-best'));
		return JSON.parse(text.replace('"value":70', `"value":${percentile}`)) as Workflow;
	}

	beforeEach(async () => await testbed.scoring.reset());

	test.each([
		['a draft if the best title is good enough', 70, 'Save it as a draft', 'draft', 'draft'],
		['a post in Review if no title is', 99, 'Submit it for review', 'pending_approval', 'pending_approval'],
	])('creates %s for three credits (S2, S8, P45, P47)', async (_, minimum, node, routed, status) => {
		const result = await runWorkflow(withMinimum(minimum));
		expect(result.error).toBeUndefined();

		expect(result.output('Titles with their scores')).toHaveLength(3);
		expect(result.output('Take the best')).toEqual([
			expect.objectContaining({ title: best, creditsCost: 1 }),
		]);
		expect(result.output(node)).toEqual([expect.objectContaining({ routed })]);
		const posts = (await testbed.sandbox.posts()).filter(({ title }) => title === best);
		expect(posts).toMatchObject([{ status, channels: [{ platform: 'youtube' }] }]);
		const paid = (await testbed.scoring.requests()).filter(({ credits }) => credits > 0);
		expect(paid.map(({ credits }) => credits)).toEqual([1, 1, 1]);
	});
});

describe('example: alert for failed posts', () => {
	const example = () => testbed.readExample('get-alerts-for-failed-posts');

	test('prepares a copy for the failed channels and writes an alert (P78)', async () => {
		const id = await testbed.saveWorkflow(example());
		await testbed.n8n.activate(id);
		const failed = await publish('Our new chairs', {
			failsOn: ['bluesky'],
			channels: ['bluesky', 'facebook'],
		});
		await testbed.n8n.deactivate(id);
		await testbed.n8n.activate(id);
		const execution = await until(async () => (await testbed.n8n.executions(id))[0]);
		await testbed.n8n.deactivate(id);

		const [item] = execution.output('Write the alert');
		expect(execution.error).toBeUndefined();
		expect(item).toEqual({
			alert: `Post "Our new chairs" failed on bluesky (The text is too long.). Draft ${String(item?.draftId)} is a copy for bluesky.`,
			failedPostId: failed.id,
			draftId: expect.any(String),
		});
		const draft = await testbed.sandbox.post(String(item?.draftId));
		expect(draft).toMatchObject({ status: 'draft', caption: 'Our new chairs' });
		expect(draft.channels.map(({ platform }) => platform)).toEqual(['bluesky']);
	});

	test('handles the most recent failed posts in a manual test (P78)', async () => {
		const id = await testbed.saveWorkflow(example());
		const execution = await testbed.run(id, 'When a post fails');
		expect(execution.error).toBeUndefined();
		const alerts = execution.output('Write the alert').map(({ alert }) => alert);
		expect(alerts).toEqual([
			expect.stringMatching(
				/^Post "Three colors.*" failed on instagram \(.*\)\. Draft .* is a copy for instagram\.$/,
			),
			expect.stringMatching(/^Post "We are looking.*" failed on linkedin \(.*\)\. The copy failed: /),
		]);
	});
});

describe('every example', () => {
	type NodeType = { name: string; version: number | number[]; properties: { name: string }[] };

	test.each(readdirSync('examples').filter((file) => file.endsWith('.json')))(
		'%s uses nodes, versions and fields that this n8n has',
		async (file) => {
			const types = (await testbed.get('/types/nodes.json')) as NodeType[];
			const { nodes } = testbed.readExample(file.replace('.json', '')) as unknown as {
				nodes: { name: string; type: string; typeVersion: number; parameters: object }[];
			};
			const unknown = nodes.flatMap(({ name, type, typeVersion, parameters }) => {
				const found = types.find((one) => one.name === type && [one.version].flat().includes(typeVersion));
				if (found === undefined) return [`${name}: ${type} ${typeVersion}`];
				const fields = found.properties.map((property) => property.name);
				return Object.keys(parameters)
					.filter((field) => !fields.includes(field))
					.map((field) => `${name}: ${field}`);
			});
			expect(unknown).toEqual([]);
		},
	);
});
