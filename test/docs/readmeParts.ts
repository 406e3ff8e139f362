import { table } from './markdown';
import { linkTo, publishingLinks, scoringMenu, withoutPrice } from './nodePages';
import type { ScoringRun } from '../operations/runExamples';

const nodePages = 'docs/nodes/';

/** Each operation of Content Scoring that isn't free, with its price. */
const credits = (runs: ReadonlyMap<string, ScoringRun>): string =>
	table(
		['Operation', 'Credits', 'What it does'],
		scoringMenu
			.map((entry) => ({ entry, prices: runs.get(entry.key)?.credits.filter((price) => price > 0) ?? [] }))
			.filter(({ prices }) => prices.length > 0)
			.map(({ entry, prices }) => [
				`${entry.resource} → ${linkTo(entry, nodePages)}`,
				prices.join(', '),
				withoutPrice(entry.description),
			]),
	);

/** The parts of README.md written by `npm run docs`, by name. */
export const readmeParts = (scoring: ReadonlyMap<string, ScoringRun>): Record<string, string> => ({
	operations: publishingLinks(nodePages),
	credits: credits(scoring),
});
