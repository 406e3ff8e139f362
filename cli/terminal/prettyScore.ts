import type { ScoringAnswer } from '../../client/scoring/schemas';
import type { Paint } from './paint';
import { alignRows } from './rows';

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function colorOf(percentile: number): keyof Paint {
	if (percentile >= 70) return 'green';
	return percentile >= 40 ? 'yellow' : 'red';
}

function nicheOf({ niche_label, niche_slug, niche_confidence }: ScoringAnswer): string | undefined {
	const name = niche_label ?? niche_slug;
	if (name === undefined || name === null) return undefined;
	const confidence = asNumber(niche_confidence);
	return confidence === undefined ? String(name) : `${String(name)} (${Math.round(confidence * 100)} % sure)`;
}

const sharesOf = (percentile: number): string => `better than ${Math.floor(percentile)} of 100`;

/** Formats a packaging score for people. Leaves out what the answer doesn't have. */
export function prettyScore(answer: ScoringAnswer, paint: Paint): string {
	const percentile = asNumber(answer.percentile);
	const cells: Array<[string, unknown]> = [
		['Percentile', percentile === undefined ? undefined : `${percentile} (${sharesOf(percentile)})`],
		['Score', answer.score],
		['Raw score', answer.raw_score],
		['Scored', answer.mode],
		['Niche', nicheOf(answer)],
		['Score ID', answer.score_id],
	];
	const rows = cells
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => [name, String(value)]);
	const [first = '', ...others] = alignRows(rows);
	const head = percentile === undefined ? first : paint[colorOf(percentile)](paint.bold(first));
	return [head, ...others].join('\n');
}
