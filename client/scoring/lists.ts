import { isObject } from '../http/json.js';
import type { ListAnswer, ScoringAnswer } from './schemas.js';

/** Names under which services were seen to return a list. */
const lists = ['niches', 'gaps', 'content_gaps', 'data', 'results', 'items'];

/** A documented field of an entry: of a niche (contract section 2), or of a gap, as seen (S-N9). */
const fieldsOfEntries = ['slug', 'gap_count', 'gap_type', 'canonical_title', 'opportunity_score'];

const hasEntries = (value: unknown): value is unknown[] =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((entry) => isObject(entry) && fieldsOfEntries.some((name) => Object.hasOwn(entry, name)));

/** Returns the entries of an answer with a list, under a usual name or any other. Undefined if it has no list. */
export function entriesOf(answer: ListAnswer): ScoringAnswer[] | undefined {
	const list = Array.isArray(answer)
		? answer
		: (lists.map((name) => answer[name]).find(Array.isArray) ?? Object.values(answer).find(hasEntries));
	return list?.map((entry: unknown) => (isObject(entry) ? entry : { value: entry }));
}
