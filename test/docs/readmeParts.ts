import { table } from './markdown';
import { linkTo, operationLinks, publishingMenu, scoringMenu, withoutPrice } from './nodePages';
import type { ScoringRun } from './runExamples';

const publishingFile = 'docs/nodes/social-publishing.md';
const scoringFile = 'docs/nodes/content-scoring.md';

/** Each resource of Social Publishing with its operations. */
const operations = (): string =>
	table(
		['Resource', 'Operations'],
		operationLinks(publishingMenu, publishingFile).map(({ resource, links }) => [resource, links.join(', ')]),
	);

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

/** What `npm run docs` writes into README.md, by the name of its place. */
export const readmeParts = (scoring: ReadonlyMap<string, ScoringRun>): Record<string, string> => ({
	operations: operations(),
	credits: credits(scoring),
});
