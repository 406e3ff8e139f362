/** A copy of an object without one of its properties. */
export const omit = <T extends object, K extends string>(object: T, name: K): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)) as Omit<T, K>;
