import { isObject } from '../../client/http/json';
import type { ScoringAnswer } from '../../client/scoring/schemas';
import type { Paint } from './paint';
import { alignRows, toWords } from './rows';

type Fields = Record<string, unknown>;

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns a row for each plain value of an object and its nested objects, with the name in words. */
function plainRows(fields: Fields, prefix = ''): string[][] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const title = prefix === '' ? toWords(name) : `${prefix} ${toWords(name).toLowerCase()}`;
		if (isObject(value)) return plainRows(value, title);
		return isPlain(value) ? [[title, String(value)]] : [];
	});
}

function table(name: string, entries: unknown[], paint: Paint): string[] {
	const objects = entries.filter(isObject);
	const columns = [...new Set(objects.flatMap((entry) => Object.keys(entry)))];
	if (columns.length === 0) return [];
	const cell = (value: unknown) => (isPlain(value) ? String(value) : '');
	const [head = '', ...lines] = alignRows([
		columns.map(toWords),
		...objects.map((entry) => columns.map((column) => cell(entry[column]))),
	]);
	return ['', paint.bold(toWords(name)), paint.dim(head), ...lines];
}

/** Formats the balance, the plan and recent activity for people, whatever names the service uses for them. */
export function prettyUsage(answer: ScoringAnswer, paint: Paint): string {
	const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value)) as Array<
		[string, unknown[]]
	>;
	return [
		...alignRows(plainRows(answer)),
		...lists.flatMap(([name, entries]) => table(name, entries, paint)),
	].join('\n');
}
