import { isObject } from '../http/json.js';
import type { ListAnswer, ScoringAnswer } from './schemas.js';

/** Names under which services were seen to return a list. */
const lists = ['niches', 'gaps', 'content_gaps', 'data', 'results', 'items'];

/** Returns the entries of an answer with a list. Undefined if it has no list. */
export function entriesOf(answer: ListAnswer): ScoringAnswer[] | undefined {
	const list = Array.isArray(answer) ? answer : lists.map((name) => answer[name]).find(Array.isArray);
	return list?.map((entry: unknown) => (isObject(entry) ? entry : { value: entry }));
}
