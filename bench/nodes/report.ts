import { isReached, type Figure, type Goal } from './results';

const number = (value: number): string =>
	value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Formats the results as Markdown: the figures, and whether each goal was reached. */
export function toTable(figures: readonly Figure[], goals: readonly Goal[]): string {
	return [
		row(['Task', 'With', 'Result']),
		row(['---', '---', '---:']),
		...figures.map(({ task, subject, value, unit }) =>
			row([task, subject, `${number(value)} ${unit}`.trim()]),
		),
		'',
		row(['Goal', 'Limit', 'Measured', '']),
		row(['---', '---:', '---:', '---']),
		...goals.map((goal) =>
			row([
				goal.goal,
				`${goal.kind === 'atMost' ? '≤' : '≥'} ${goal.bound}`,
				number(goal.value),
				isReached(goal) ? 'reached' : 'NOT REACHED',
			]),
		),
		'',
	].join('\n');
}
