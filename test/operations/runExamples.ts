import type { IDataObject } from 'n8n-workflow';
import { seed, type Sandbox } from '../../sandbox';
import type { ScoringSandbox } from '../../sandbox/scoring';
import { permissions } from '../../client/publishing/values';
import { nodeFor } from '../support/nodeUnderTest';
import type { PublishingExample } from './example';
import { publishingExamples } from './publishing';
import { scoringExamples } from './scoring';

/** The result of an operation's example. */
export interface ExampleRun {
	parameters: IDataObject;
	output: IDataObject[];
}

/** An operation of Social Publishing, run once. `needs`: the permissions it requires. */
export interface PublishingRun extends ExampleRun {
	needs: string[];
}

/** An operation of Content Scoring, run once. `credits`: every possible price. */
export interface ScoringRun extends ExampleRun {
	credits: number[];
}

const { full } = seed.keys;

/** Runs an example. */
export async function runExample(
	sandbox: Sandbox,
	name: string,
	example: PublishingExample,
): Promise<ExampleRun> {
	const prepared = await example.prepare?.(sandbox);
	const parameters = { ...example.parameters, ...prepared };
	const items = await example.input?.();
	const output =
		(await example.run?.(sandbox, parameters)) ??
		(await nodeFor(sandbox).json(name, parameters, items ? { items } : {}));
	return { parameters, output };
}

/** Whether the service rejects the operation for a key that lacks only this permission. */
async function isNeeded(sandbox: Sandbox, name: string, permission: string): Promise<boolean> {
	const example = publishingExamples[name] as PublishingExample;
	sandbox.reset();
	sandbox.keys.setPermissions(
		full,
		permissions.filter((one) => one !== permission),
	);
	const message = await runExample(sandbox, name, example).then(
		() => '',
		(error: Error) => error.message,
	);
	// The service doesn't list a tool for which the key lacks the permission.
	const isRefusal = message.includes(permission) || message.includes('has no tool');
	if (message !== '' && !isRefusal) throw new Error(`${name}: ${message}`);
	return message !== '';
}

async function needsOf(sandbox: Sandbox, name: string): Promise<string[]> {
	const needs: string[] = [];
	for (const permission of permissions) {
		if (await isNeeded(sandbox, name, permission)) needs.push(permission);
	}
	return needs;
}

/** Runs the example of each operation, then again without each single permission. */
export async function runPublishingExamples(sandbox: Sandbox): Promise<Map<string, PublishingRun>> {
	const runs = new Map<string, PublishingRun>();
	for (const [name, example] of Object.entries(publishingExamples)) {
		sandbox.reset();
		const result = await runExample(sandbox, name, example);
		const needs = await needsOf(sandbox, name);
		runs.set(name, { ...result, needs });
	}
	return runs;
}

const priceOf = (output: IDataObject[]): number =>
	output.reduce((sum, { creditsCost }) => sum + Number(creditsCost ?? 0), 0);

/** Runs the examples of each operation. The output is from the first one. */
export async function runScoringExamples(sandbox: ScoringSandbox): Promise<Map<string, ScoringRun>> {
	const { run } = nodeFor(sandbox);
	const runs = new Map<string, ScoringRun>();
	for (const [name, { parameters, otherPrices = [] }] of Object.entries(scoringExamples)) {
		const outputs: IDataObject[][] = [];
		for (const filled of [parameters, ...otherPrices]) {
			sandbox.reset();
			outputs.push((await run(name, filled)).map(({ json }) => json));
		}
		const [output = []] = outputs;
		runs.set(name, { parameters, output, credits: outputs.map(priceOf) });
	}
	return runs;
}
