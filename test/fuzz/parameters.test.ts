import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { seed } from '../../sandbox';
import { scoringSeed } from '../../sandbox/scoring';
import { nodeFor } from '../support/nodeUnderTest';
import { operationsOf } from '../support/descriptionRules';
import { fileOfKind, itemWith } from '../support/mediaItems';
import { useBinaryMode } from '../support/n8nBinary';
import { executeNode, type NodeRun } from '../support/n8nContexts';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useSandbox } from '../support/useSandbox';
import { formsOf, type FilledForm } from './parameters';
import { fuzzRuns, fuzzSeed } from './settings';
import { problemsOf, useLog } from './verdict';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();
const log = useLog();
const numRuns = fuzzRuns(40);

interface Subject {
	nodeType: INodeType;
	key: string;
	credentials: () => NodeRun['credentials'];
}

const publishing: Subject = {
	nodeType: nodeFor({ url: 'in the credential' }).nodeType,
	key: seed.keys.full,
	credentials: () => [
		{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
	],
};
const scoring: Subject = {
	nodeType: new ContentScoring(),
	key: scoringSeed.keys.pro,
	credentials: () => [
		{ type: new ContentScoringApi(), data: { apiUrl: scoringSandbox().url, apiKey: scoringSeed.keys.pro } },
	],
};
const operations = [publishing, scoring].flatMap((subject) =>
	operationsOf(subject.nodeType.description.properties).map(
		({ resource, operation }): [string, string, Subject] => [resource, operation, subject],
	),
);

let file: INodeExecutionData;
beforeAll(async () => {
	await useBinaryMode('default');
	file = await itemWith({ data: fileOfKind('png', 100) });
});

test.each(operations)(
	'%s:%s returns a result or a clear error for any field values (D1, D7, P97)',
	async (resource, operation, subject) => {
		const { nodeType, credentials, key } = subject;
		const isClean = async ({ parameters, values }: FilledForm): Promise<void> => {
			const items = [{ ...file, json: values as IDataObject }];
			const run = { credentials: credentials(), parameters: parameters as never, items };
			const secrets = { key, signature: 'X-Amz-' };
			expect(await problemsOf(async () => await executeNode(nodeType, run), secrets)).toEqual([]);
		};
		const forms = formsOf(nodeType.description.properties, resource, operation);
		await fc.assert(fc.asyncProperty(forms, isClean), { seed: fuzzSeed, numRuns });
	},
);

afterAll(() => {
	expect(log()).not.toMatch(new RegExp(`${seed.keys.full}|${scoringSeed.keys.pro}|X-Amz-`));
});
