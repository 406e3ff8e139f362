/** Times as the contract writes them (section 1): ISO 8601 with a UTC offset. Only the service's times are compared. */

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([zZ]|[+-]\d{2}:?\d{2})$/;

/** Whether a value is a time with an offset. */
export const isTime = (value: unknown): boolean =>
	typeof value === 'string' && shape.test(value) && !Number.isNaN(Date.parse(value));

/** A time as the contract writes it: with an offset, not with a letter. */
export const toTime = (epochMs: number): string => new Date(epochMs).toISOString().replace('Z', '+00:00');

/** Whether a time lies after another; nothing lies after no time. */
export const isAfter = (time: string | null | undefined, start: string): boolean =>
	typeof time === 'string' && Date.parse(time) > Date.parse(start);

/** The later of two times. */
export const laterOf = (a: string, b: string): string => (isAfter(a, b) ? a : b);

/** Digits after the second: JavaScript's dates end at milliseconds, a service's times may not. */
const fractionOf = (time: string): number => Number(`0.${/\.(\d+)/.exec(time)?.[1] ?? '0'}`);

/** Orders times: negative when `a` is the earlier one. */
export const compareTimes = (a: string, b: string): number =>
	Date.parse(a) - Date.parse(b) || fractionOf(a) - fractionOf(b);
