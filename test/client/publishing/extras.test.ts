import { clientOf, errorOf, type ClientUnderTest } from '../../support/publishingClient';
import { sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const { post } = sampleIds;

describe.each<[string, string, (client: ClientUnderTest) => Promise<unknown>]>([
	['posts.withdraw', 'withdraw', async ({ posts }) => await posts.withdraw(post)],
	['analytics.postSnapshots', 'postSnapshots', async ({ analytics }) => await analytics.postSnapshots(post)],
])('%s is beyond the base contract', (_name, extra, call) => {
	const run = async () => await errorOf(call(clientOf({ baseUrl: server().url })));

	test.each([404, 405])(
		'treats a %i as an unsupported operation if the post exists (P49, P99)',
		async (status) => {
			server().answerWith({ status }, { body: samplePost() });
			expect(await run()).toMatchObject({ name: 'NotOfferedError', statusCode: status, extra });
			expect(server().requests[1]).toMatchObject({ method: 'GET', target: `/api/v1/posts/${post}` });
		},
	);

	test("treats a 404 as a missing post if the post doesn't exist (P99)", async () => {
		server().answerWith({ status: 404, body: { error: 'not_found', detail: 'No such post' } });
		expect(await run()).toMatchObject({ name: 'NotFoundError', detail: 'No such post' });
	});

	test('treats an unclear case as an unsupported operation (P92)', async () => {
		server().answerWith({ status: 404 }, { status: 403 });
		expect(await run()).toMatchObject({ name: 'NotOfferedError', extra });
	});

	test.each([401, 403, 409, 422, 500])('keeps a %i unchanged (P97)', async (status) => {
		server().answerWith({ status });
		expect(await run()).toMatchObject({ statusCode: status });
		const targets = server().requests.map(({ target }) => target);
		expect(new Set(targets.filter((target) => target !== `/api/v1/posts/${post}`)).size).toBe(1);
	});
});
