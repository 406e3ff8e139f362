import { scoringSeed, startScoringSandbox, type ScoringSandbox } from '../../sandbox/scoring';
import { seed, startSandbox, type Sandbox } from '../../sandbox';
import { movieOf } from '../support/movieFile';
import { chain, node } from './support/chain';
import { codeOfFiles } from './support/drawing';
import { until } from './support/livePosts';
import type { CredentialReference } from './support/testbed';
import { watchAlarms, watchNode } from './support/watchPosts';

/** The main path with services that keep to the documents and do nothing else. */

let sandbox: Sandbox;
let scoring: ScoringSandbox;
let credentials: CredentialReference[];

beforeAll(async () => {
	[sandbox, scoring] = [
		await startSandbox({ profile: 'documents' }),
		await startScoringSandbox({ profile: 'documents' }),
	];
	const publishing = { baseUrl: sandbox.url, apiKey: seed.keys.full };
	const scoringKey = { apiUrl: scoring.url, apiKey: scoringSeed.keys.pro };
	credentials = [
		await testbed.saveCredential(publishing, 'Documents only'),
		await testbed.saveCredentialOf('contentScoringApi', scoringKey, 'Documents only (scoring)'),
	];
});
afterAll(async () => {
	for (const credential of credentials) await testbed.removeCredential(credential);
	await Promise.all([sandbox.close(), scoring.close()]);
});

/** Gives each node of this package the credential of its type. */
function withCredentials<Node extends { type: string }>(nodes: Node[]): Node[] {
	const [publishing, scores] = credentials.map(({ id, name }) => ({ id, name }));
	return nodes.map((one) => {
		if (one.type === testbed.scoringNodeType) return { ...one, credentials: { contentScoringApi: scores } };
		const isOurs = one.type.startsWith(testbed.nodeType);
		return isOurs ? { ...one, credentials: { socialPublishingApi: publishing } } : one;
	});
}

test('a video is scored, uploaded, saved, submitted and reported by the trigger (P8, P44, P46, P96, S8)', async () => {
	const watching = await testbed.saveWorkflow({
		...watchAlarms,
		nodes: withCredentials(watchAlarms.nodes as { type: string }[]),
	});
	const { clock, keys, outcomes, review } = sandbox;
	keys.setExpiry(seed.keys.full, clock.now().getTime() + 2.5 * 86_400_000);
	outcomes.add({ platform: 'youtube', outcome: 'publish', takenBackAfterMs: 25_000, error: 'Music claim' });
	await testbed.n8n.activate(watching);
	const film = [{ fileName: 'film.mp4', mimeType: 'video/mp4', content: movieOf(10) }];
	const ours = (name: string, parameters: object) => node(name, testbed.nodeType, parameters);
	const flow = chain(
		'Documents only',
		withCredentials([
			node('Score', testbed.scoringNodeType, { resource: 'score', operation: 'packaging', title: 'A film' }),
			node('File', 'n8n-nodes-base.code', { jsCode: codeOfFiles(film) }, 2),
			ours('Create', {
				resource: 'post',
				operation: 'create',
				channels: [seed.channels.youtube.id, seed.channels.facebook.id],
				caption: 'A film',
				title: 'A film',
				media: 'binary',
				binaryPropertyName: 'file0',
			}),
			ours('Submit', {
				resource: 'post',
				operation: 'submit',
				postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				delivery: 'now',
			}),
			ours('Outcome', {
				resource: 'post',
				operation: 'waitForOutcome',
				postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { confirmAfter: 0.5 },
			}),
		]),
	);
	const result = await testbed.run(await testbed.saveWorkflow(flow), 'Start');
	expect(result.error).toBeUndefined();
	expect(result.output('Score')).toMatchObject([{ creditsCost: 1 }]);
	expect(result.output('Outcome')).toMatchObject([{ status: 'partially_published', reason: 'takenBack' }]);
	const [id] = result.output('Outcome').map(({ id: postId }) => postId);
	const told = async () =>
		(await testbed.n8n.executions(watching))
			.flatMap((run) => run.output(watchNode))
			.map(({ event, message }) => `${String(event)}: ${String(message)}`);
	const pollUntil = async (event: string) => {
		await testbed.n8n.deactivate(watching);
		await testbed.n8n.activate(watching);
		await until(async () => ((await told()).some((text) => text.startsWith(event)) ? true : undefined));
	};
	await pollUntil('partiallyPublished');
	review.resolveAttention(String(id));
	await pollUntil('dealtWith');
	await testbed.n8n.deactivate(watching);
	expect((await told()).sort()).toEqual([
		expect.stringMatching(/^apiKeyExpiring: The API key “Automation” expires in 3 days/),
		expect.stringMatching(/^dealtWith: “A film” was dealt with\./),
		expect.stringMatching(
			/^partiallyPublished: “A film” was published on .*, but YouTube .* took it back: Music claim\.$/,
		),
	]);
	expect(sandbox.requests.filter(({ status }) => status >= 500)).toEqual([]);
});
