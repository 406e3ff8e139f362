import { seed, type Post, type PostStatus } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys, posts } = seed;

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const step = (id: string, action: string, body: object = {}, key: string = keys.full) =>
	api.send('POST', `/posts/${id}/${action}`, { body, key });

/** Creates a post and changes its status as a person or an API key would. */
const reach: Record<PostStatus, () => Promise<Post>> = {
	draft: () => api.create(),
	pending_approval: () => api.create({ delivery: { mode: 'queue' } }, keys.drafts),
	approved: async () => {
		const post = await api.create({ delivery: { mode: 'at', at: inHours(api.sandbox, 1) } }, keys.drafts);
		api.sandbox.clock.advance(7_200_000);
		return api.sandbox.review.approve(post.id);
	},
	changes_requested: async () => api.sandbox.review.requestChanges((await reach.pending_approval()).id),
	rejected: async () => api.sandbox.review.reject((await reach.pending_approval()).id),
	queued: () => api.create({ delivery: { mode: 'queue' } }),
	scheduled: () => api.create({ delivery: { mode: 'at', at: inHours(api.sandbox, 5) } }),
	publishing: () => api.create({ delivery: { mode: 'now' } }),
	published: async () => api.sandbox.outcomes.publish((await reach.publishing()).id),
	partially_published: async () => {
		const accounts = [channels.facebook.id, channels.bluesky.id];
		const { id } = await api.create({ accounts, delivery: { mode: 'now' } });
		api.sandbox.outcomes.fail(id, channels.bluesky.id);
		return api.sandbox.outcomes.publish(id);
	},
	failed: async () => api.sandbox.outcomes.fail((await reach.publishing()).id),
	on_hold: async () => api.sandbox.review.hold((await reach.scheduled()).id),
};
const states = Object.keys(reach) as PostStatus[];

interface Action {
	title: string;
	run: (id: string) => Promise<{ status: number }>;
	allowed: PostStatus[];
	refusal: number;
	detail?: (status: PostStatus) => string;
}

const delivery = { mode: 'now' };
const actions: Action[] = [
	{
		title: 'edit (P49, P76, N36)',
		run: (id) => api.send('PATCH', `/posts/${id}`, { body: { caption: 'New' } }),
		allowed: ['draft'],
		refusal: 409,
		detail: (status) => `Only drafts can be edited (this post is ${status}).`,
	},
	{
		title: 'edit of the channels (P76, N36)',
		run: (id) => api.send('PATCH', `/posts/${id}`, { body: { accounts: [channels.linkedin.id] } }),
		allowed: ['draft'],
		refusal: 409,
	},
	{
		title: 'delete (P50, P77)',
		run: (id) => api.send('DELETE', `/posts/${id}`),
		allowed: ['draft', 'queued', 'scheduled', 'failed', 'rejected'],
		refusal: 422,
	},
	{
		title: 'submit (P48, P79, N37)',
		run: (id) => step(id, 'submit', { delivery }),
		allowed: ['draft'],
		refusal: 409,
	},
	{
		title: 'schedule (P80, N37)',
		run: (id) => step(id, 'schedule', { mode: 'queue' }),
		allowed: ['draft', 'failed', 'scheduled', 'queued'],
		refusal: 409,
	},
	{
		title: 'publish (P80, N37)',
		run: (id) => step(id, 'publish'),
		allowed: ['draft', 'failed', 'scheduled', 'queued'],
		refusal: 409,
	},
	{
		title: 'cancel (P80)',
		run: (id) => step(id, 'cancel'),
		allowed: ['queued', 'scheduled', 'failed', 'on_hold'],
		refusal: 409,
	},
	{ title: 'withdraw', run: (id) => step(id, 'withdraw'), allowed: ['pending_approval'], refusal: 409 },
	{ title: 'duplicate (P51)', run: (id) => step(id, 'duplicate'), allowed: states, refusal: 409 },
];

