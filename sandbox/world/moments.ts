const shape = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** One day in milliseconds. */
export const dayMs = 86_400_000;

/** Writes a moment as the contract has it: `<date>T<time>+00:00`. */
export const toIso = (moment: number): string => `${new Date(moment).toISOString().slice(0, -1)}+00:00`;

/** {@link toIso}, where there is a moment. */
export const toIsoOrNull = (moment: number | null): string | null => (moment === null ? null : toIso(moment));

const isCalendarDay = (text: string): boolean => {
	const day = text.slice(0, 10);
	const parsed = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
};

/**
 * Reads an ISO 8601 date-time with an offset; `Z` is the offset zero. Null for anything else, a day that no calendar
 * has (30 February) and a time without an offset included.
 */
export const parseMoment = (text: string): number | null => {
	if (!shape.test(text) || !isCalendarDay(text)) return null;
	const moment = Date.parse(text.toUpperCase());
	return Number.isNaN(moment) ? null : moment;
};

/** The number of a moment's UTC day since 1970. */
export const dayOf = (moment: number): number => Math.floor(moment / dayMs);
