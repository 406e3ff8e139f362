import type { INodeExecutionData, INodeType, NodeApiError } from 'n8n-workflow';
import { inspect } from 'node:util';
import { startSandbox, type FindingRule, type Sandbox } from '../../sandbox';
import { callers, type Called, type Caller } from '../support/callers';
import { fileOfKind } from '../support/mediaItems';
import { executeNode } from '../support/n8nContexts';
import { startFileServer, type FileServer } from '../support/useFileServer';
import { createRunData } from '../support/n8nWorkflow';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { n8nSend } from '../../nodes/shared/transport';
import { credentialType } from '../../nodes/SocialPublishing/signIn';
import { nodeFor, type NodeUnderTest } from '../support/nodeUnderTest';
import { withShortTimeouts } from './shortTimeouts';
import { faults, type Fault } from './faults';
import { profile } from '../support/profile';
import { writes, type Write } from './writes';

/** How long a fault lasts. */
export const lengths = ['one request', 'the whole run'] as const;

/** One cell of the matrix. */
export interface Scenario {
	/** How n8n runs the node. Absent for an execution. */
	caller?: Caller;
	write: Write;
	fault: Fault;
	lasts: (typeof lengths)[number];
	continueOnFail: boolean;
}

/** The visible outcome of a run of the node. */
export interface Outcome {
	timesDone: number;
	/** Posts or assets in the store. */
	store: string;
	/** Requests of this run and earlier ones. */
	requests: number;
	/** What the user reads. Undefined if the run succeeded. */
	error?: { message: string; description: string };
	/** Everything the run returned, including every property of its errors. */
	everything: string;
	/** The sandbox watcher's findings about this run and earlier ones. */
	findings: FindingRule[];
	/** Seconds that the node waited. */
	waited: number;
}

/** The outcome of a scenario after the first run, and after Retry On Fail if the first run failed. */
export interface Result {
	first: Outcome;
	retried: Outcome;
}

/** Ways to run the node that make a retry harder to recognize than in an execution. */
export const otherCallers: readonly Caller[] = callers.filter(({ name }) =>
	['AI Agent 3, as a tool', 'AI Agent 2, as a tool', 'MCP Server Trigger', 'n8n Agents'].includes(name),
);

/** The writes to run there: those that a retry could duplicate. */
export const writesOfTools: readonly Write[] = writes.filter(({ operation }) =>
	['post:create', 'post:publish', 'post:duplicate', 'media:upload'].includes(operation),
);

/** All scenarios. */
export const scenarios: readonly Scenario[] = [
	...writes.flatMap((write) =>
		faults.flatMap((fault) =>
			lengths.flatMap((lasts) =>
				[false, true].map((continueOnFail) => ({ write, fault, lasts, continueOnFail })),
			),
		),
	),
	...otherCallers.flatMap((caller) =>
		writesOfTools.flatMap((write) =>
			faults.flatMap((fault) =>
				lengths.map((lasts) => ({ caller, write, fault, lasts, continueOnFail: false })),
			),
		),
	),
];

/** The name of a scenario, without Continue On Fail, which changes only where the text appears. */
export const titleOf = ({ caller, write, fault, lasts }: Scenario): string =>
	`${caller ? `${caller.name}: ` : ''}${write.name}: ${fault.name}, ${lasts}`;

const readError = (value: unknown): Outcome['error'] => {
	const { message, description } = value as NodeApiError;
	return { message, description: description ?? '' };
};

/** What n8n counts as a failure: an error, or a first item with one. */
function failureIn(items: INodeExecutionData[]): Outcome['error'] {
	const [first] = items;
	if (first?.json.error === undefined) return undefined;
	const message = String(first.json.error);
	// The message can begin with the caption of the post.
	const [, description = ''] = String(first.json.message).split(`${message}. `);
	return { message, description };
}

const described = (status: string, number: number): string => `${number} ${status}`;

function storeOf(sandbox: Sandbox, isUpload: boolean): string {
	const states = isUpload
		? sandbox.media().flatMap(({ sizeBytes, state }) => (sizeBytes === 100 ? [state] : []))
		: sandbox.posts().map(({ status, caption }) => `${status}${caption === 'After' ? ', changed' : ''}`);
	const kinds = [...new Set(states)].sort();
	return (
		kinds.map((kind) => described(kind, states.filter((state) => state === kind).length)).join(', ') || 'none'
	);
}

