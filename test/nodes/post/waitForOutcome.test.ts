import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { postWords } from '../../support/profile';
import { until } from '../../support/until';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', clock: 'real' });
const { channels, posts } = seed;
const node = () => nodeFor(sandbox());
/** The node with n8n's own waiting. */
const waitingNode = () => nodeFor(sandbox(), { clock: 'real' });
const waitFor = async (parameters: IDataObject, run = {}) =>
	await node().json('post:waitForOutcome', parameters, run);

test('waits with conditional reads until the post is published (P72, P96, N18)', async () => {
	const [post] = await node().json('post:create', {
		channels: [channels.facebook.id],
		caption: 'Hi',
		delivery: 'now',
	});
	sandbox().requests.length = 0;
	const [outcome] = await waitFor({ postId: byId(String(post?.id)) });
	expect(outcome).toMatchObject({
		reason: 'reached',
		status: 'published',
		channels: [{ status: postWords.published }],
	});
	const [first, ...later] = sandbox().requests;
	expect(first?.headers['if-none-match']).toBeUndefined();
	expect(later.length).toBeGreaterThan(0);
	expect(later.every(({ headers }) => headers['if-none-match'] !== undefined)).toBe(true);
});

test.each<[string, string, object]>([
	[
		'is a draft, and says that it does not wait',
		posts.draft,
		{ message: expect.stringContaining(' there is nothing to wait for. Use ') as string },
	],
	[
		'is scheduled for later, and says that it does not wait',
		posts.scheduled,
		{ message: expect.stringMatching(/That's after the time limit, so this node didn't wait\.$/) as string },
	],
	['is published', posts.published, { reason: 'reached', status: 'published' }],
	['has failed', posts.failed, { reason: 'reached', status: 'failed' }],
	['is a draft', posts.draft, { reason: 'draft', status: 'draft' }],
	['is scheduled for later', posts.scheduled, { reason: 'scheduledLater', status: 'scheduled' }],
])('immediately returns a post that %s (N18)', async (_title, id, expected) => {
	expect(await waitFor({ postId: byId(id) })).toMatchObject([expected]);
	expect(sandbox().requests).toHaveLength(1);
});

test('waits for a chosen status (N18)', async () => {
	const statuses = { options: { statuses: ['draft'] } };
	expect(await waitFor({ postId: byId(posts.draft), ...statuses })).toMatchObject([{ reason: 'reached' }]);
});

const waiting = { postId: byId(posts.draft), limitSeconds: 0.05, options: { statuses: ['published'] } };

/** The next node repeats the reason as it is. */
async function expectSameReason(error: string): Promise<void> {
	const items = [{ json: { error } }];
	const next = await node().error('post:waitForOutcome', { postId: byId('={{ $json.id }}') }, { items });
	expect(next.message).toBe(error);
}

test('says why an item has no post if it failed in an earlier node', async () => {
	const items = [{ json: { error: "'Caption' is too long" } }];
	const error = await node().error('post:waitForOutcome', { postId: byId('={{ $json.id }}') }, { items });
	expect(error.message).toBe("The item failed before this node: 'Caption' is too long");
	expect(error.description).toBe(
		"'Post' is empty. To leave such items out, add a Filter on 'error' before this node.",
	);
	await expectSameReason(error.message);
});

test.each([
	['with the name of its post', {}, '“Hello”: '],
	['once if the item has its caption', { caption: 'Hello' }, ''],
])(
	'repeats what a node of this package has said about an item that failed there, %s',
	async (_title, more, name) => {
		const failed = {
			error: "'Caption' is too long",
			message: "“Hello”: 'Caption' is too long. Shorten it.",
			...more,
		};
		const items = [{ json: failed }];
		const error = await node().error('post:waitForOutcome', { postId: byId('={{ $json.id }}') }, { items });
		expect(error.message).toBe(`The item failed before this node: ${name}'Caption' is too long`);
		expect(error.description).toBe(
			"Shorten it. To leave such items out, add a Filter on 'error' before this node.",
		);
	},
);

test.each<[string, IDataObject]>([
	['post:waitForOutcome', { postId: byId('={{ $json.id }}') }],
	['post:create', { channels: ['facebook'], caption: '={{ $json.text }}' }],
])('%s keeps the facts about an item that failed in an earlier node', async (operation, parameters) => {
	const details = {
		statusCode: 404,
		postId: posts.draft,
		requestId: 'req_1',
		envelope: { error: 'not_found' },
	};
	const failed = { error: 'Not found', message: `Post ${posts.draft}: Not found`, details };
	const run = { items: [{ json: failed }], continueOnFail: true };
	const [item] = await node().json(operation, parameters, run);
	expect(item).toMatchObject({ error: expect.stringContaining('Not found'), details });
});

test('says why an item has no post if it was skipped in an earlier node', async () => {
	const items = [{ json: { action: 'skipped', message: '“Hi” was skipped' } }];
	const error = await node().error('post:waitForOutcome', { postId: byId('={{ $json.id }}') }, { items });
	expect(error.message).toBe('The item was skipped before this node: “Hi” was skipped');
	expect(error.description).toContain("add a Filter on 'action' before this node");
	await expectSameReason(error.message);
});

