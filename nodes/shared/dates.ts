import { DateTime, IANAZone } from 'luxon';
import { isObject } from '../../client/http/json.js';
import { trimmed } from '../../client/http/text.js';
import { ParameterError } from './errors.js';
import { shown } from './values.js';

/** The maximum length of a date, in characters. Dates that Luxon writes with the name of a zone are shorter. */
const lengthMax = 100;

const time = /[t ]\d{1,2}:\d{2}(.*)/i;
/** An offset can have hours only. */
const offset = /(z|[+-]\d{2}(:?\d{2})?)$/i;

/** Returns the text after hours and minutes, which can have seconds and an offset. Undefined if there is no time. */
const afterMinutes = (text: string): string | undefined => time.exec(text)?.[1];

interface DateLike {
	toISO(): string | null;
}

const isDateLike = (value: unknown): value is DateLike =>
	typeof value === 'object' && value !== null && typeof (value as Partial<DateLike>).toISO === 'function';

/** Converts a date to text. n8n passes Luxon values, JavaScript dates or text, depending on the source of the value. */
function asText(value: unknown): string {
	if (isDateLike(value)) return value.toISO() ?? '';
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? trimmed(value) : JSON.stringify(value);
}

/** Joins date and time as ISO 8601 does. A space between them is common. */
const withT = (text: string): string => text.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');

/** Splits off the name of a zone, as in `2026-03-01T09:00:00+01:00[Europe/Berlin]`. If there is an offset, the offset counts. */
function splitZone(text: string): [text: string, zone: string | undefined] {
	const [, before = text, zone] = /^([^[]*)\[([^[\]]*)\]$/.exec(text) ?? [];
	return [before, zone];
}

const write = (date: DateTime): string => date.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ").replace('.000', '');

/** Whether daylight saving time skips a wall-clock time. Luxon returns a different time then. */
const isSkipped = (text: string, date: DateTime): boolean => {
	const wanted = DateTime.fromISO(text, { zone: 'utc' });
	return wanted.toFormat('yyyyMMddHHmm') !== date.toFormat('yyyyMMddHHmm');
};

/** Reads a wall-clock time. If the hour occurs twice (end of DST), uses the first. Luxon would choose by today's season. */
function readInZone(text: string, zone: string): DateTime {
	const date = DateTime.fromISO(text, { zone });
	return date.isValid ? (date.getPossibleOffsets()[0] ?? date) : date;
}

/** Days since 30 December 1899 with a fraction for the time of day, as spreadsheets store dates. From 1954 to 2119. */
const isSpreadsheetDate = (text: string): boolean =>
	/^\d{5}(\.\d+)?$/.test(text) && Number(text) >= 20_000 && Number(text) < 80_000;

/** The keys under which calendars and databases have a time, such as Google Calendar and Notion. */
const timeKeys = ['start', 'dateTime', 'date', 'time', 'value'];

/** Returns what to add to an expression so that it returns the time in an object. Undefined if there is none. */
function pathToTime(value: unknown, depth = 0): string | undefined {
	if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}/.test(value) ? '' : undefined;
	if (!isObject(value) || depth === 3) return undefined;
	const found = timeKeys.map((key) => [key, pathToTime(value[key], depth + 1)] as const);
	const [key, rest] = found.find(([, path]) => path !== undefined) ?? [];
	return key === undefined || rest === undefined ? undefined : `.${key}${rest}`;
}

/** A day, a month and a year, or the other way around, and perhaps a time of day. */
const numbered =
	/^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:(T|,? +)(\d{1,2}):(\d{2})(:\d{2})?(?: ?([ap]m))?)?$/i;

/** A date of numbers, and the formats of Luxon in which it can be read. */
interface NumberedDate {
	/** How it's different from ISO 8601. Empty if it only has no time of day. */
	reason: string;
	formats: string[];
	hasTime: boolean;
}

