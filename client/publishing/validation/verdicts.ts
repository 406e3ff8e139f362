/** What is wrong with a value, and where: the names and positions from the root. */
export interface SchemaProblem {
	path: Array<string | number>;
	problem: string;
}

/** The result of a check that can't tell, for example because the schema has a keyword that isn't supported. */
export const unknown = 'unknown';

/** The result of a check: what is certainly wrong, or `unknown`. A valid value has no problems. */
export type Verdict = SchemaProblem[] | typeof unknown;

/** A problem of the value itself, not of something inside it. */
export const here = (problem: string): SchemaProblem[] => [{ path: [], problem }];

/** A verdict about something inside a value, such as the entry of a list. */
export const within = (step: string | number, verdict: Verdict): Verdict =>
	verdict === unknown ? unknown : verdict.map(({ path, problem }) => ({ path: [step, ...path], problem }));

/** The verdict about a value that must pass all checks. A problem is certain, even if another check can't tell. */
export function all(verdicts: Verdict[]): Verdict {
	const problems = verdicts.flatMap((verdict) => (verdict === unknown ? [] : verdict));
	return problems.length === 0 && verdicts.includes(unknown) ? unknown : problems;
}
