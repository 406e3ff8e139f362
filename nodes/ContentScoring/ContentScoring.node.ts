import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { InsufficientCreditsError } from '../../client/http/errors';
import { describe, subtitleOf } from '../shared/operation';
import { route } from '../shared/router';
import { resources } from './actions';
import { scoring } from './client';
import { scoringErrorTexts } from './errorTexts';
import { credentialTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';

/** When there are no credits left, no further item can be paid. */
const isOutOfCredits = (error: unknown): boolean => error instanceof InsufficientCreditsError;

/** The scoring service's node: scores, benchmarks and research, paid in credits. */
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
	};

	methods = { credentialTest, listSearch };

	execute = route({ resources, connect: scoring, errorTexts: scoringErrorTexts, endsRun: isOutOfCredits });
}
