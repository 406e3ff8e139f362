import { caps, subjects } from './plan';
import type { Result } from './results';

/** The result that the ratios refer to: this package with the largest parts, which is the size that the service asks for. */
function referenceOf(results: Result[]): Result | undefined {
	return results
		.filter(({ subject, wallMs }) => subject === 'ours' && wallMs !== null)
		.sort((a, b) => (b.partMiB ?? 0) - (a.partMiB ?? 0))[0];
}

const ratio = (value: number, reference: number | null | undefined): string =>
	reference ? `${(value / reference).toFixed(2)} ×` : '';

const firstSentence = (text = ''): string => text.split(/\. /)[0] ?? '';

function row(result: Result, reference: Result | undefined): string[] {
	const { subject, partMiB, memoryMiB, memoryRangeMiB: [lowest, highest] = [], wallMs, note } = result;
	const named = [subjects[subject]?.title ?? subject, partMiB === null ? '' : `${partMiB} MiB`];
	if (memoryMiB === null || wallMs === null)
		return [...named, `fails: ${firstSentence(note)}`, '', '', '', ''];
	return [
		...named,
		`${memoryMiB.toFixed(1)} MiB`,
		`${lowest} to ${highest} MiB`,
		ratio(memoryMiB, reference?.memoryMiB),
		`${(wallMs / 1000).toFixed(2)} s`,
		ratio(wallMs, reference?.wallMs),
	];
}

const columns = ['Subject', 'Parts', 'Memory over start', 'lowest to highest', 'ratio', 'Wall time', 'ratio'];

function tableOf(title: string, results: Result[]): string {
	const reference = referenceOf(results);
	const rows = [columns, columns.map(() => '---'), ...results.map((result) => row(result, reference))];
	return [`### ${title}`, '', ...rows.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n');
}

/** Formats the results as Markdown, with a table for each file size and cap. It names the Node.js of the uploads. */
export function toTables(results: Result[]): string {
	const titleOf = ({ fileMB, cap }: Result): string => `${fileMB} MB, ${caps[cap]?.title ?? cap}`;
	const titles = [...new Set(results.map(titleOf))];
	const tables = titles.map((title) =>
		tableOf(
			title,
			results.filter((result) => titleOf(result) === title),
		),
	);
	return [`Node.js ${process.version}`, '', ...tables].join('\n');
}
