import { postStatuses, type PostStatus } from '../types';
import { dateTime, oneOf, optional, uuid, object, type Check } from './check';
import { malformed } from './failure';

const wholeNumber =
	(min: number, max: number): Check<number> =>
	(value, path) => {
		const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : NaN;
		if (Number.isNaN(number)) throw malformed(path, 'must be an integer');
		if (number < min) throw malformed(path, `at least ${min}`);
		if (number > max) throw malformed(path, `at most ${max}`);
		return number;
	};

const status = oneOf(postStatuses);

const statuses: Check<ReadonlySet<PostStatus>> = (value, path) =>
	new Set(
		String(value)
			.split(',')
			.map((each) => status(each, path)),
	);

/** A moment together with the text it came in, which an unchanged poll gets back. */
export interface Since {
	moment: number;
	given: string;
}

const since: Check<Since> = (value, path) => ({ moment: dateTime(value, path), given: String(value) });

/** `GET /posts/`. */
export const listQuery = object({
	status: optional(statuses),
	accountId: optional(uuid),
	updatedSince: optional(since),
	cursor: optional(uuid),
	limit: optional(wholeNumber(1, 100)),
});
export type ListQuery = ReturnType<typeof listQuery>;

/** `GET /analytics/accounts/{id}`: snapshots exist for 30 days only. */
export const windowQuery = object({ windowDays: optional(wholeNumber(30, 30)) });

/** Every other route. */
export const noQuery = object({});

/**
 * Query parameters by name.
 *
 * @param lists names that may be given more than once; their values are joined by commas.
 * @throws ApiFailure 422 for any other that is given twice.
 */
export const readQuery = (search: URLSearchParams, lists: readonly string[] = []): Record<string, string> => {
	const names = [...search.keys()];
	const repeated = names.find((name, index) => names.indexOf(name) !== index && !lists.includes(name));
	if (repeated !== undefined) throw malformed(repeated, 'given more than once');
	return Object.fromEntries([...new Set(names)].map((name) => [name, search.getAll(name).join(',')]));
};
