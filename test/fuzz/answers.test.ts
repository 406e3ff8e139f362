import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { seed } from '../../sandbox';
import { scoringSeed } from '../../sandbox/scoring';
import { requestsOf } from '../operations/example';
import { publishingExamples } from '../operations/publishing';
import { scoringExamples } from '../operations/scoring';
import { fileOfKind, itemWith } from '../support/mediaItems';
import { useBinaryMode } from '../support/n8nBinary';
import { executeNode, loadOptions, pollNode, searchList } from '../support/n8nContexts';
import { beside, byId, nodeFor } from '../support/nodeUnderTest';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useSandbox } from '../support/useSandbox';
import { twists, type Twist } from './mutations';
import { fuzzRuns, fuzzSeed } from './settings';
import { useTwistingProxy } from './twistingProxy';
import { problemsOf, useLog } from './verdict';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();
const proxy = useTwistingProxy();
const log = useLog();
const numRuns = fuzzRuns(15);

const { channels } = seed;
const key = seed.keys.full;
const scoringKey = scoringSeed.keys.pro;
const signature = 'X-Amz-Signature';
const secretsOf = (secret: string): string[] => [
	secret,
	`Authorization: Bearer ${secret}`,
	`https://storage.example/part?${signature}=abc`,
];
/** Statuses that cause no wait in real time. */
const quick = [301, 304, 400, 401, 403, 404, 405, 413, 418, 422];
const any = [...quick, 409, 429, 500, 502, 503, 504];

let file: INodeExecutionData;
beforeAll(async () => {
	await useBinaryMode('default');
	file = await itemWith({ data: fileOfKind('png', 100) });
});

/** A call of the package through the proxy. */
type Call = () => Promise<unknown>;

const publishingCredential = () => ({
	credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: proxy().url, apiKey: key } }],
});
const scoringCredential = () => ({
	credentials: [{ type: new ContentScoringApi(), data: { apiUrl: proxy().url, apiKey: scoringKey } }],
});

const publishing = nodeFor({ url: 'in the credential' }).nodeType;
const scoring = new ContentScoring();
const dropdowns = new SocialPublishing();
const place = beside('channelOverrides', 'channels', 'boardId', byId(channels.pinterest.id));

const split = (name: string) => {
	const [resource, operation] = name.split(':');
	return { resource, operation };
};

const publishingCalls = requestsOf(publishingExamples).map(([name, values]): [string, Call] => [
	name,
	async () =>
		await executeNode(publishing, {
			...publishingCredential(),
			parameters: { ...split(name), ...values } as never,
			items: [file],
		}),
]);
const scoringCalls = requestsOf(scoringExamples).map(([name, values]): [string, Call] => [
	name,
	async () =>
		await executeNode(scoring, {
			...scoringCredential(),
			parameters: { ...split(name), ...values } as never,
		}),
]);
const impatientCalls: Array<[string, Call]> = [
	...Object.keys(dropdowns.methods.listSearch).map((name): [string, Call] => [
		`the list ${name}`,
		async () => await searchList(dropdowns, name, { ...publishingCredential(), ...place }),
	]),
	...Object.keys(dropdowns.methods.loadOptions).map((name): [string, Call] => [
		`the list ${name}`,
		async () => await loadOptions(dropdowns, name, { ...publishingCredential(), ...place }),
	]),
	[
		'a poll',
		async () =>
			await pollNode(new SocialPublishingTrigger(), {
				...publishingCredential(),
				parameters: { events: ['postCreated', 'published'] },
				mode: 'manual',
			}),
	],
];

async function holdAgainst(call: Call, target: string, secret: string, statuses: number[]): Promise<void> {
	const answers = fc.array(twists(statuses, secretsOf(secret)), { minLength: 1, maxLength: 3 });
	const isClean = async (twisted: Twist[]): Promise<void> => {
		proxy().begin(target, twisted);
		expect(await problemsOf(call, { key: secret, signature })).toEqual([]);
	};
	await fc.assert(fc.asyncProperty(answers, isClean), { seed: fuzzSeed, numRuns });
}

test.each(publishingCalls)(
	'%s returns a result or a clear error for any answer (D1, P97, P112, N30)',
	async (_name, call) => {
		await holdAgainst(call, sandbox().url, key, any);
	},
);

test.each(scoringCalls)(
	'%s returns a result or a clear error for any answer (D1, S28, S-N18)',
	async (_name, call) => {
		await holdAgainst(call, scoringSandbox().url, scoringKey, quick);
	},
);

test.each(impatientCalls)(
	'%s returns a result or a clear error for any answer (D1, D2, P97, P112)',
	async (_name, call) => {
		await holdAgainst(call, sandbox().url, key, quick);
	},
);

afterAll(() => {
	const logged = log();
	for (const secret of [key, scoringKey, signature]) expect(logged).not.toContain(secret);
});
