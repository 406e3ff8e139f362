import { z } from 'zod/v4';

/** Pieces of request schemas; their messages end a sentence that begins with the field's name. */

/** An id in the form of a UUID. */
export const id = z.guid({ error: 'is not a UUID' });

/** ISO 8601 with a UTC offset. */
export const dateTime = z.iso.datetime({ offset: true, error: 'needs a date, a time and a UTC offset' });

/** At most `max` entries. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
	z.array(item).max(max, `has more than ${max} entries`);

/** Names that a record of zod passes over, or stumbles on. */
const unreadableNames = ['__proto__', 'constructor'];

/** Values by id: of channels, for instance. */
export const byId = <Value>(value: z.ZodType<Value>) =>
	z.preprocess(
		(given, context) => {
			const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
			const unreadable = names.find((name) => unreadableNames.includes(name));
			if (unreadable === undefined) return given;
			context.addIssue({ code: 'custom', message: `names '${unreadable}', which is not a UUID` });
			return z.NEVER;
		},
		z.record(id, value),
	) as unknown as z.ZodType<Record<string, Value>, Record<string, Value>>;
