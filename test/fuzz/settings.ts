/** A failure prints the seed that leads to it again; another one tries other values. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_260_105);
/** The share of the random values that is tried. CI sets it to 1, which is five times what a run at hand tries. */
export const fuzzFactor = Number(process.env.FUZZ_FACTOR ?? 0.2);
/** How many values to try. @param inCi number of values in CI */
export const fuzzRuns = (inCi: number): number => Math.ceil(inCi * fuzzFactor);
/** A run that takes longer than this hangs. */
export const hangMs = 10_000;
