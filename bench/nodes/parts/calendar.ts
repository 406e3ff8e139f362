import { timeOf, type Part } from '../results';
import { withService, type Service } from '../service';
import { followRows, type CalendarRow } from '../subjects';

const count = 1_000;
const movedCount = 25;
const editedCount = 25;
/** A new time needs one write. A new text needs three, because the service edits only drafts. */
const leastWrites = movedCount + 3 * editedCount;
const dayMs = 86_400_000;

const timeAt = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const rowsOf = (): CalendarRow[] =>
	Array.from({ length: count }, (_, index) => ({ id: '', text: `Post ${index}`, time: timeAt(2 + index) }));

/** Runs the calendar once, and measures the time and the requests. */
async function measureRun(service: Service, run: () => Promise<unknown>) {
	await service.takeCounts();
	const ms = await timeOf(run);
	return { ms, ...(await service.takeCounts()) };
}

/** Measures a calendar of many rows, first without changes and then with a few changed rows. */
export async function measureCalendar(): Promise<Part> {
	return await withService({ rateLimits: 'off' }, async (service) => {
		const rows = rowsOf();
		const created = await followRows(service, 'syncCalendar', rows);
		rows.forEach((row, index) => (row.id = String(created[index]?.id)));
		const unchanged = await measureRun(service, async () => await followRows(service, 'syncCalendar', rows));
		const singly = await measureRun(service, async () => await followRows(service, 'upsert', rows));
		for (const row of rows.slice(0, movedCount)) row.time = timeAt(2_000);
		for (const row of rows.slice(movedCount, movedCount + editedCount)) row.text += ' edited';
		const changed = await measureRun(service, async () => await followRows(service, 'syncCalendar', rows));
		const [same, some] = [`${count} rows unchanged`, `${count} rows, ${movedCount + editedCount} changed`];
		return {
			figures: [
				{ task: same, subject: 'Sync Calendar', value: unchanged.requests, unit: 'requests' },
				{ task: same, subject: 'a read for each row', value: singly.requests, unit: 'requests' },
				{ task: same, subject: 'Sync Calendar', value: unchanged.ms, unit: 'ms' },
				{ task: same, subject: 'a read for each row', value: singly.ms, unit: 'ms' },
				{ task: some, subject: 'Sync Calendar', value: changed.writes, unit: 'writes' },
				{ task: some, subject: 'least possible', value: leastWrites, unit: 'writes' },
				{ task: some, subject: 'Sync Calendar', value: changed.ms, unit: 'ms' },
			],
			goals: [
				{ goal: 'calendar: writes for rows unchanged', value: unchanged.writes, bound: 0, kind: 'atMost' },
				{
					goal: 'calendar: requests for rows unchanged, to a read for each row',
					value: unchanged.requests / singly.requests,
					bound: 0.02,
					kind: 'atMost',
				},
				{
					goal: 'calendar: writes for rows changed, to the least possible',
					value: changed.writes / leastWrites,
					bound: 1.05,
					kind: 'atMost',
				},
			],
		};
	});
}
