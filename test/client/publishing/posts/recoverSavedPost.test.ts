import { clientOf, errorOf, wishOf } from '../../../support/publishingClient';
import { post } from './lostAnswers';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';

const server = useRecordingServer();
const now = { mode: 'now' } as const;

describe('a create that fails after it was saved', () => {
	const failure = { status: 500, body: { error: 'internal', detail: 'Oops', post_id: sampleIds.post } };
	const create = async (delivery?: typeof now) => {
		const { posts } = clientOf({ baseUrl: server().url });
		return await posts.create(wishOf({ ...post, delivery }), { idempotencyKey: 'k' });
	};
	const sent = () => server().requests.map(({ method, target }) => `${method} ${target}`);
	const looked = ['POST /api/v1/posts/', `GET /api/v1/posts/${sampleIds.post}`];

	test.each([
		['being delivered', 'scheduled', 'enacted'],
		['in review', 'pending_approval', 'pending_approval'],
		['published', 'published', 'enacted'],
	])('reads the post and succeeds if it is %s (P54)', async (_title, status, routed) => {
		server().answerWith(failure, { body: samplePost({ status }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status, routed });
		expect(sent()).toEqual(looked);
	});

	test('succeeds with a draft if no delivery was requested (P54, P45)', async () => {
		server().answerWith(failure, { body: samplePost() });
		expect(await create()).toMatchObject({ id: sampleIds.post, status: 'draft', routed: 'draft' });
	});

	test.each<[string, object]>([
		['missing', { status: 404 }],
		['unreadable, because the service is down', { status: 500 }],
	])('throws the first error with the post ID if the post is %s (P54, P98)', async (_title, answer) => {
		server().answerWith(failure, answer);
		expect(await errorOf(create(now))).toMatchObject({
			statusCode: 500,
			detail: 'Oops',
			postId: sampleIds.post,
		});
		expect([...new Set(sent())]).toEqual(looked);
	});

	test('submits a draft to deliver under a separate key (P54)', async () => {
		server().answerWith(failure, { body: samplePost() }, { body: samplePost({ status: 'scheduled' }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status: 'scheduled' });
		expect(sent()).toEqual([...looked, `POST /api/v1/posts/${sampleIds.post}/submit`]);
		const keys = server().requests.map(({ headers }) => headers['idempotency-key']);
		expect(keys).toEqual(['k', undefined, 'k-submit']);
	});

	test('shows the post ID in the error if the submit fails, too (P54, P98)', async () => {
		server().answerWith(
			failure,
			{ body: samplePost() },
			{ status: 422, body: { error: 'invalid', detail: 'No' } },
		);
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
	});

	test('leaves the draft after a 4xx that was saved just now (P53)', async () => {
		const createdAt = new Date(Date.now() + 1000).toISOString();
		server().answerWith({ ...failure, status: 422 }, { body: samplePost({ createdAt }) });
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
		expect(sent()).toEqual(looked);
	});

	test('submits the draft after a 4xx that an earlier run has got (P53)', async () => {
		const earlier = samplePost({ createdAt: new Date(Date.now() - 60_000).toISOString() });
		const scheduled = samplePost({ status: 'scheduled' });
		server().answerWith({ ...failure, status: 422 }, { body: earlier }, { body: scheduled });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status: 'scheduled' });
		expect(sent()).toEqual([...looked, `POST /api/v1/posts/${sampleIds.post}/submit`]);
	});

	test('returns the post after a 4xx if it is no longer a draft (P53)', async () => {
		server().answerWith({ ...failure, status: 422 }, { body: samplePost({ status: 'published' }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status: 'published' });
		expect(sent()).toEqual(looked);
	});
});
