import type { Cost } from './meter';

/** What one subject cost in one situation. */
export interface Result extends Cost {
	subject: 'trigger' | 'naive';
	situation: 'idle' | 'burst';
	/** Posts of the workspace during the poll. */
	posts: number;
	/** Posts that changed since the poll before. */
	changes: number;
}

/** What has to be reached. */
export interface Goals {
	/** Bytes of an idle poll of the trigger; below 1,000. */
	idleBytes: number;
	/** Bytes of the naive poll for each byte of the trigger's, both idle; at least 50. */
	timesFewerBytes: number;
	areReached: boolean;
}

/** Whether the results reach what is wanted. */
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

/** The results as Markdown. */
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
	const goal = `An idle poll moves ${number(idleBytes)} bytes, 1/${timesFewerBytes} of the naive poll's.`;
	return [
		...lines.map((cells) => `| ${cells.join(' | ')} |`),
		'',
		`${goal} Wanted: less than 1,000 and at most 1/50: ${areReached ? 'reached' : 'MISSED'}.`,
		'',
	].join('\n');
}