describe.each(actions)('$title (P43, P100)', ({ run, allowed, refusal, detail }) => {
	test.each(states)('of a post that is %s', async (status) => {
		const before = await reach[status]();
		expect(before.status).toBe(status);
		const reply = await run(before.id);
		if (allowed.includes(status)) {
			expect(reply.status).toBeLessThan(300);
			return;
		}
		expect(reply).toMatchObject({
			status: refusal,
			body: { error: refusal === 409 ? 'conflict' : 'invalid', ...(detail && { detail: detail(status) }) },
		});
		expect(api.sandbox.post(before.id)).toEqual(before);
	});
});

test('edits a scheduled post by cancel, edit and schedule (N36)', async () => {
	const { id } = await reach.scheduled();
	expect((await step(id, 'cancel')).body).toMatchObject({ post: { status: 'draft' } });
	expect((await api.send('PATCH', `/posts/${id}`, { body: { caption: 'New' } })).status).toBe(200);
	const { body } = await step(id, 'schedule', { at: inHours(api.sandbox, 5) });
	expect(body.post).toMatchObject({ id, status: 'scheduled', caption: 'New' });
});

describe("a workspace that needs approval and doesn't send posts to Review itself (N37)", () => {
	const create = async () => await api.create({ accounts: [channels.approvalFacebook.id] }, keys.approval);

	test.each([
		['schedule', { mode: 'queue' }],
		['publish', {}],
	])('refuses %s', async (action, body) => {
		api.sandbox.vary({ approval: 'refuse' });
		const { id } = await create();
		expect(await step(id, action, body, keys.approval)).toMatchObject({
			status: 409,
			body: {
				error: 'conflict',
				detail: 'This workspace needs approval. Send it for approval instead.',
			},
		});
		expect(api.sandbox.post(id).status).toBe('draft');
	});

	test('sends a post for approval with submit', async () => {
		api.sandbox.vary({ approval: 'refuse' });
		const { id } = await create();
		const { body } = await step(id, 'submit', { delivery: { mode: 'queue' } }, keys.approval);
		expect(body).toMatchObject({ routed: 'pending_approval', post: { status: 'pending_approval' } });
	});

	test('still publishes in another workspace', async () => {
		api.sandbox.vary({ approval: 'refuse' });
		const { id } = await reach.draft();
		expect((await step(id, 'publish')).body.routed).toBe('enacted');
	});
});

describe('the result depends on the sender (P48, P94)', () => {
	test.each([
		['submit', { delivery: { mode: 'queue' } }, keys.full, 'queued', 'enacted'],
		['submit', { delivery: { mode: 'queue' } }, keys.drafts, 'pending_approval', 'pending_approval'],
		['schedule', { at: '2026-01-09T09:00:00+00:00' }, keys.full, 'scheduled', 'enacted'],
		['schedule', { mode: 'prioritise' }, keys.full, 'queued', 'enacted'],
		['schedule', { mode: 'queue' }, keys.approval, 'pending_approval', 'pending_approval'],
		['publish', {}, keys.full, 'publishing', 'enacted'],
		['publish', {}, keys.approval, 'pending_approval', 'pending_approval'],
	])('%s %j', async (action, body, key, status, routed) => {
		const account = key === keys.approval ? channels.approvalFacebook.id : channels.facebook.id;
		const { id } = await api.create({ accounts: [account], proposedPublishAt: '2026-01-08T09:00:00Z' }, key);
		const reply = await step(id, action, body, key);
		expect(reply).toMatchObject({ status: 200, body: { routed, post: { id, status } } });
		expect(reply.body.post?.proposedPublishAt === null).toBe(routed === 'enacted');
	});
});