/** Finds the formats of a text of numbers that the service doesn't accept. Undefined for another text. */
function numberedDate(text: string): NumberedDate | undefined {
	const found = numbered.exec(text);
	if (!found) return undefined;
	const [, first = '', mark = '', second = '', third = '', between = '', hour = '', , seconds, half] = found;
	const hasTime = hour !== '';
	const gap = between === 'T' ? "'T'" : between;
	const time = hasTime ? `${gap}${half ? 'h' : 'H'}:mm${seconds ? ':ss' : ''}${half ? ' a' : ''}` : '';
	const written = (reason: string, ...dates: string[]): NumberedDate | undefined => {
		const formats = dates
			.map((date) => `${date.replaceAll(' ', mark)}${time}`)
			.filter((format) => DateTime.fromFormat(text, format).isValid);
		return formats.length === 0 ? undefined : { reason, formats, hasTime };
	};
	if (first.length === 4) {
		const isShort = [second, third, hour].some(({ length }) => length === 1);
		if (isShort) return written('has a single-digit number, such as 9 instead of 09', 'yyyy M d');
		if (mark !== '-') return written(`has '${mark}' in its date`, 'yyyy M d');
		return hasTime ? undefined : written('', 'yyyy M d');
	}
	if (third.length !== 4) return undefined;
	if (Number(second) > 12) return written('has its month first', 'M d yyyy');
	if (mark === '.' || Number(first) > 12) return written('has its day first', 'd M yyyy');
	return written('can have its day first or its month first', 'd M yyyy', 'M d yyyy');
}

/** Makes an expression return a wall-clock time without a zone, so that it counts in the zone that was chosen in the node. */
const wallClock = `.toFormat("yyyy-MM-dd'T'HH:mm:ss")`;

/** Says how to convert a date of numbers, with the expression for each format. */
function conversionOf({ formats, hasTime }: NumberedDate): string {
	const [first = '', ...others] = formats.map((format) => `'${format.replaceAll("'", "\\'")}'`);
	const atNine = hasTime ? '' : '.set({ hour: 9 })';
	const expression = `{{ DateTime.fromFormat($json.date, ${first})${atNine}${wallClock} }}`;
	const other = others.map((format) => `, or ${format} if its month is first`);
	return `${expression}${other.join('')}, with your field instead of date`;
}

/** Formats of Luxon for dates with the name of a month, as people write them. */
const writtenFormats = ['MMM d, yyyy h:mm a', 'MMMM d, yyyy h:mm a', 'd MMM yyyy HH:mm', 'd MMMM yyyy HH:mm'];

const isWrittenIn =
	(format: string) =>
	(text: string): boolean =>
		DateTime.fromFormat(text, format, { locale: 'en' }).isValid;

/** Other texts that are times, and the expressions that convert them. */
const otherDates: ReadonlyArray<{ isOne: (text: string) => boolean; what: string; expression: string }> = [
	{
		isOne: (text) => /^\d{13}$/.test(text),
		what: 'a time in milliseconds',
		expression: 'DateTime.fromMillis(Number($json.date))',
	},
	{
		isOne: (text) => /^\d{10}$/.test(text),
		what: 'a time in seconds',
		expression: 'DateTime.fromSeconds(Number($json.date))',
	},
	{
		isOne: (text) => DateTime.fromRFC2822(text).isValid,
		what: 'a time as emails and RSS have it',
		expression: 'DateTime.fromRFC2822($json.date)',
	},
	...writtenFormats.map((format) => ({
		isOne: isWrittenIn(format),
		what: 'a date with the name of a month',
		expression: `DateTime.fromFormat($json.date, '${format}', { locale: 'en' })${wallClock}`,
	})),
];

