import { readdirSync } from 'node:fs';
import type { Post } from '../../sandbox/types';
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

describe('example: score titles and draft the best', () => {
	const best = 'How we built a showroom in 30 days';

	/** The example with another minimum percentile. */
	function withMinimum(percentile: number): Workflow {
		const text = JSON.stringify(testbed.readExample('score-titles-and-draft-the-best'));
		return JSON.parse(text.replace('"value":70', `"value":${percentile}`)) as Workflow;
	}

	beforeEach(async () => await testbed.scoring.reset());

	const run = async (minimum: number): Promise<RunResult> => {
		const result = await runWorkflow(withMinimum(minimum));
		expect(result.error).toBeUndefined();
		expect(result.output('Titles with their scores')).toHaveLength(3);
		expect(result.output('Take the best')).toEqual([
			expect.objectContaining({ title: best, creditsCost: 1 }),
		]);
		const paid = (await testbed.scoring.requests()).filter(({ credits }) => credits > 0);
		expect(paid.map(({ credits }) => credits)).toEqual([1, 1, 1]);
		return result;
	};
	const posts = async () => (await testbed.sandbox.posts()).filter(({ title }) => title === best);

	test('saves a draft for three credits if the best title is good enough (S2, S8, P45)', async () => {
		const result = await run(70);
		expect(result.output('Save it as a draft')).toEqual([expect.objectContaining({ routed: 'draft' })]);
		expect(await posts()).toMatchObject([{ status: 'draft', channels: [{ platform: 'youtube' }] }]);
	});

	test('saves nothing and asks for other titles if none is good enough (S2, S8)', async () => {
		const [{ message } = {}] = (await run(99)).output('Ask for other titles');
		expect(message).toMatch(new RegExp(`^No title reaches percentile 99\\. The best is “${best}” with \\d+`));
		expect(await posts()).toEqual([]);
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
