/**
 * The time limit of a test with a lot of work. It's ten times what the longest one needs on two quiet cores, because the tests
 * must also pass while other programs use all cores. It also ends a test that hangs.
 */
export const longTestMs = 1_200_000;
