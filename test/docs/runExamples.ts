import type { IDataObject } from 'n8n-workflow';
import { seed, type Sandbox } from '../../sandbox';
import type { ScoringSandbox } from '../../sandbox/scoring';
import { permissions } from '../../client/publishing/values';
import { mediaNode } from '../support/mediaNode';
import { scoringNodeOf } from '../support/scoringNode';
import { publishingExamples, scoringExamples, type Example } from './examples';

/** What became of an operation's example. */
export interface ExampleRun {
	parameters: IDataObject;
	output: IDataObject[];
}

/** An operation of Social Publishing, run once; `needs`: the permissions without which it is refused. */
export interface PublishingRun extends ExampleRun {
	needs: string[];
}

/** An operation of Content Scoring, run once; `credits`: every price that it can have. */
export interface ScoringRun extends ExampleRun {
	credits: number[];
}

const { full } = seed.keys;

async function runOnce(sandbox: Sandbox, name: string, example: Example): Promise<ExampleRun> {
	const prepared = await example.prepare?.(sandbox);
	const parameters = { ...example.parameters, ...prepared };
	const items = await example.input?.();
	const output =
		(await example.run?.(sandbox, parameters)) ??
		(await mediaNode(sandbox).json(name, parameters, items ? { items } : {}));
	return { parameters, output };
}

/** Whether the service refuses the operation to a key that has every permission but this one. */
async function isNeeded(sandbox: Sandbox, name: string, permission: string): Promise<boolean> {
	const example = publishingExamples[name] as Example;
	sandbox.reset();
	sandbox.keys.setPermissions(
		full,
		permissions.filter((one) => one !== permission),
	);
	const message = await runOnce(sandbox, name, example).then(
		() => '',
		(error: Error) => error.message,
	);
	// A tool for which the key lacks the permission is not offered to it.
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

/** Runs the example of each operation, and again with each permission of the key taken away. */
export async function runPublishingExamples(sandbox: Sandbox): Promise<Map<string, PublishingRun>> {
	const runs = new Map<string, PublishingRun>();
	for (const [name, example] of Object.entries(publishingExamples)) {
		sandbox.reset();
		const result = await runOnce(sandbox, name, example);
		const needs = await needsOf(sandbox, name);
		runs.set(name, { ...result, needs });
	}
	return runs;
}

const priceOf = (output: IDataObject[]): number =>
	output.reduce((sum, { creditsCost }) => sum + Number(creditsCost ?? 0), 0);

/** Runs the examples of each operation; the output is that of the first. */
export async function runScoringExamples(sandbox: ScoringSandbox): Promise<Map<string, ScoringRun>> {
	const run = scoringNodeOf(sandbox);
	const runs = new Map<string, ScoringRun>();
	for (const [name, examples] of Object.entries(scoringExamples)) {
		const outputs: IDataObject[][] = [];
		for (const parameters of examples) {
			sandbox.reset();
			outputs.push((await run(name, parameters)).map(({ json }) => json));
		}
		const [output = []] = outputs;
		runs.set(name, { parameters: examples[0], output, credits: outputs.map(priceOf) });
	}
	return runs;
}
