import type { RunResult } from './support/testbed';

const credentials = { socialPublishingApi: { id: null, name: '' } };

const start = {
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c01',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const captions = (list: string[]) => ({
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c02',
	name: 'Captions',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [200, 0],
	parameters: { jsCode: `return ${JSON.stringify(list.map((caption) => ({ json: { caption } })))};` },
});

const create = (settings: object) => ({
	id: '0b4b35a1-6f0e-4a6f-8a0c-3d1f6a5b0c03',
	name: 'Create',
	type: testbed.nodeType,
	typeVersion: 1,
	position: [400, 0],
	credentials,
	parameters: {
		resource: 'post',
		operation: 'create',
		channels: [testbed.seed.channels.bluesky.id],
		caption: '={{ $json.caption }}',
		delivery: 'now',
	},
	...settings,
});

const connect = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

async function runCreate(name: string, list: string[], settings: object): Promise<RunResult> {
	const id = await testbed.saveWorkflow({
		name,
		nodes: [start, captions(list), create(settings)],
		connections: { Start: connect('Captions'), Captions: connect('Create') },
		settings: { executionOrder: 'v1' },
	});
	return await testbed.run(id, 'Start');
}

const storedCaptions = async () => (await testbed.sandbox.posts()).map(({ caption }) => caption);

beforeEach(async () => await testbed.sandbox.reset());

describe('failures in a real n8n', () => {
	it('leaves one post, with Retry On Fail, after an error that came when the work was done (P54, P71, P86)', async () => {
		await testbed.sandbox.addFault({
			method: 'POST',
			path: '/api/v1/posts/',
			kind: 'statusAfter',
			status: 500,
		});
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const result = await runCreate('Retry On Fail', ['Written once'], retry);

		expect(result.error).toBeUndefined();
		const attempts = (await testbed.sandbox.requests()).filter(({ method }) => method === 'POST');
		// The node finds the post, so n8n has nothing to try again.
		expect(attempts.map(({ status }) => status)).toEqual([500]);
		expect((await storedCaptions()).filter((caption) => caption === 'Written once')).toHaveLength(1);
	});

	it('yields one error item for a bad item and goes on with the rest (P102, P109)', async () => {
		const list = ['First', 'x'.repeat(301), 'Third'];
		const result = await runCreate('Continue on fail', list, { onError: 'continueRegularOutput' });

		expect(result.error).toBeUndefined();
		expect(result.output('Create')).toEqual([
			expect.objectContaining({ caption: 'First', routed: 'enacted' }),
			expect.objectContaining({ error: expect.any(String) }),
			expect.objectContaining({ caption: 'Third', routed: 'enacted' }),
		]);
		expect(await storedCaptions()).toEqual(expect.arrayContaining(['First', 'Third']));
	});

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	])('tells what to do, and the facts, with On Error: %s (P53, P102)', async (onError, output) => {
		const { linkedinBroken } = testbed.seed.channels;
		const parameters = { ...create({}).parameters, channels: [linkedinBroken.id] };
		const result = await runCreate('Facts of a failure', ['Draft left'], { onError, parameters });

		const { versionCli } = (await testbed.get('/rest/settings')) as { versionCli: string };
		// An older n8n would take an item with facts for a result.
		const isPlain = onError === 'continueErrorOutput' && /^(1\.|2\.8\.)/.test(versionCli);
		const [draft] = (await testbed.sandbox.posts()).filter(({ caption }) => caption === 'Draft left');
		expect(result.output('Create', output)).toEqual([
			expect.objectContaining({
				error: 'The service refused the content. The post was saved as a draft',
				message: expect.stringContaining(`The draft has the ID ${draft?.id}. Correct it with 'Update'`),
				...(isPlain ? {} : { details: { statusCode: 422, code: 'invalid', postId: draft?.id } }),
			}),
		]);
		expect(result.output('Create', 1 - output)).toEqual([]);
	});

	it('stops with a title and a way out when nothing is said about errors (P102)', async () => {
		const result = await runCreate('Stop on fail', ['x'.repeat(301)], {});

		expect(result.status).toBe('error');
		expect(result.error?.message).toEqual(expect.any(String));
		expect(result.error?.description).toContain('300');
	});
});
