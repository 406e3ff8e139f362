/** A failure prints the seed that leads to it again; another one tries other values. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_260_105);
/** How many times as much as usual is tried. */
export const fuzzFactor = Number(process.env.FUZZ_FACTOR ?? 1);
/** A run that takes longer than this hangs. */
export const hangMs = 10_000;
