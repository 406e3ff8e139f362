/** A failure prints the seed that reproduces it. Another seed tries other values. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_260_105);
/** The share of the random values to try. The nightly run tries ten times as many as others. */
export const fuzzFactor = Number(process.env.FUZZ_FACTOR ?? (process.env.TEST_TIER === 'nightly' ? 1 : 0.1));
/** How many values to try. @param nightly number of values in the nightly run */
export const fuzzRuns = (nightly: number): number => Math.ceil(nightly * fuzzFactor);
/** The values of a list to try at a place: all in the nightly run, otherwise one, and at the next place the next one. */
export const inTurn = <T>(values: readonly T[], place: number): readonly T[] =>
	fuzzFactor < 1 ? values.filter((_, index) => index === place % values.length) : values;
/** A run that takes longer than this counts as hung. */
export const hangMs = 10_000;
