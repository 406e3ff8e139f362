import { z } from 'zod/v4';
import { recordOf } from './records';

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema of an object whose names come from outside, such as values by channel ID. `z.record` passes over the name
 * `__proto__` and stumbles over `constructor`; here they are names like any other.
 */
export const recordSchema = <Value>(name: z.ZodType<string>, value: z.ZodType<Value>) =>
	z.unknown().transform((given, { issues }): Record<string, Value> => {
		if (!isObject(given)) {
			issues.push({ code: 'invalid_type', expected: 'record', input: given });
			return z.NEVER;
		}
		const entries = Object.entries(given).map(([key, entry]): [string, Value] => {
			const named = name.safeParse(key);
			if (!named.success) {
				issues.push({ code: 'invalid_key', origin: 'record', issues: [], input: given, path: [key] });
			}
			const { data, error } = value.safeParse(entry);
			for (const issue of error?.issues ?? []) {
				issues.push({ ...issue, input: entry, path: [key, ...issue.path] });
			}
			return [key, data as Value];
		});
		return recordOf(entries);
	}) as unknown as z.ZodType<Record<string, Value>, Record<string, Value>>;
