import { isReached, type Figure, type Goal } from './results';

const number = (value: number): string =>
	value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** The results as Markdown: the figures, and how they stand to what is wanted. */
export function toTable(figures: readonly Figure[], goals: readonly Goal[]): string {
	return [
		row(['Task', 'With', 'Result']),
		row(['---', '---', '---:']),
		...figures.map(({ task, subject, value, unit }) =>
			row([task, subject, `${number(value)} ${unit}`.trim()]),
		),
		'',
		row(['Wanted', 'Bound', 'Measured', '']),
		row(['---', '---:', '---:', '---']),
		...goals.map((goal) =>
			row([
				goal.goal,
				`${goal.kind === 'atMost' ? '≤' : '≥'} ${goal.bound}`,
				number(goal.value),
				isReached(goal) ? 'reached' : 'MISSED',
			]),
		),
		'',
	].join('\n');
}