/** Reasons that a text shows why it's no time, for texts without a known conversion. */
const otherReasons: ReadonlyArray<[isOne: (text: string) => boolean, reason: string]> = [
	[
		(text) => /:\d{2} ?(?![AP]M$)[A-Z]{2,5}$/.test(text),
		'which ends with the short name of a time zone. Replace it with an offset such as +01:00',
	],
	[
		(text) => /^\d{1,2}[./-]\d{1,2}[./-]\d{2}\b/.test(text),
		'whose year has only two digits. Write the year first, with four digits',
	],
	[
		(text) => DateTime.fromISO(withT(text)).invalidReason === 'unit out of range',
		'a time that no calendar has',
	],
];

/**
 * Says how to enter a time or how to convert it.
 * @param hasInput whether there is an input item from which an expression can take it
 */
function refuse(text: string, label: string, value: unknown, hasInput: boolean): never {
	if (text === '') {
		throw new ParameterError(
			`'${label}' is empty`,
			"Enter a value such as 2030-03-01T09:00:00 or {{ $now.plus(1, 'day') }}",
		);
	}
	if (isSpreadsheetDate(text)) {
		throw new ParameterError(
			`'${label}' is ${text}, a date as spreadsheets store it`,
			`Let the node that reads the sheet return formatted values, or use {{ DateTime.fromMillis(Math.round((${text} - 25569) * 86400) * 1000, { zone: 'utc' })${wallClock} }} with your column instead of the number`,
		);
	}
	const path = typeof value === 'string' ? undefined : pathToTime(value);
	if (path !== undefined) {
		throw new ParameterError(
			`'${label}' is an object with a time in '${path.slice(1)}'`,
			`Use {{ $json.date${path} }}, with your field instead of date`,
		);
	}
	const other =
		!hasInput || text.length > lengthMax ? undefined : otherDates.find(({ isOne }) => isOne(text));
	if (other !== undefined) {
		throw new ParameterError(
			`'${label}' isn't a date and time`,
			`The value is ${shown(text)}, ${other.what}. Use {{ ${other.expression} }}, with your field instead of date`,
		);
	}
	const date = hasInput ? numberedDate(text) : undefined;
	if (date !== undefined) {
		const reason = [date.reason, date.hasTime ? '' : 'has no time of day'].filter(Boolean).join(' and ');
		throw new ParameterError(
			`'${label}' isn't a date and time`,
			`The value is ${shown(text)}, which ${reason}. Enter a value such as 2030-03-01T09:00:00, or use ${conversionOf(date)}`,
		);
	}
	const [, reason] = (text.length <= lengthMax && otherReasons.find(([isOne]) => isOne(text))) || [];
	throw new ParameterError(
		`'${label}' isn't a date and time`,
		`Enter a value such as 2030-03-01T09:00:00 or {{ $now.plus(1, 'day') }}. The value is ${shown(text)}${reason === undefined ? '' : `, ${reason}`}`,
	);
}

/** Whether there is a time zone with a name. */
export const isZone = (name: unknown): name is string =>
	typeof name === 'string' && /^[a-z]/i.test(name) && IANAZone.isValidZone(name);

/** Throws a `ParameterError` that names the field of a time zone, or of a time with one. */
export function checkZone(timezone: string, label: string): void {
	if (isZone(timezone)) return;
	throw new ParameterError(
		`${shown(timezone)} isn't a time zone`,
		`Choose a time zone for '${label}', such as Europe/Berlin`,
	);
}

/**
 * Converts a date to the format that the service accepts: ISO 8601 with a UTC offset, such as `2026-03-01T09:00:00+01:00`. A time
 * with an offset keeps its instant and offset. A time without one is read in the zone that it names, or else in `timezone`. If the
 * hour occurs twice (end of DST), uses the first.
 * @param hasInput whether the node has input items, from which the advice of an error takes the value
 * @throws {ParameterError} if the value is empty, isn't a date, has no time of day, or is a time that DST skips, or if the zone
 * is unknown
 */
