import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { inSentence } from '../../client/http/text.js';
import { InsufficientCreditsError } from '../../client/http/errors.js';
import { describe, subtitleOf, type Hint } from '../shared/operation.js';
import { orderedBy } from '../shared/items.js';
import { route } from '../shared/router.js';
import { resources } from './actions/index.js';
import { scoring, type OwnScoringOptions } from './client.js';
import { scoringErrorTexts } from './errorTexts.js';
import { credentialTest } from './methods/credentialTest.js';
import { listSearch } from './methods/listSearch.js';

/** Whether the credits have run out. Then all further items would fail, too. */
const isOutOfCredits = (error: unknown): boolean => error instanceof InsufficientCreditsError;

/** Returns hints about packaging scores: which of the three numbers to compare, and whether the niches allow that. */
function outputHints(outputs: IDataObject[]): Hint[] {
	const scored = outputs.filter(({ percentile }) => percentile !== undefined);
	if (scored.length === 0) return [];
	const niches = new Set(
		scored
			.map(({ niche_label: name, niche_slug: slug }) => name ?? slug)
			.filter((name) => typeof name === 'string'),
	);
	const compare: Hint = {
		message:
			"Compare titles and thumbnails by 'percentile'. A percentile of 90 is better than 90 of 100 in the niche. 'score' is a rating from 0 to 1, and 'raw_score' has no fixed range.",
	};
	const differing: Hint = {
		type: 'warning',
		message: `These titles are in different niches: ${inSentence(niches)}. Their percentiles can't be compared with each other.`,
	};
	return niches.size > 1 ? [compare, differing] : [compare];
}

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
		arrange: orderedBy(['title', 'percentile', 'score']),
		hints: outputHints,
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