test.each<[string, IDataObject]>([
	['a channel', { channels: '={{ $json.channels }}', caption: '={{ $json.error }}' }],
	['a file', { channels: ['facebook'], caption: 'Hi', media: 'binary' }],
])('says why an item has no value for %s if it failed in an earlier node', async (_title, parameters) => {
	const items = [{ json: { error: 'Download failed' } }];
	const error = await node().error('post:create', parameters, { items });
	expect(error.message).toBe('The item failed before this node: Download failed');
});

test('returns the post at the time limit (N18)', async () => {
	const [outcome] = await waitFor(waiting);
	expect(outcome).toMatchObject({ reason: 'timeLimit', status: 'draft' });
	expect(Object.keys(outcome ?? {})[0]).toBe('message');
	expect(outcome?.message).toMatch(/ is a draft for .*\. This node's time limit was reached\.$/);
});

test('throws at the time limit if the option says so', async () => {
	const options = { ...waiting.options, failAtLimit: true };
	const error = await node().error('post:waitForOutcome', { ...waiting, options });
	expect(error.message).toBe('The time limit is reached and the post still has the status Draft');
	const [failed] = await waitFor({ ...waiting, options }, { continueOnFail: true });
	expect(failed).toMatchObject({ error: error.message, id: posts.draft });
});

test.each([0, -1, 'soon'])('rejects a time limit of %p', async (limitSeconds) => {
	const error = await node().error('post:waitForOutcome', { ...waiting, limitSeconds });
	expect(error.message).toContain("'Time Limit (Seconds)'");
});

test('stops immediately if the execution is canceled', async () => {
	const abort = new AbortController();
	const run = waitingNode().error(
		'post:waitForOutcome',
		{ ...waiting, limitSeconds: 600 },
		{ abortSignal: abort.signal },
	);
	await until(() => sandbox().requests.length > 0);
	abort.abort();
	expect((await run).message).toContain('canceled');
});

test('waits for several items in parallel and returns an item per channel if chosen (N18)', async () => {
	const items = itemsOf({ id: posts.partiallyPublished }, { id: posts.published });
	const parameters = { postId: byId('={{ $json.id }}', 'id'), options: { outputPerChannel: true } };
	const { outputs, hints } = await node().result('post:waitForOutcome', parameters, { items });
	expect(outputs[0]?.map(({ json: { reason, status } }) => [reason, status])).toEqual([
		['reached', postWords.published],
		['reached', postWords.failed],
		['reached', postWords.published],
		['reached', postWords.published],
	]);
	expect(hints[0]?.message).toBe(
		"Partially Published: 1 post. Published: 1 post. Not all are published. The reasons are in 'message'.",
	);
});

test("doesn't wait for a queued post whose time is after the limit", async () => {
	const later = new Date(Date.now() + 24 * 3_600_000).toISOString().replace('Z', '+00:00');
	changeNextRead(posts.scheduled, { status: 'queued', scheduledAt: later });
	expect(await waitFor({ postId: byId(posts.scheduled), limitSeconds: 600 })).toMatchObject([
		{ reason: 'scheduledLater', status: 'queued' },
	]);
});

/** The response to the next read of a post, with changes. */
function changeNextRead(id: string, changes: object): void {
	const post = sandbox().post(id);
	const body = { ...post, ...changes };
	sandbox().faults.add({ path: `/api/v1/posts/${id}`, kind: 'body', status: 200, body, times: 1 });
}

test.each(['in_progress', 'processing', ''])(
	"doesn't take a channel's free status %p for the outcome of a post that is publishing (N18)",
	async (status) => {
		const channelsOfPost = sandbox()
			.post(posts.published)
			.channels.map((channel) => ({ ...channel, status }));
		changeNextRead(posts.published, { status: 'publishing', channels: channelsOfPost });
		expect(await waitFor({ postId: byId(posts.published) })).toMatchObject([
			{ reason: 'reached', status: 'published' },
		]);
		expect(sandbox().requests).toHaveLength(2);
	},
);

test.each(['pending_approval', 'approved', 'on_hold', 'queued', 'a_new_status'])(
	"doesn't take a post that is %p for one with an outcome, even though its channels say draft (N18)",
	async (status) => {
		changeNextRead(posts.draft, { status });
		expect(await waitFor({ postId: byId(posts.draft), options: { statuses: [] } })).toMatchObject([
			{ reason: 'draft', status: 'draft' },
		]);
		expect(sandbox().requests).toHaveLength(2);
	},
);

test.each(['changes_requested', 'rejected', 'partially_published'])(
	'returns a post that is %p without another read, whatever its channels say (N18)',
	async (status) => {
		const channelsOfPost = sandbox()
			.post(posts.scheduled)
			.channels.map((channel) => ({ ...channel, status: 'publishing' }));
		changeNextRead(posts.scheduled, { status, channels: channelsOfPost });
		expect(await waitFor({ postId: byId(posts.scheduled) })).toMatchObject([{ reason: 'reached', status }]);
		expect(sandbox().requests).toHaveLength(1);
	},
);

test("stops for a post that isn't published if the option says so, and names channels and reasons", async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const parameters = { postId: byId(posts.partiallyPublished), options: { ifNotPublished: 'stop' } };
	const error = await node().error('post:waitForOutcome', parameters);
	expect(error.message).toMatch(
		/^The post isn't published on 1 of \d channels. Its status is Partially Published$/,
	);
	const failed = sandbox()
		.post(posts.partiallyPublished)
		.channels.find((one) => one.status === 'failed');
	expect(error.description).toContain(`(${failed?.handle}): ${failed?.error}`);
	const published = { ...parameters, postId: byId(posts.published) };
	expect(await waitFor(published)).toMatchObject([{ status: 'published' }]);
	const [kept] = await node().json('post:waitForOutcome', parameters, { continueOnFail: true });
	expect(kept).toMatchObject({
		action: 'failed',
		id: posts.partiallyPublished,
		status: 'partially_published',
		urls: [expect.stringMatching(/^http:/) as string],
		details: { postId: posts.partiallyPublished },
	});
});

