import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed } from '../../sandbox/scoring';
import { runNode, type NodeRun, type NodeRunResult } from './n8nContexts';

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
