import { recordOf } from '../../../client/http/json';
import { isTimestamp } from '../../shared/dates';
import { isOptional, isShape, isTable, type Guard } from '../guards';
import type { Sighting, Sightings, Trouble, Troubles } from './connections';
import type { AwaitedPost, AwaitedPosts } from './deadlines';

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
}

/**
 * The stored form. Like the seen posts, it consists of flat strings. A trouble is `state|seenAt` or `state|seenAt|old`, and a post is
 * `status|dueAt|since|mark|event=time|…`.
 */
export interface StoredIncidents {
	connections?: { nextReading: string; troubles: Record<string, Partial<Record<Trouble, string>>> };
	posts?: Record<string, string>;
}

const writeSighting = ({ state, seenAt, isOld }: Sighting): string =>
	[state, seenAt, ...(isOld ? ['old'] : [])].join('|');

const readSighting = (text: string): Sighting => {
	const [state, seenAt = '', old] = text.split('|');
	return { state: state as Sighting['state'], seenAt, isOld: old !== undefined };
};

const mapped = <A, B>(table: Partial<Record<Trouble, A>>, change: (value: A) => B) =>
	Object.fromEntries(Object.entries(table).map(([trouble, value]) => [trouble, change(value)])) as Partial<
		Record<Trouble, B>
	>;

function writePost({ status, dueAt = '', since = '', mark = '', reported }: AwaitedPost): string {
	return [status, dueAt, since, mark, ...reported].join('|');
}

function readPost(line: string): AwaitedPost {
	const [status = '', dueAt, since, mark, ...reported] = line.split('|');
	return {
		status,
		...(dueAt ? { dueAt } : {}),
		...(since ? { since } : {}),
		...(mark ? { mark } : {}),
		reported,
	};
}

/** Converts what is remembered to its stored form. */
export function writeIncidents({ connections, posts }: IncidentState): StoredIncidents {
	const troubles = [...(connections?.troubles ?? [])].map(
		([id, sightings]) => [id, mapped(sightings, writeSighting)] as const,
	);
	const lines = [...(posts ?? [])].map(([id, post]) => [id, writePost(post)] as const);
	return {
		...(connections
			? { connections: { nextReading: connections.nextReading, troubles: recordOf(troubles) } }
			: {}),
		...(posts ? { posts: recordOf(lines) } : {}),
	};
}

/** Reads the stored form. */
export function readIncidents({ connections, posts }: StoredIncidents): IncidentState {
	const troubles = Object.entries(connections?.troubles ?? {}).map(([id, stored]): [string, Sightings] => [
		id,
		mapped(stored, readSighting),
	]);
	return {
		...(connections
			? { connections: { nextReading: connections.nextReading, troubles: new Map(troubles) } }
			: {}),
		...(posts ? { posts: new Map(Object.entries(posts).map(([id, line]) => [id, readPost(line)])) } : {}),
	};
}

const matches =
	(shape: RegExp): Guard =>
	(value) =>
		typeof value === 'string' && shape.test(value);

const isSighting = matches(/^(waiting|reported|known)\|[^|]+(\|old)?$/);

const isLine = matches(/^[^|]*(\|[^|]*){3}(\|\w+=[^|=]+)*$/);

/** Whether a value is the stored form. */
export const isStoredIncidents: Guard = isShape({
	connections: isOptional(
		isShape({
			nextReading: isTimestamp,
			troubles: isTable(isShape({ lost: isOptional(isSighting), expiring: isOptional(isSighting) })),
		}),
	),
	posts: isOptional(isTable(isLine)),
});
