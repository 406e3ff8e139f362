import { DateTime } from 'luxon';
import { inZone, toIsoWithOffset } from '../../../nodes/shared/dates';

const read = (value: unknown, zone = 'Europe/Berlin') => toIsoWithOffset(value, zone, 'Publish At');

describe('times with an offset', () => {
	test.each<[string, unknown, string]>([
		['with an offset', '2026-03-01T09:00:00+02:00', '2026-03-01T09:00:00+02:00'],
		['in UTC', '2026-03-01T09:00:00Z', '2026-03-01T09:00:00+00:00'],
		['in UTC in lowercase', '2026-03-01t09:00:00z', '2026-03-01T09:00:00+00:00'],
		['behind UTC', '2026-03-01T09:00:00-05:00', '2026-03-01T09:00:00-05:00'],
		['with an offset of half an hour', '2026-03-01T09:00:00+05:30', '2026-03-01T09:00:00+05:30'],
		['with an offset without a colon', '2026-03-01T09:00:00+0200', '2026-03-01T09:00:00+02:00'],
		['with an offset of only hours', '2026-03-01T09:00:00+02', '2026-03-01T09:00:00+02:00'],
		['with a blank before the time', '2026-03-01 09:00:00+02:00', '2026-03-01T09:00:00+02:00'],
		['with blanks around it', '  2026-03-01T09:00:00Z ', '2026-03-01T09:00:00+00:00'],
		['without seconds', '2026-03-01T09:00+02:00', '2026-03-01T09:00:00+02:00'],
		['with milliseconds', '2026-03-01T09:00:00.250Z', '2026-03-01T09:00:00.250+00:00'],
		['in an hour that is skipped elsewhere', '2026-03-29T02:30:00Z', '2026-03-29T02:30:00+00:00'],
		['with the name of a zone', '2026-11-27T09:00:00+01:00[Europe/Berlin]', '2026-11-27T09:00:00+01:00'],
		['with the name of another zone', '2026-11-27T09:00:00+02:00[Asia/Tokyo]', '2026-11-27T09:00:00+02:00'],
		['with an unknown zone', '2026-11-27T09:00:00Z[Etc/Unknown]', '2026-11-27T09:00:00+00:00'],
		['as a JavaScript date', new Date('2026-03-01T09:00:00Z'), '2026-03-01T09:00:00+00:00'],
		[
			'as a Luxon value',
			DateTime.fromISO('2026-03-01T09:00:00', { zone: 'Asia/Tokyo' }),
			'2026-03-01T09:00:00+09:00',
		],
		[
			'as a Luxon value in an hour that occurs twice',
			DateTime.fromISO('2026-10-25T02:30:00+01:00', { zone: 'Europe/Berlin' }),
			'2026-10-25T02:30:00+01:00',
		],
	])('keep their instant %s (D10, P5)', (_title, value, expected) => {
		expect(read(value)).toBe(expected);
	});
});

