import { table } from './markdown';
import { eventNames, type EventName } from '../../nodes/SocialPublishingTrigger/events';
import { incidentEventNames } from '../../nodes/SocialPublishingTrigger/incidents/findIncidents';
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

/** The events of the trigger: those of changes, and those that no change shows. */
function eventLists(): string {
	const names = (Object.keys(eventNames) as EventName[]).filter((name) => !incidentEventNames.includes(name));
	const list = (events: readonly EventName[]): string => events.map((event) => eventNames[event]).join(', ');
	return [
		`- **When something changes**: ${list(names)}`,
		`- **When something is wrong or due**: ${list(incidentEventNames)}`,
	].join('\n');
}

/** The parts of README.md written by `npm run docs`, by name. */
export const readmeParts = (scoring: ReadonlyMap<string, ScoringRun>): Record<string, string> => ({
	operations: publishingLinks(nodePages),
	credits: credits(scoring),
	events: eventLists(),
});
