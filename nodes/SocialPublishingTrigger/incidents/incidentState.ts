import { recordOf } from '../../../client/http/json.js';
import { isTimestamp } from '../../shared/dates.js';
import { isOptional, isShape, isTable, isText, type Guard } from '../guards.js';
import type { Sighting, Sightings, Trouble, Troubles } from './connections.js';
import { packId, packTime, unpackId, unpackTime } from '../compact.js';
import type { KeyState } from './keyExpiry.js';
import { awaitedStatuses, deadlineEventNames, type AwaitedPost, type AwaitedPosts } from './deadlines.js';

/** What is remembered about the channels. */
export interface ConnectionState {
	/** When to read the channels again. */
	nextReading: string;
	troubles: Troubles;
}

/** What the trigger remembers in order to report each incident once. It has only what the chosen events need. */
export interface IncidentState {
	connections?: ConnectionState;
	posts?: AwaitedPosts;
	key?: KeyState;
}

/**
 * The stored form. Like the seen posts, it consists of flat strings with packed IDs and times. A trouble is `state|seenAt` or
 * `state|seenAt|old`. The posts are lines `id|status|dueAt|since|mark|event=time|…` in one text, in which numbers replace the names of
 * statuses and events. An event at the time in `dueAt` is only its number. Version 1 had no `key`.
 */
export interface StoredIncidents {
	connections?: { nextReading: string; troubles: Record<string, Partial<Record<Trouble, string>>> };
	posts?: string;
	key?: KeyState;
}

const lineEnd = ';';

const writeSighting = ({ state, seenAt, isOld }: Sighting): string =>
	[state, packTime(seenAt), ...(isOld ? ['old'] : [])].join('|');

const readSighting = (text: string): Sighting => {
	const [state, seenAt = '', old] = text.split('|');
	return { state: state as Sighting['state'], seenAt: unpackTime(seenAt), isOld: old !== undefined };
};

const mapped = <A, B>(table: Partial<Record<Trouble, A>>, change: (value: A) => B) =>
	Object.fromEntries(Object.entries(table).map(([trouble, value]) => [trouble, change(value)])) as Partial<
		Record<Trouble, B>
	>;

const packedIfSet = (time: string | undefined): string => (time === undefined ? '' : packTime(time));

const unpackedIfSet = (time: string | undefined): string | undefined => (time ? unpackTime(time) : undefined);

/** A report is `event=time`. */
function writeReport(report: string, dueAt: string | undefined): string {
	const [event = '', time = ''] = report.split('=');
	const index = deadlineEventNames.findIndex((name) => name === event);
	return time === dueAt ? String(index) : `${index}=${packTime(time)}`;
}

function readReport(text: string, dueAt: string | undefined): string {
	const [index, time] = text.split('=');
	return `${deadlineEventNames[Number(index)] ?? ''}=${time === undefined ? dueAt : unpackTime(time)}`;
}

function writePost([id, { status, dueAt, since, mark = '', reported }]: [string, AwaitedPost]): string {
	const times = [packedIfSet(dueAt), packedIfSet(since)];
	const reports = reported.map((report) => writeReport(report, dueAt));
	const index = awaitedStatuses.findIndex((name) => name === status);
	return [packId(id), index < 0 ? '' : index, ...times, mark, ...reports].join('|');
}

function readPost(line: string): [string, AwaitedPost] {
	const [id = '', status, due, began, mark, ...reports] = line.split('|');
	const [dueAt, since] = [unpackedIfSet(due), unpackedIfSet(began)];
	const post = {
		status: status ? (awaitedStatuses[Number(status)] ?? '') : '',
		...(dueAt ? { dueAt } : {}),
		...(since ? { since } : {}),
		...(mark ? { mark } : {}),
		reported: reports.map((text) => readReport(text, dueAt)),
	};
	return [unpackId(id), post];
}

/** Converts what is remembered to its stored form. */
export function writeIncidents({ connections, key, posts }: IncidentState): StoredIncidents {
	const troubles = [...(connections?.troubles ?? [])].map(
		([id, sightings]) => [packId(id), mapped(sightings, writeSighting)] as const,
	);
	return {
		...(connections
			? { connections: { nextReading: connections.nextReading, troubles: recordOf(troubles) } }
			: {}),
		...(posts ? { posts: [...posts].map(writePost).join(lineEnd) } : {}),
		...(key ? { key: { ...key } } : {}),
	};
}

/** Reads the stored form. Undefined if it's damaged. */
export function readIncidents(stored: StoredIncidents): IncidentState | undefined {
	try {
		return isStoredIncidents(stored) ? readParts(stored) : undefined;
	} catch {
		return undefined;
	}
}

function readParts({ connections, key, posts }: StoredIncidents): IncidentState {
	const troubles = Object.entries(connections?.troubles ?? {}).map(([id, stored]): [string, Sightings] => [
		unpackId(id),
		mapped(stored, readSighting),
	]);
	return {
		...(connections
			? { connections: { nextReading: connections.nextReading, troubles: new Map(troubles) } }
			: {}),
		...(posts === undefined
			? {}
			: { posts: new Map(posts === '' ? [] : posts.split(lineEnd).map(readPost)) }),
		...(key ? { key: { ...key } } : {}),
	};
}

const matches =
	(shape: RegExp): Guard =>
	(value) =>
		typeof value === 'string' && shape.test(value);

const isSighting = matches(/^(waiting|reported|known)\|[^|]+(\|old)?$/);

const line = '[^|;]+\\|\\d?(\\|[^|;]*){3}(\\|\\d(=[^|;=]+)?)*';

const areLines = matches(new RegExp(`^(${line}(;${line})*)?$`));

const isStoredIncidents: Guard = isShape({
	connections: isOptional(
		isShape({
			nextReading: isTimestamp,
			troubles: isTable(isShape({ lost: isOptional(isSighting), expiring: isOptional(isSighting) })),
		}),
	),
	posts: isOptional(areLines),
	key: isOptional(
		isShape({ nextReading: isTimestamp, credentialId: isText, step: isOptional(Number.isFinite) }),
	),
});