describe('wall-clock times', () => {
	test.each<[string, string, string, string]>([
		['winter in Berlin', '2026-01-15T09:00:00', 'Europe/Berlin', '2026-01-15T09:00:00+01:00'],
		['summer in Berlin', '2026-07-15T09:00:00', 'Europe/Berlin', '2026-07-15T09:00:00+02:00'],
		['with a blank', '2026-07-15 09:00', 'Europe/Berlin', '2026-07-15T09:00:00+02:00'],
		['winter in New York', '2026-01-15T09:00:00', 'America/New_York', '2026-01-15T09:00:00-05:00'],
		['in Kathmandu', '2026-01-15T09:00:00', 'Asia/Kathmandu', '2026-01-15T09:00:00+05:45'],
		['in UTC, because that is the zone', '2026-01-15T09:00:00', 'UTC', '2026-01-15T09:00:00+00:00'],
		['the minute before the gap', '2026-03-29T01:59:00', 'Europe/Berlin', '2026-03-29T01:59:00+01:00'],
		['the minute after the gap', '2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
		[
			'the first of an hour that occurs twice',
			'2026-10-25T02:30:00',
			'Europe/Berlin',
			'2026-10-25T02:30:00+02:00',
		],
		[
			'the first of an hour that occurs twice in New York',
			'2026-11-01T01:30:00',
			'America/New_York',
			'2026-11-01T01:30:00-04:00',
		],
		['their own zone', '2026-11-27T09:00:00[Asia/Tokyo]', 'Europe/Berlin', '2026-11-27T09:00:00+09:00'],
		['midnight', '2026-01-15T00:00:00', 'Europe/Berlin', '2026-01-15T00:00:00+01:00'],
		['the end of the day', '2026-01-15T24:00:00', 'Europe/Berlin', '2026-01-16T00:00:00+01:00'],
		['milliseconds', '2026-01-15T09:00:00.125', 'Europe/Berlin', '2026-01-15T09:00:00.125+01:00'],
		['a leap day', '2028-02-29T09:00:00', 'Europe/Berlin', '2028-02-29T09:00:00+01:00'],
	])('are read in the time zone: %s (D10, P5)', (_title, value, zone, expected) => {
		expect(read(value, zone)).toBe(expected);
	});
});

describe('times that daylight saving skips', () => {
	test.each([
		['2026-03-29T02:00:00', 'Europe/Berlin'],
		['2026-03-29T02:59:59', 'Europe/Berlin'],
		['2026-03-29T01:30:00', 'Europe/London'],
		['2026-03-08T02:30:00', 'America/New_York'],
		['2026-10-04T02:15:00', 'Australia/Lord_Howe'],
		['2026-10-04T02:30:00', 'Australia/Sydney'],
		['2026-09-06T00:30:00', 'America/Santiago'],
	])('are rejected: %s in %s (D10)', (value, zone) => {
		const shown = value.replace('T', ' ');
		expect(() => read(value, zone)).toThrow(
			expect.objectContaining({
				name: 'ParameterError',
				message: `'Publish At' is ${shown}, a time that doesn't exist in ${zone}`,
				description: expect.stringContaining('when daylight saving time begins'),
			}),
		);
	});
});

describe('invalid times', () => {
	test.each<[string, unknown, string]>([
		['nothing', '', ''],
		['undefined', undefined, ''],
		['null', null, ''],
		['a word', 'tomorrow', 'tomorrow'],
		['a date without a time', '2026-03-01', '2026-03-01'],
		["a day that doesn't exist", '2026-02-30T09:00:00', '2026-02-30T09:00:00'],
		["an hour that doesn't exist", '2026-03-01T25:00:00', '2026-03-01T25:00:00'],
		['only a time of day', '09:00', '09:00'],
		['a number', 1772352000000, '1772352000000'],
		['the US format', '03/01/2026 09:00 AM', '03/01/2026 09:00 AM'],
		['an invalid JavaScript date', new Date('x'), ''],
		['an invalid Luxon value', DateTime.fromISO('x'), ''],
		['an object', { date: '2026' }, '{"date":"2026"}'],
		['a list', ['2026-03-01T09:00:00'], '["2026-03-01T09:00:00"]'],
	])('are rejected: %s (D10, P5)', (_title, value, shown) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({
				name: 'ParameterError',
				message: shown === '' ? "'Publish At' is empty" : "'Publish At' isn't a date and time",
				description: expect.stringContaining(
					shown === '' ? 'Enter a value such as' : `The value is '${shown}'`,
				),
			}),
		);
	});

	test.each(['2026-02-30T09:00:00', '2026-03-01 25:00', '2026-13-01'])(
		'are said to be in no calendar: %s',
		(value) => {
			expect(() => read(value)).toThrow(
				expect.objectContaining({
					description: expect.stringMatching(
						new RegExp(`The value is '${value}', a time that no calendar has$`),
					),
				}),
			);
		},
	);

	test.each([
		['2026-03-01 09:00 CET', 'which ends with the short name of a time zone'],
		['2026-03-01T09:00:00PST', 'which ends with the short name of a time zone'],
		['01/03/26 09:00', 'whose year has only two digits'],
	])('are said to be of this kind: %s', (value, reason) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({ description: expect.stringContaining(`The value is '${value}', ${reason}`) }),
		);
	});

	test.each(['2026-03-01 09:00 Uhr', '12 May', '9:00 AM'])("aren't said to have a zone: %s", (value) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({ description: expect.not.stringContaining('time zone') }),
		);
	});

	test.each(['03/01/2026 09:00 AM', '1772352000000', '2026-03-01'])(
		'have no expression without an input item: %s',
		(value) => {
			expect(() => toIsoWithOffset(value, 'Europe/Berlin', 'Start From', false)).toThrow(
				expect.objectContaining({
					description: expect.not.stringContaining('$json'),
					message: "'Start From' isn't a date and time",
				}),
			);
		},
	);

	test.each([46354.375, '46354.375', '46354'])(
		'are rejected: %s, as spreadsheets store a date (D10)',
		(value) => {
			expect(() => read(value)).toThrow(
				expect.objectContaining({
					message: `'Publish At' is ${value}, a date as spreadsheets store it`,
					description: expect.stringContaining(`(${value} - 25569) * 86400`),
				}),
			);
		},
	);

	test.each([
		['2026-03-01t09:00 pm', "'2026-03-01t09:00 pm'"],
		['2026-11-27T09:00:00[Nowhere/City]', "'Nowhere/City' isn't a time zone"],
	])('show what was typed: %s', (value, shown) => {
		const errors: Array<{ message: string; description: string }> = [];
		try {
			read(value);
		} catch (error) {
			errors.push(error as (typeof errors)[0]);
		}
		expect(errors.map(({ message, description }) => `${message}. ${description}`).join()).toContain(shown);
	});

	test.each([
		['times', ':00'],
		['dates', '2026-03-01T09:00:00 '],
		['blanks', ' \t'],
	])('show only the beginning of a long text of %s in the error (D10)', (_title, unit) => {
		const text = `T09:00${unit.repeat(50_000)}!`;
		expect(() => read(text)).toThrow(
			expect.objectContaining({
				message: "'Publish At' isn't a date and time",
				description: expect.stringMatching(/The value is 'T09:00.{50,60}$/),
			}),
		);
	});

	test('show only the beginning of a long text instead of a time zone (D10)', () => {
		expect(() => read('2026-03-01T09:00:00', 'Mars'.repeat(50_000))).toThrow(
			expect.objectContaining({ message: expect.stringMatching(/^'(Mars){10,15}.* isn't a time zone$/) }),
		);
	});

	test.each(['Mars/Olympus', 'CET+1h', 'UTC+2', '+02:00', 'local', ''])(
		"reject an unknown time zone: '%s' (D10)",
		(zone) => {
			expect(() => read('2026-03-01T09:00:00', zone)).toThrow(
				expect.objectContaining({ message: `'${zone}' isn't a time zone` }),
			);
		},
	);
});

describe('times from the service', () => {
	test.each([
		['2026-01-06T09:00:00+00:00', '2026-01-06T10:00:00+01:00'],
		['2026-07-06T09:00:00.123456Z', '2026-07-06T11:00:00.123456+02:00'],
		['2026-01-06T10:00:00.000+01:00', '2026-01-06T10:00:00.000+01:00'],
		['tomorrow', 'tomorrow'],
		[null, null],
	])('show %p as %p in the time zone', (time, expected) => {
		expect(inZone(time, 'Europe/Berlin')).toBe(expected);
	});
});
