/** A number of credits in words. */
export const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);
