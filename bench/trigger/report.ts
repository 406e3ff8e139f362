import type { Cost } from './meter';

/** The cost of one subject in one situation. */
export interface Result extends Cost {
	subject: 'trigger' | 'naive';
	situation: 'idle' | 'burst';
	/** How many posts the workspace has. */
	posts: number;
	/** How many posts have changed since the previous poll. */
	changes: number;
}

/** The figures that have goals. */
export interface Goals {
	/** Bytes of an idle poll by the trigger. Must be below 1,000. */
	idleBytes: number;
	/** How many times more bytes the comparison needs, both when idle. Must be at least 50. */
	timesFewerBytes: number;
	areReached: boolean;
}

/** Compares the results with the goals. */
export function goalsOf(results: readonly Result[]): Goals {
	const bytesOf = (subject: Result['subject']): number =>
		results.find((result) => result.subject === subject && result.situation === 'idle')?.bytes ?? NaN;
	const idleBytes = bytesOf('trigger');
	const timesFewerBytes = Math.round(bytesOf('naive') / idleBytes);
	return { idleBytes, timesFewerBytes, areReached: idleBytes < 1_000 && timesFewerBytes >= 50 };
}

const titles = { trigger: 'Social Publishing Trigger', naive: 'List all posts and compare' };
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
	const { idleBytes, timesFewerBytes, areReached } = goalsOf(results);
	const goal = `An idle poll needs ${number(idleBytes)} bytes, 1/${timesFewerBytes} of the comparison's.`;
	return [
		...lines.map((cells) => `| ${cells.join(' | ')} |`),
		'',
		`${goal} Goal: less than 1,000 bytes and at most 1/50. ${areReached ? 'Reached.' : 'NOT REACHED.'}`,
		'',
	].join('\n');
}