describe('a post that the channel would refuse, or a time in the past (P102)', () => {
	test.each([
		[
			'submit',
			{ delivery: { mode: 'at', at: '2026-01-05T08:58:59+00:00' } },
			'delivery.at: must not be in the past',
		],
		['schedule', { at: '2026-01-05T08:58:59+00:00' }, 'at: must not be in the past'],
		['publish', {}, 'caption: bluesky'],
	])('is a 422 for %s and stays a draft', async (action, body, detail) => {
		const { id } = await api.create({ accounts: [channels.bluesky.id], caption: 'x'.repeat(301) });
		const reply = await step(id, action, body);
		expect(reply).toMatchObject({ status: 422, body: { error: 'invalid' } });
		expect(reply.body.detail).toContain(detail);
		expect(reply.body).not.toHaveProperty('post_id');
		expect(api.sandbox.post(id).status).toBe('draft');
	});
});

test('moves a scheduled post with schedule and returns it to draft with cancel, P30 both without a proposal', async () => {
	const { id } = await reach.scheduled();
	await step(id, 'schedule', { at: '2026-01-10T09:00:00+00:00' });
	expect(api.sandbox.post(id)).toMatchObject({ scheduledAt: '2026-01-10T09:00:00.000+00:00' });
	const { body } = await step(id, 'cancel');
	expect(body).toMatchObject({
		routed: 'draft',
		post: { status: 'draft', scheduledAt: null, proposedPublishAt: null },
	});
	api.sandbox.clock.set('2026-01-11T09:00:00Z');
	expect(api.sandbox.post(id).status).toBe('draft');
});

describe('deleting (P50, P92)', () => {
	test.each(['scheduled', 'queued'] as const)('requires publish_directly for a %s post', async (status) => {
		const { id } = await reach[status]();
		const { body } = await api.send('DELETE', `/posts/${id}`, { key: keys.drafts });
		expect(body.detail).toBe('missing permission: publish_directly');
		expect((await api.send('DELETE', `/posts/${id}`)).status).toBe(204);
		expect((await api.send('GET', `/posts/${id}`)).status).toBe(404);
	});
});

describe("someone else's post", () => {
	test.each(['submit', 'schedule', 'publish', 'cancel', 'withdraw', 'duplicate', 'PATCH', 'DELETE'])(
		'stays as it is after %s, and only duplicate succeeds',
		async (action) => {
			api.sandbox.reset();
			const { id } = await api.create({}, keys.limited);
			const isMethod = action === action.toUpperCase();
			const body = { submit: { delivery }, schedule: { mode: 'queue' } }[action] ?? {};
			const asked = action === 'DELETE' ? {} : { body };
			const reply = await api.send(
				isMethod ? action : 'POST',
				`/posts/${id}${isMethod ? '' : `/${action}`}`,
				asked,
			);
			expect(reply.status).toBe(action === 'duplicate' ? 201 : 422);
			expect(api.sandbox.post(id).status).toBe('draft');
		},
	);
});

describe('a post is visible only if all its channels are on the key (P66, P72, P92)', () => {
	test.each([
		[[channels.facebook.id], 200],
		[[channels.facebook.id, channels.linkedin.id], 404],
		[[channels.linkedin.id], 404],
	])('%j', async (accounts, status) => {
		const { id } = await api.create({ accounts });
		expect((await api.send('GET', `/posts/${id}`, { key: keys.limited })).status).toBe(status);
		const { body } = await api.send('GET', '/posts/', { key: keys.limited });
		expect(body.data).toHaveLength(status === 200 ? 1 : 0);
		expect((await api.send('GET', `/posts/${id}`, { key: keys.approval })).status).toBe(404);
	});
});

test('seeds a post with each kind of result', async () => {
	await api.sandbox.close();
	api = await openPublishingApi({ seed: 'default' });
	const statuses = api.sandbox.posts().map(({ id, status }) => [id, status]);
	expect(Object.fromEntries(statuses)).toEqual({
		[posts.draft]: 'draft',
		[posts.scheduled]: 'scheduled',
		[posts.published]: 'published',
		[posts.failed]: 'failed',
		[posts.partiallyPublished]: 'partially_published',
	});
});
