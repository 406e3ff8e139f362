import { z } from 'zod/v4';
import { isObject, recordOf } from './json.js';
import { quote } from './redact.js';
import { counted, isLongerThan } from './text.js';

/** Schemas for fields that several services share. Their messages complete a sentence that starts with the field's name. */

/** An ID in the form of a UUID. */
export const id = z.guid({
	error: ({ input }) => `isn't a valid ID${typeof input === 'string' ? `: ${quote(input)}` : ''}`,
});

/** An ISO 8601 time with a UTC offset. */
export const dateTime = z.iso.datetime({ offset: true, error: 'must have a date, a time and a UTC offset' });

/** A list of at most `max` entries. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
	z.array(item).max(max, `has more than ${max} entries`);

/** A list of IDs without repeated ones. IDs can differ in case. */
export const distinctIds = z.array(id).transform((ids) => {
	const seen = new Set<string>();
	return ids.filter((one) => seen.size < seen.add(one.toLowerCase()).size);
});

/** A text of at most `max` characters. */
export const textUpTo = (max: number) =>
	z.string().refine((text) => !isLongerThan(text, max), {
		error: `is longer than ${counted(max, 'character')}`,
		abort: true,
	});

/**
 * The schema of an object with names from outside, such as values by channel ID. `z.record` skips the name `__proto__` and
 * fails on `constructor`. This schema accepts both like any other name.
 */
export const recordSchema = <Value>(name: z.ZodType<string>, value: z.ZodType<Value>) =>
	z.unknown().transform((given: unknown, { issues }): Record<string, Value> => {
		if (!isObject(given)) {
			issues.push({ code: 'invalid_type', expected: 'record', input: given });
			return z.NEVER;
		}
		const entries = Object.entries(given).map(([key, entry]): [string, Value] => {
			const named = name.safeParse(key);
			if (!named.success) {
				issues.push({ code: 'invalid_key', origin: 'record', issues: [], input: given, path: [key] });
			}
			const { data, error } = value.safeParse(entry, { reportInput: true });
			for (const issue of error?.issues ?? []) {
				issues.push({ ...issue, input: issue.input as never, path: [key, ...issue.path] });
			}
			return [key, data as Value];
		});
		return recordOf(entries);
	}) as unknown as z.ZodType<Record<string, Value>, Record<string, Value>>;
