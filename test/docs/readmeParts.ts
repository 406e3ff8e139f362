import { table } from './markdown';
import { linkTo, operationLinks, publishingMenu, scoringMenu, withoutPrice } from './nodePages';
import type { ScoringRun } from '../operations/runExamples';

const publishingFile = 'docs/nodes/social-publishing.md';
const scoringFile = 'docs/nodes/content-scoring.md';

/** Each resource of Social Publishing with its operations. */
const operations = (): string =>
	operationLinks(publishingMenu, publishingFile)
		.map(({ resource, links }) => `- **${resource}**: ${links.join(', ')}`)
		.join('\n');

/** Each operation of Content Scoring that isn't free, with its price. */
const credits = (runs: ReadonlyMap<string, ScoringRun>): string =>
	table(
		['Operation', 'Credits', 'What it does'],
		scoringMenu
			.map((entry) => ({ entry, prices: runs.get(entry.key)?.credits.filter((price) => price > 0) ?? [] }))
			.filter(({ prices }) => prices.length > 0)
			.map(({ entry, prices }) => [
				`${entry.resource} → ${linkTo(entry, scoringFile)}`,
				prices.join(', '),
				withoutPrice(entry.description),
			]),
	);

/** The parts of README.md written by `npm run docs`, by name. */
export const readmeParts = (scoring: ReadonlyMap<string, ScoringRun>): Record<string, string> => ({
	operations: operations(),
	credits: credits(scoring),
});
