import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { runExample, runScoringExamples } from '../operations/runExamples';
import { publishingExamples } from '../operations/publishing';
import { scoringExamples } from '../operations/scoring';
import { openStage } from '../operations/stage';
import { seed } from '../../sandbox';
import { useBinaryMode } from '../support/n8nBinary';
import { nodeFor } from '../support/nodeUnderTest';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useSandbox } from '../support/useSandbox';
import { triggerOn } from '../trigger/triggerUnderTest';
import { schemaOf, type OutputSchema } from './schemaOf';

/** Set by `npm run docs`. */
const isWriting = process.env.WRITE_DOCS === '1';
const start = '2026-01-05T09:00:00Z';

const sandbox = useSandbox({ seed: 'default', now: start, publishMs: 1_000 });
const scoringSandbox = useScoringSandbox({ rateLimits: 'off', now: start });

beforeAll(async () => await useBinaryMode('default'));

/** Where n8n looks for the preview of a node's output. */
const fileOf = (node: string, operation = ''): string => {
	const path = ['v1.0.0', ...operation.split(':')].filter((part) => part !== '').join('/');
	return join(__dirname, '..', '..', 'nodes', node, '__schema__', `${path}.json`);
};

/** Writes the file if `npm run docs` runs this. Returns the schema in the file and that of real outputs. */
const previews = (file: string, outputs: IDataObject[]): [saved: OutputSchema, real: OutputSchema] => {
	const real = { ...schemaOf(outputs), version: 1 };
	if (isWriting) {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(real, null, '\t')}\n`);
	}
	return [JSON.parse(readFileSync(file, 'utf8')) as OutputSchema, real];
};

/** Names of fields that no real output had a value in. */
const emptyIn = ({ type, properties = {}, items }: OutputSchema, name: string): string[] => [
	...(type === 'null' || (type === 'array' && !items) ? [name] : []),
	...Object.entries(properties).flatMap(([key, value]) => emptyIn(value, `${name}.${key}`)),
	...(items ? emptyIn(items, `${name}[]`) : []),
];

/** Outputs with a finding of a real draft where the examples have none. */
async function withFindings(outputs: IDataObject[]): Promise<IDataObject[]> {
	if (!outputs.some(({ findings }) => Array.isArray(findings))) return outputs;
	const { channels } = seed;
	const draft = { channels: [channels.bluesky.id], caption: 'x'.repeat(301) };
	const [saved] = await nodeFor(sandbox()).json('post:create', draft);
	return outputs.map((output) => (output.findings ? { ...output, findings: saved?.findings } : output));
}

test.each(Object.entries(publishingExamples))(
	'%s returns what its preview shows (P26, P28)',
	async (name, example) => {
		const more = (await example.moreOutputs?.(openStage(sandbox()))) ?? [];
		sandbox().reset();
		const { output } = await runExample(sandbox(), name, example);
		expect(output[0]).toMatchObject(example.returns);
		// The output differs between runs, so the editor can't preview it.
		if (example.returnsAnything) return;
		const [saved, real] = previews(
			fileOf('SocialPublishing', name),
			await withFindings([...more, ...output]),
		);
		expect(saved).toEqual(real);
		expect(emptyIn(real, name)).toEqual([]);
	},
);

test('the preview of the trigger matches its real output (P26, P28)', async () => {
	const events = ['published', 'failed', 'partiallyPublished'];
	sandbox().review.resolveAttention(sandbox().seed.posts.partiallyPublished);
	const trigger = triggerOn({ sandbox: sandbox() }, { events, filters: { createdByThisKey: false } });
	const [saved, real] = previews(fileOf('SocialPublishingTrigger'), await trigger.sample());
	expect(saved).toEqual(real);
});

test('the previews of Content Scoring match its real outputs (S6, S7)', async () => {
	for (const [name, { output }] of await runScoringExamples(scoringSandbox())) {
		expect(output[0]).toMatchObject(scoringExamples[name]?.returns ?? {});
		const [saved, real] = previews(fileOf('ContentScoring', name), output);
		expect([name, saved]).toEqual([name, real]);
	}
});
