import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { ContentScoring, executeWith } from '../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed } from '../../sandbox/scoring';
import { runNode, type NodeRun, type NodeRunResult } from './n8nContexts';
import { waitsOn, type MovableClock } from './waitsOn';

let executions = 0;

type NodeCall<Result> = (name: string, values: IDataObject, run?: NodeRun) => Promise<Result>;

/**
 * Runs the node Content Scoring in n8n's own contexts. An operation is named `resource:operation`. With a sandbox's clock,
 * waits are instant and move the clock.
 */
export function scoringRunOf(
	{ url, clock }: { url: string; clock?: MovableClock },
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
		const nodeType = new ContentScoring();
		if (clock) nodeType.execute = executeWith(waitsOn(clock));
		return await runNode(nodeType, { credentials, parameters, executionId, ...run });
	};
}

/** Runs the node Content Scoring and returns only the items of the output. */
export function scoringNodeOf(...settings: Parameters<typeof scoringRunOf>): NodeCall<INodeExecutionData[]> {
	const run = scoringRunOf(...settings);
	return async (...call) => (await run(...call)).outputs[0] ?? [];
}
