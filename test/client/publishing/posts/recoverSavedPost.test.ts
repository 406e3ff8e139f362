import { clientOf, errorOf } from '../../../support/publishingClient';
import { post } from './lostAnswers';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';

const server = useRecordingServer();
const now = { mode: 'now' } as const;

describe('a create that fails with 5xx may have gone ahead', () => {
	const failure = { status: 500, body: { error: 'internal', detail: 'Oops', post_id: sampleIds.post } };
	const create = async (delivery?: typeof now) => {
		const { posts } = clientOf({ baseUrl: server().url });
		return await posts.create({ ...post, delivery }, { idempotencyKey: 'k' });
	};
	const sent = () => server().requests.map(({ method, target }) => `${method} ${target}`);
	const looked = ['POST /api/v1/posts/', `GET /api/v1/posts/${sampleIds.post}`];

	test.each([
		['on its way', 'scheduled', 'enacted'],
		['in Review', 'pending_approval', 'pending_approval'],
		['out', 'published', 'enacted'],
	])('the post is read, and when it is %s the create went well (P54)', async (_title, status, routed) => {
		server().answerWith(failure, { body: samplePost({ status }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status, routed });
		expect(sent()).toEqual(looked);
	});

	test('a draft is all that was asked for (P54, P45)', async () => {
		server().answerWith(failure, { body: samplePost() });
		expect(await create()).toMatchObject({ id: sampleIds.post, status: 'draft', routed: 'draft' });
	});

	test.each<[string, object]>([
		['not to be read either', { status: 404 }],
		['not to be read, the service is down', { status: 500 }],
	])('when it is %s, the first error holds and names the post (P54, P98)', async (_title, answer) => {
		server().answerWith(failure, answer);
		expect(await errorOf(create(now))).toMatchObject({
			statusCode: 500,
			detail: 'Oops',
			postId: sampleIds.post,
		});
		expect([...new Set(sent())]).toEqual(looked);
	});

	test('a draft that is to go out is submitted under a key of its own (P54)', async () => {
		server().answerWith(failure, { body: samplePost() }, { body: samplePost({ status: 'scheduled' }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status: 'scheduled' });
		expect(sent()).toEqual([...looked, `POST /api/v1/posts/${sampleIds.post}/submit`]);
		const keys = server().requests.map(({ headers }) => headers['idempotency-key']);
		expect(keys).toEqual(['k', undefined, 'k-submit']);
	});

	test('when the submit fails too, the error names the post (P54, P98)', async () => {
		server().answerWith(
			failure,
			{ body: samplePost() },
			{ status: 422, body: { error: 'invalid', detail: 'No' } },
		);
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
	});

	test('after a 4xx nothing is read: the draft is there (P53)', async () => {
		server().answerWith({ ...failure, status: 422 });
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
		expect(sent()).toEqual(looked.slice(0, 1));
	});
});
