import type { Variants } from '../world/variants';
import { isRecord } from '../http/schema';
import type { Answer } from './route';

const timeName = /At$|_at$|^serverTime$/;

const inZulu = (value: unknown, name = ''): unknown => {
	if (typeof value === 'string') return timeName.test(name) ? value.replace(/\+00:00$/, 'Z') : value;
	if (Array.isArray(value)) return value.map((item) => inZulu(item));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inZulu(item, key)]));
};

/** An answer whose times end as the service writes them now (N42). */
export const withTimes = (answer: Answer, { times }: Variants): Answer =>
	times === 'Z' && answer.body !== undefined ? { ...answer, body: inZulu(answer.body) } : answer;