describe('Confirm After (Minutes)', () => {
	const service = useSandbox({ seed: 'default' });
	const { facebook, bluesky } = channels;
	/** Publishes a post, and returns the parameters to wait for it. */
	const publishAnd = async (options: IDataObject) => {
		const [post] = await nodeFor(service()).json('post:create', {
			channels: [facebook.id, bluesky.id],
			caption: 'Hi',
			delivery: 'now',
		});
		service().requests.length = 0;
		return { postId: byId(String(post?.id)), options };
	};
	const takeBack = (seconds: number, channelId?: string) =>
		service().outcomes.add({
			channelId,
			outcome: 'publish',
			takenBackAfterMs: seconds * 1000,
			error: 'Copyright claim',
			times: channelId === undefined ? 2 : 1,
		});

	test('reads a published post once more, and names the channels that took it back', async () => {
		takeBack(30, facebook.id);
		const parameters = await publishAnd({ confirmAfter: 1 });
		expect(await nodeFor(service()).json('post:waitForOutcome', parameters)).toMatchObject([
			{
				reason: 'takenBack',
				status: 'partially_published',
				channels: [
					{ reason: 'takenBack', failureReason: 'Copyright claim', url: expect.stringContaining('http') },
					expect.not.objectContaining({ reason: 'takenBack' }) as object,
				],
			},
		]);
	});

	test('says so for the channels concerned with one item per channel', async () => {
		takeBack(30, facebook.id);
		const parameters = await publishAnd({ confirmAfter: 0.75, outputPerChannel: true });
		const items = await nodeFor(service()).json('post:waitForOutcome', parameters);
		expect(items.map(({ reason, failureReason }) => [reason, failureReason])).toEqual([
			['takenBack', 'Copyright claim'],
			['reached', null],
		]);
	});

	test.each<[string, IDataObject, number, string]>([
		['without the option', {}, 30, 'reached'],
		['if it is taken back later', { confirmAfter: 0.5 }, 31, 'reached'],
		['if it is taken back by then', { confirmAfter: 0.5 }, 30, 'takenBack'],
	])('%s: ends as it should', async (_title, options, seconds, reason) => {
		takeBack(seconds);
		const parameters = await publishAnd(options);
		expect(await nodeFor(service()).json('post:waitForOutcome', parameters)).toMatchObject([{ reason }]);
	});

	test("doesn't read a post again that isn't published anywhere", async () => {
		const parameters = { postId: byId(posts.failed), options: { confirmAfter: 1 } };
		expect(await nodeFor(service()).json('post:waitForOutcome', parameters)).toMatchObject([
			{ reason: 'reached', status: 'failed' },
		]);
		expect(service().requests).toHaveLength(1);
	});

	test('stops with an error if the option says so', async () => {
		service().vary({ optionalFields: 'sent' });
		takeBack(30, bluesky.id);
		const parameters = await publishAnd({ confirmAfter: 1, ifNotPublished: 'stop' });
		const error = await nodeFor(service()).error('post:waitForOutcome', parameters);
		expect(error.message).toBe(
			"The post isn't published on 1 of 2 channels, because 1 took it back. Its status is Partially Published",
		);
		expect(error.description).toContain('Bluesky (acme.example): Copyright claim');
	});

	test('shows a hint', async () => {
		service().vary({ optionalFields: 'sent' });
		takeBack(30);
		const { hints } = await nodeFor(service()).result(
			'post:waitForOutcome',
			await publishAnd({ confirmAfter: 1 }),
		);
		expect(hints).toMatchObject([
			{
				message:
					'“Hi” was published on Facebook (Acme Studio) and Bluesky (acme.example), but both took it back: Copyright claim.',
				type: 'warning',
			},
		]);
	});

	test.each([-1, 1.01, 'soon', 5])('rejects %p before anything is read', async (confirmAfter) => {
		const parameters = { postId: byId(posts.published), options: { confirmAfter } };
		const error = await nodeFor(service()).error('post:waitForOutcome', parameters);
		expect(error.message).toBe("'Confirm After (Minutes)' isn't a number from 0 to 1");
		expect(service().requests).toEqual([]);
	});
});
