import { DateTime } from 'luxon';

const timeIn = (iso: string, zone: string): string =>
	`${DateTime.fromISO(iso, { zone }).setLocale('en-US').toFormat('cccc, LLLL d, yyyy, h:mm a')} (${zone})`;

/** Formats a time for people in each of the zones, without duplicates. */
export const timesIn = (iso: string, zones: readonly string[]): string =>
	[...new Set(zones)].map((zone) => timeIn(iso, zone)).join(' · ');

/** Formats a time for a list, in one zone and without its name. */
export const shortTime = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).setLocale('en-US').toFormat('ccc, LLL d, h:mm a');
