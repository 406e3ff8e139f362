import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { resources as scoringResources } from '../../nodes/ContentScoring/actions';
import { resources as publishingResources } from '../../nodes/SocialPublishing/actions';
import { useBinaryMode } from '../support/n8nBinary';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useSandbox } from '../support/useSandbox';
import { scoringOutputs, triggerOutputs } from './otherOutputs';
import { openStage, publishingOutputs } from './publishingOutputs';
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

/** Writes the file when told to; gives what it says and what real outputs say. */
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

const namesOf = (resources: Array<{ value: string; operations: Array<{ value: string }> }>): string[] =>
	resources.flatMap(({ value, operations }) => operations.map((one) => `${value}:${one.value}`));

test('the editor previews the output of every operation whose output is always the same', () => {
	const dynamic = ['agent:callTool'];
	const expected = namesOf(publishingResources).filter((name) => !dynamic.includes(name));
	expect(Object.keys(publishingOutputs).sort()).toEqual(expected.sort());
});

test.each(Object.keys(publishingOutputs))('the preview of %s is what it gives (P26, P28)', async (name) => {
	const outputs = await publishingOutputs[name]?.(openStage(sandbox()));
	const [saved, real] = previews(fileOf('SocialPublishing', name), outputs ?? []);
	expect(saved).toEqual(real);
	expect(emptyIn(real, name)).toEqual([]);
});

test('the preview of the trigger is what it gives (P26, P28)', async () => {
	const [saved, real] = previews(fileOf('SocialPublishingTrigger'), await triggerOutputs(sandbox()));
	expect(saved).toEqual(real);
});

test('the previews of Content Scoring are what it gives (S6, S7)', async () => {
	const outputs = await scoringOutputs(scoringSandbox());
	expect([...outputs.keys()].sort()).toEqual(namesOf(scoringResources).sort());
	for (const [name, items] of outputs) {
		const [saved, real] = previews(fileOf('ContentScoring', name), items);
		expect([name, saved]).toEqual([name, real]);
	}
});