export function toIsoWithOffset(value: unknown, timezone: string, label: string, hasInput = true): string {
	const typed = asText(value);
	const [text, named] = splitZone(typed.length > lengthMax ? '' : withT(typed));
	checkZone(timezone, label);
	const rest = afterMinutes(text);
	if (rest === undefined) refuse(typed, label, value, hasInput);
	const hasOffset = offset.test(rest);
	const zone = named ?? timezone;
	if (!hasOffset) checkZone(zone, label);
	const date = hasOffset ? DateTime.fromISO(text, { setZone: true }) : readInZone(text, zone);
	if (!date.isValid) refuse(typed, label, value, hasInput);
	if (!hasOffset && isSkipped(text, date)) {
		throw new ParameterError(
			`'${label}' is ${typed.replace(/[tT]/, ' ')}, a time that doesn't exist in ${zone}`,
			'The clocks skip this time when daylight saving time begins. Choose an earlier or later time',
		);
	}
	return write(date);
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([zZ]|[+-]\d{2}:?\d{2})$/;

/** Whether a value is a time in the format of the services (contract section 1): ISO 8601 with a UTC offset. */
export const isTimestamp = (value: unknown): boolean =>
	typeof value === 'string' && timestamp.test(value) && !Number.isNaN(Date.parse(value));

/** Converts milliseconds since 1970 to a time that services accept, which has `+00:00` instead of `Z`. */
export const toTimestamp = (epochMs: number): string =>
	new Date(epochMs).toISOString().replace('Z', '+00:00');

const fraction = /(?<=:\d{2})\.\d+/;

/**
 * Converts a service's time to the local time of a zone, with the zone's offset. Keeps the instant and the fraction of a second,
 * so the result can be compared and sent back. Other values stay unchanged.
 */
export function inZone(value: unknown, zone: string): unknown {
	if (!isTimestamp(value)) return value;
	const date = DateTime.fromISO(value as string, { zone });
	const [seconds] = fraction.exec(value as string) ?? [''];
	return date.isValid ? `${date.toFormat("yyyy-MM-dd'T'HH:mm:ss")}${seconds}${date.toFormat('ZZ')}` : value;
}

/** The ways to write a time for people. */
const formats = {
	/** Such as `Mon, Nov 23, 9:00 AM`. */
	short: 'ccc, LLL d, h:mm a',
	/** Such as `Mon, Nov 23, 2026, 9:00 AM`. */
	medium: 'ccc, LLL d, yyyy, h:mm a',
	/** Such as `Monday, November 23, 2026, 9:00 AM`. */
	long: 'cccc, LLLL d, yyyy, h:mm a',
};

/** Writes a time for people, in a zone that they know. */
export const writtenTime = (zone: string, time: unknown, format: keyof typeof formats): string =>
	DateTime.fromISO(String(time), { zone, locale: 'en-US' }).toFormat(formats[format]);

/** Writes a time for people with its zone, such as `Mon, Nov 23, 2026, 9:00 AM (Europe/Berlin)`. */
export const momentIn = (
	zone: string,
	time: unknown,
	format: Exclude<keyof typeof formats, 'short'> = 'medium',
): string => `${writtenTime(zone, time, format)} (${zone})`;

/** Whether a time is after another one. False if there is no time. */
export const isAfter = (time: string | null | undefined, start: string): boolean =>
	typeof time === 'string' && Date.parse(time) > Date.parse(start);

/** The later of two times. */
export const laterOf = (a: string, b: string): string => (isAfter(a, b) ? a : b);

/** The fraction of a second. The times of a service can be more precise than JavaScript's milliseconds. */
const secondsFraction = (time: string): number => Number(`0.${/\.(\d+)/.exec(time)?.[1] ?? '0'}`);

/** Compares times for sorting. Negative if `a` is earlier. */
export const compareTimes = (a: string, b: string): number =>
	Date.parse(a) - Date.parse(b) || secondsFraction(a) - secondsFraction(b);
