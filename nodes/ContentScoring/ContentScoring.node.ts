import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { InsufficientCreditsError } from '../../client/http/errors.js';
import { describe, subtitleOf } from '../shared/operation.js';
import { orderedBy } from '../shared/items.js';
import { route } from '../shared/router.js';
import { benchmarkHints } from './actions/benchmark.js';
import { resources } from './actions/index.js';
import { scoreHints } from './actions/score/packaging.operation.js';
import { hookHints } from './actions/score/videoHook.operation.js';
import { scoring, type OwnScoringOptions } from './client.js';
import { scoringErrorTexts } from './errorTexts.js';
import { credentialTest } from './methods/credentialTest.js';
import { listSearch } from './methods/listSearch.js';
import { costHints, repeatHints } from './paidOperation.js';
import { warningHints } from './warnings.js';

/** Whether the credits have run out. Then all further items would fail, too. */
const isOutOfCredits = (error: unknown): boolean => error instanceof InsufficientCreditsError;

/**
 * Creates the execute method of the node.
 * @param own replacements for n8n's functions and for defaults, such as waits that take no time
 */
export const executeWith = (own: OwnScoringOptions = {}) =>
	route({
		resources,
		connect: async (context) => await scoring(context, own),
		errorTexts: scoringErrorTexts,
		endsRun: isOutOfCredits,
		arrange: orderedBy([
			'title',
			'url',
			'thumbnailUrl',
			'fileName',
			'percentile',
			'score',
			'warning',
			'niche_label',
		]),
		hints: (context) => [
			...warningHints(context),
			...costHints(context),
			...scoreHints(context),
			...hookHints(context),
			...benchmarkHints(context),
			...repeatHints(context),
		],
	});

/** The node of the scoring service, with scores, benchmarks and research that cost credits. */
export class ContentScoring implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Content Scoring',
		name: 'contentScoring',
		icon: { light: 'file:../../icons/contentScoring.svg', dark: 'file:../../icons/contentScoring.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Score titles, thumbnails and hooks of videos, benchmark channels and find content gaps',
		defaults: { name: 'Content Scoring' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contentScoringApi', required: true, testedBy: 'contentScoringApiTest' }],
		properties: describe(resources),
		builderHint: {
			searchHint:
				"Scores what exists and finds topics, for YouTube. It can't write titles or make thumbnails, which an AI node does before it. Every call except those under Account costs credits, so score only the best candidates.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-social-publishing.socialPublishing',
					relationHint: 'Drafts, schedules or publishes the video that was scored',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: "Stores scores, so that you don't pay for the same title again",
				},
			],
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['score'], operation: ['packaging'] } },
					content: `<patterns>
<pattern title="Score a title with its thumbnail">
const scorePackaging = node({
  type: 'n8n-nodes-social-publishing.contentScoring',
  version: 1,
  config: {
    name: 'Score Title and Thumbnail',
    parameters: {
      resource: 'score',
      operation: 'packaging',
      title: expr('{{ $json.title }}'),
      thumbnailFrom: 'url',
      thumbnailUrl: expr('{{ $json.thumbnailUrl }}')
    }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
	};

	methods = { credentialTest, listSearch };

	execute = executeWith();
}
