/** A failure prints the seed that reproduces it. Another seed tries other values. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_260_105);
/** The share of the random values to try. CI sets it to 1, five times as many as a local run. */
export const fuzzFactor = Number(process.env.FUZZ_FACTOR ?? 0.2);
/** How many values to try. @param inCi number of values in CI */
export const fuzzRuns = (inCi: number): number => Math.ceil(inCi * fuzzFactor);
/** A run that takes longer than this counts as hung. */
export const hangMs = 10_000;
