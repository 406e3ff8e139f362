import { table } from './markdown';
import { eventDescriptions, eventNames, type EventName } from '../../nodes/SocialPublishingTrigger/events';
import { linkTo, publishingOverview, scoringMenu, withoutPrice } from './nodePages';
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

/** Events that most people start with. */
const firstEvents: EventName[] = [
	'published',
	'partiallyPublished',
	'failed',
	'channelNeedsReconnecting',
	'postOverdue',
];

/** What these events tell, and how many others there are. */
function eventTable(): string {
	const rows = firstEvents.map((name) => [eventNames[name], eventDescriptions[name]]);
	const others = Object.keys(eventNames).length - rows.length;
	return [
		table(['Event', 'When it starts the workflow'], rows),
		`[${others} other events](docs/nodes/social-publishing-trigger.md#events) are about reviews, single channels, deadlines and the API key.`,
	].join('\n\n');
}

/** The parts of README.md written by `npm run docs`, by name. */
export const readmeParts = (scoring: ReadonlyMap<string, ScoringRun>): Record<string, string> => ({
	operations: publishingOverview(nodePages),
	credits: credits(scoring),
	events: eventTable(),
});
