import { permissions } from '../../client/publishing/values';
import { table } from './markdown';
import { contents, linkTo, publishingMenu, scoringMenu, withoutPrice } from './nodePages';
import type { ScoringRun, PublishingRun } from './runExamples';

const publishingFile = 'docs/nodes/social-publishing.md';
const scoringFile = 'docs/nodes/content-scoring.md';

/** Each permission with the operations that are refused without it. */
const needed = (runs: ReadonlyMap<string, PublishingRun>): string =>
	table(
		['Permission', 'Without it, these are refused'],
		permissions.map((permission) => [
			`\`${permission}\``,
			publishingMenu
				.filter(({ key }) => runs.get(key)?.needs.includes(permission) && !key.startsWith('agent:'))
				.map(({ resource, name }) => `${resource} → ${name}`)
				.join(', '),
		]),
	);

/** Each operation of Content Scoring with what it costs. */
const credits = (runs: ReadonlyMap<string, ScoringRun>): string =>
	table(
		['Operation', 'Credits', 'What it does'],
		scoringMenu.map((entry) => [
			`${entry.resource} → ${linkTo(entry, scoringFile)}`,
			runs.get(entry.key)?.credits.join(', ') ?? '',
			withoutPrice(entry.description),
		]),
	);

/** What `npm run docs` writes into README.md, by the name of its place. */
export const readmeParts = (
	publishing: ReadonlyMap<string, PublishingRun>,
	scoring: ReadonlyMap<string, ScoringRun>,
): Record<string, string> => ({
	operations: contents(publishingMenu, publishingFile),
	permissions: needed(publishing),
	credits: credits(scoring),
});
