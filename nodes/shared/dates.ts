import { DateTime } from 'luxon';
import { ParameterError } from './errors';
import { shown } from './parameters';

/** The longest date that is read, in characters: those that Luxon writes with a zone's name have fewer. */
const lengthMax = 100;

const time = /[t ]\d{1,2}:\d{2}(.*)/i;
/** Hours alone are an offset, too. */
const offset = /(z|[+-]\d{2}(:?\d{2})?)$/i;

/** What follows hours and minutes: seconds, and perhaps an offset. Undefined if a text has no time. */
const afterMinutes = (text: string): string | undefined => time.exec(text)?.[1];

interface DateLike {
	toISO(): string | null;
}

const isDateLike = (value: unknown): value is DateLike =>
	typeof value === 'object' && value !== null && typeof (value as Partial<DateLike>).toISO === 'function';

/** n8n hands dates over as Luxon values, JavaScript dates or text, depending on where the value comes from. */
function asText(value: unknown): string {
	if (isDateLike(value)) return value.toISO() ?? '';
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** The Luxon of n8n before 2 knows no small letters in a date. */
const inCapitals = (text: string): string =>
	text.replace(/^(\d{4}-\d{2}-\d{2})[t ]/, '$1T').replace(/z$/, 'Z');

const write = (date: DateTime): string => date.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ").replace('.000', '');

/** A wall-clock time that a change to daylight saving skips comes back from Luxon as another one. */
const isSkipped = (text: string, date: DateTime): boolean => {
	const wanted = DateTime.fromISO(text, { zone: 'utc' });
	return wanted.toFormat('yyyyMMddHHmm') !== date.toFormat('yyyyMMddHHmm');
};

/** A wall-clock time; of an hour that comes twice the first, where Luxon would decide by today's season. */
function readInZone(text: string, zone: string): DateTime {
	const date = DateTime.fromISO(text, { zone });
	return date.isValid ? (date.getPossibleOffsets()[0] ?? date) : date;
}

function refuse(text: string, label: string): never {
	const got = text === '' ? '' : `. The value is ${shown(text)}`;
	throw new ParameterError(
		text === '' ? `'${label}' is empty` : `'${label}' isn't a date and time`,
		`Enter a value such as 2026-03-01T09:00:00 or {{ $now.plus(1, 'day') }}${got}`,
	);
}

function checkZone(timezone: string, label: string): void {
	if (DateTime.local({ zone: timezone }).isValid) return;
	throw new ParameterError(
		`${shown(timezone)} isn't a time zone`,
		`Choose a time zone for '${label}', such as Europe/Berlin`,
	);
}

/**
 * Makes of a date value the text the service takes: ISO 8601 with a UTC offset, `2026-03-01T09:00:00+01:00`.
 * A time with an offset keeps its instant and offset; a wall-clock time is read in `timezone`, never as UTC unless that is the zone.
 * An hour that the end of daylight saving repeats means its first round. Refused with a `ParameterError`: nothing, no time
 * of day, no date at all, a time that daylight saving skips, an unknown zone.
 */
export function toIsoWithOffset(value: unknown, timezone: string, label: string): string {
	const text = inCapitals(asText(value));
	checkZone(timezone, label);
	const rest = text.length > lengthMax ? undefined : afterMinutes(text);
	if (rest === undefined) refuse(text, label);
	const hasOffset = offset.test(rest);
	const date = hasOffset ? DateTime.fromISO(text, { setZone: true }) : readInZone(text, timezone);
	if (!date.isValid) refuse(text, label);
	if (!hasOffset && isSkipped(text, date)) {
		throw new ParameterError(
			`'${label}' is ${text.replace('T', ' ')}, a time that doesn't exist in ${timezone}`,
			'The clocks skip this time when daylight saving time begins. Choose an earlier or later time, or add a UTC offset',
		);
	}
	return write(date);
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([zZ]|[+-]\d{2}:?\d{2})$/;

/** Whether a value is a time as services write it (contract section 1): ISO 8601 with a UTC offset. */
export const isTimestamp = (value: unknown): boolean =>
	typeof value === 'string' && timestamp.test(value) && !Number.isNaN(Date.parse(value));

/** A moment as services accept it: with `+00:00`, not with `Z`. */
export const toTimestamp = (epochMs: number): string =>
	new Date(epochMs).toISOString().replace('Z', '+00:00');

const fraction = /(?<=:\d{2})\.\d+/;

/**
 * A time of a service as the clocks of a zone show it, with the zone's offset. It's the same instant, and fractions of a second
 * stay, so that it can be compared and sent back. Anything but a time stays as it is.
 */
export function inZone(value: unknown, zone: string): unknown {
	if (!isTimestamp(value)) return value;
	const date = DateTime.fromISO(value as string, { zone });
	const [seconds] = fraction.exec(value as string) ?? [''];
	return date.isValid ? `${date.toFormat("yyyy-MM-dd'T'HH:mm:ss")}${seconds}${date.toFormat('ZZ')}` : value;
}

/** Whether a time is after another one; false for no time. */
export const isAfter = (time: string | null | undefined, start: string): boolean =>
	typeof time === 'string' && Date.parse(time) > Date.parse(start);

/** The later of two times. */
export const laterOf = (a: string, b: string): string => (isAfter(a, b) ? a : b);

/** JavaScript's dates end at milliseconds, the times of a service may not. */
const secondsFraction = (time: string): number => Number(`0.${/\.(\d+)/.exec(time)?.[1] ?? '0'}`);

/** Orders times: negative when `a` is the earlier one. */
export const compareTimes = (a: string, b: string): number =>
	Date.parse(a) - Date.parse(b) || secondsFraction(a) - secondsFraction(b);
