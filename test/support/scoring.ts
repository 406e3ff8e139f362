import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createScoringLibrary } from '../../cli/library/scoringLibrary';
import type { ScoringClient, ScoringOptions } from '../../client/scoring';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import {
	scoringSeed,
	startScoringSandbox,
	type ScoringSandbox,
	type ScoringSandboxOptions,
} from '../../sandbox/scoring';
import { runNode, type NodeRun, type NodeRunResult } from './n8nContexts';

/** A scoring sandbox for the tests of a file; begins anew before each. */
export function useScoringSandbox(
	options: ScoringSandboxOptions = { rateLimits: 'off' },
): () => ScoringSandbox {
	let sandbox: ScoringSandbox | undefined;
	beforeAll(async () => {
		sandbox = await startScoringSandbox(options);
	});
	beforeEach(() => sandbox?.reset());
	afterAll(async () => await sandbox?.close());
	return () => {
		if (!sandbox) throw new Error('The sandbox is not open');
		return sandbox;
	};
}

/** A client over fetch that does not sleep; `waits` are the milliseconds it asked for. */
export function scoringClientOf(
	{ url }: { url: string },
	apiKey: string = scoringSeed.keys.pro,
	more: Pick<ScoringOptions, 'retries' | 'timeout'> = {},
): ScoringClient & { waits: number[] } {
	const waits: number[] = [];
	const sleep = async (durationMs: number): Promise<void> =>
		await Promise.resolve(void waits.push(durationMs));
	return {
		...createScoringLibrary({ apiKey, apiUrl: url, userAgent: 'test-client/1.0', sleep, ...more }),
		waits,
	};
}

let executions = 0;

type NodeCall<Result> = (name: string, values: IDataObject, run?: NodeRun) => Promise<Result>;

/** Runs the node Content Scoring in n8n's own contexts; an operation is named `resource:operation`. */
export function scoringRunOf(
	{ url }: { url: string },
	apiKey: string = scoringSeed.keys.pro,
	carrier: { headerName: string; headerScheme: string } = {
		headerName: 'Authorization',
		headerScheme: 'Bearer',
	},
): NodeCall<NodeRunResult> {
	const credentials = [{ type: new ContentScoringApi(), data: { apiUrl: url, apiKey, ...carrier } }];
	return async (name, values, run = {}) => {
		const [resource = '', operation = ''] = name.split(':');
		const parameters = { resource, operation, ...values } as INodeParameters;
		const executionId = String((executions += 1));
		return await runNode(new ContentScoring(), { credentials, parameters, executionId, ...run });
	};
}

/** The same, for the items of the output alone. */
export function scoringNodeOf(...settings: Parameters<typeof scoringRunOf>): NodeCall<INodeExecutionData[]> {
	const run = scoringRunOf(...settings);
	return async (...call) => (await run(...call)).outputs[0] ?? [];
}
