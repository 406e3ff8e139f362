import { z } from 'zod/v4';
import { recordSchema } from '../http/recordSchema';

/** Pieces of request schemas; their messages end a sentence that begins with the field's name. */

/** An id in the form of a UUID. */
export const id = z.guid({ error: 'is not a UUID' });

/** ISO 8601 with a UTC offset. */
export const dateTime = z.iso.datetime({ offset: true, error: 'needs a date, a time and a UTC offset' });

/** At most `max` entries. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
	z.array(item).max(max, `has more than ${max} entries`);

/** Values by id: of channels, for instance. */
export const byId = <Value>(value: z.ZodType<Value>) => recordSchema(id, value);
