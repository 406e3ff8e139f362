import type { Cost } from './meter';

/** The cost of one subject in one situation. */
export interface Result extends Cost {
	polls: number;
	subject: 'trigger' | 'allEvents' | 'withChannels' | 'withManyChannels' | 'naive';
	situation: 'idle' | 'burst';
	/** How many posts the workspace has. */
	posts: number;
	/** How many posts have changed since the previous poll. */
	changes: number;
}

/** The figures that have goals. */
interface Goals {
	/** Bytes of an idle poll by the trigger. Must be below 1,000. */
	idleBytes: number;
	/** Bytes and requests of an idle poll with all events, when it doesn't read the channels. At most 1,500 and 2. */
	allEventsBytes: number;
	allEventsRequests: number;
	/** How many times more bytes the comparison needs, both when idle. Must be at least 50. */
	timesFewerBytes: number;
	areReached: boolean;
}

/** Compares the results with the goals. */
export function goalsOf(results: readonly Result[]): Goals {
	const costOf = (subject: Result['subject']) =>
		results.find((result) => result.subject === subject && result.situation === 'idle');
	const bytesOf = (subject: Result['subject']): number => costOf(subject)?.bytes ?? NaN;
	const [idleBytes, allEventsBytes] = [bytesOf('trigger'), bytesOf('allEvents')];
	const allEventsRequests = costOf('allEvents')?.requests ?? NaN;
	const timesFewerBytes = Math.round(bytesOf('naive') / idleBytes);
	const isCheap = idleBytes < 1_000 && timesFewerBytes >= 50;
	const areReached = isCheap && allEventsBytes <= 1_500 && allEventsRequests <= 2;
	return { idleBytes, allEventsBytes, allEventsRequests, timesFewerBytes, areReached };
}

const titles = {
	trigger: 'Social Publishing Trigger',
	allEvents: 'The trigger with all events',
	withChannels: 'The trigger with all events, every 15 minutes',
	withManyChannels: 'The trigger with all events, every 15 minutes, 100 channels',
	naive: 'List all posts and compare',
};
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

const situationOf = ({ situation, posts, changes }: Result): string =>
	situation === 'idle'
		? `idle, ${number(posts)} posts`
		: `${number(changes)} changes, ${number(posts)} posts`;

/** Formats the results as Markdown. */
export function toTable(results: readonly Result[]): string {
	const rows = results.map((result) => [
		situationOf(result),
		titles[result.subject],
		number(result.requests),
		number(result.bytes),
		`${number(result.cpuMs)} ms`,
	]);
	const head = ['One poll', 'By', 'Requests', 'Bytes', 'CPU'];
	const lines = [head, head.map((_, index) => (index < 2 ? '---' : '---:')), ...rows];
	const { idleBytes, allEventsBytes, timesFewerBytes, areReached } = goalsOf(results);
	const goal = `An idle poll needs ${number(idleBytes)} bytes, 1/${timesFewerBytes} of the comparison's.`;
	return [
		...lines.map((cells) => `| ${cells.join(' | ')} |`),
		'',
		`${goal} Goal: less than 1,000 bytes and at most 1/50. With all events, it needs ${number(allEventsBytes)}. Goal: at most 1,500 and two requests. ${areReached ? 'Reached.' : 'NOT REACHED.'}`,
		'',
	].join('\n');
}