/** Runs scenarios on one sandbox, one after another. */
class ScenarioRunner {
	private scenario?: Scenario;
	private met = 0;
	private executions = 0;

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly files: FileServer,
	) {}

	static async open(): Promise<ScenarioRunner> {
		const files = await startFileServer();
		files.serve({ bytes: fileOfKind('png', 100), contentType: 'image/png' });
		return new ScenarioRunner(
			await startSandbox({ profile, clock: 'manual', rateLimits: 'off', seed: 'empty' }),
			files,
		);
	}

	async close(): Promise<void> {
		await Promise.all([this.sandbox.close(), this.files.close()]);
	}

	/** Runs the node, and again if it failed. */
	async run(scenario: Scenario): Promise<Result> {
		const { sandbox } = this;
		sandbox.reset();
		const { caller, continueOnFail } = scenario;
		const fileUrl = caller?.hasFiles === false ? this.files.url : undefined;
		const { parameters, items = [{ json: {} }] } = await scenario.write.prepare(sandbox, fileUrl);
		sandbox.requests.length = 0;
		const node = this.newNode();
		this.begin(scenario);
		const [resource, operation] = scenario.write.operation.split(':');
		const settings = {
			credentials: [
				{ type: new SocialPublishingApi(), data: { baseUrl: sandbox.url, apiKey: scenario.write.key } },
			],
			// As a tool, the node publishes only if that was chosen.
			parameters: { draftsAndReviewOnly: false, ...parameters, resource, operation } as never,
			continueOnFail,
		};
		if (caller) return await this.runCall(node, caller, settings, items, scenario);
		const nodeRun = {
			...settings,
			items,
			executionId: `execution ${(this.executions += 1)}`,
			runData: createRunData(items),
		};
		const runOnce = async () => await this.outcomeOf(node, executeNode(node.nodeType, nodeRun), scenario);
		const first = await runOnce();
		this.end();
		return { first, retried: first.error ? await runOnce() : first };
	}

	/** Lets n8n call the node and run it again if it failed. */
	private async runCall(
		node: NodeUnderTest,
		caller: Caller,
		settings: Omit<Called, 'nodeType'>,
		[item]: INodeExecutionData[],
		scenario: Scenario,
	): Promise<Result> {
		const outcomes: Outcome[] = [];
		const { nodeType } = node;
		const record = async (running: Promise<INodeExecutionData[][]>): Promise<void> => {
			outcomes.push(
				await this.outcomeOf(
					node,
					running.then(([items = []]) => items),
					scenario,
				),
			);
			this.end();
		};
		const execute: INodeType['execute'] = async function (this) {
			const running = nodeType.execute?.call(this) as Promise<INodeExecutionData[][]>;
			await record(running);
			return await running;
		};
		await caller.call({ ...settings, nodeType: { ...nodeType, execute } }, [
			{ ...item?.json, binary: item?.binary as never },
		]);
		const [first, retried = first] = outcomes;
		if (!first || !retried) throw new Error(`${titleOf(scenario)}: the node did not run`);
		return { first, retried };
	}

	/** The node, whose waits don't move the sandbox's clock. */
	private newNode(): NodeUnderTest {
		return nodeFor(
			{ url: this.sandbox.url },
			{
				own: (context) => ({
					send: withShortTimeouts(n8nSend(context, credentialType), {
						includes: (method, url) => this.isHopeless(method, url),
						arrived: () => this.sandbox.requests.length,
					}),
				}),
			},
		);
	}

	private begin(scenario: Scenario): void {
		const { write, fault, lasts } = scenario;
		const isLong = lasts === 'the whole run';
		const target = isLong && !fault.isOfWrites ? { path: /./ } : { method: write.method, path: write.path };
		this.sandbox.faults.add({ ...fault.spec, ...target, times: isLong ? 1000 : 1 });
		this.scenario = scenario;
		this.met = 0;
	}

	private end(): void {
		this.sandbox.faults.clear();
		this.scenario = undefined;
	}

	private isHopeless(method: string, url: string): boolean {
		if (this.scenario?.fault.spec.kind !== 'stall') return false;
		const { write, lasts } = this.scenario;
		if (lasts === 'the whole run') return true;
		return method === write.method && write.path.test(new URL(url).pathname) && this.met++ === 0;
	}

	private async outcomeOf(
		node: NodeUnderTest,
		run: Promise<INodeExecutionData[]>,
		{ write }: Scenario,
	): Promise<Outcome> {
		const { sandbox } = this;
		const ended = await run.then(
			(items) => ({ error: failureIn(items), everything: JSON.stringify(items) }),
			(error: unknown) => ({
				error: readError(error),
				everything: `${inspect(error, { depth: 9 })}${JSON.stringify(error)}`,
			}),
		);
		return {
			...ended,
			timesDone: write.timesDone(sandbox),
			store: storeOf(sandbox, write.operation === 'media:upload'),
			requests: sandbox.requests.length,
			findings: sandbox.findings().map(({ rule }) => rule),
			waited: Math.round(node.waitedMs() / 1000),
		};
	}
}

/** Runs all scenarios on several sandboxes in parallel. */
export async function runAll(sandboxCount = 8): Promise<Map<Scenario, Result>> {
	const results = new Map<Scenario, Result>();
	const left = scenarios.values();
	const work = async (): Promise<void> => {
		const runner = await ScenarioRunner.open();
		for (const scenario of left) results.set(scenario, await runner.run(scenario));
		await runner.close();
	};
	await Promise.all(Array.from({ length: sandboxCount }, work));
	return results;
}
