import type { FaultKind, FaultSpec } from '../controls';
import { codeOfStatus } from '../api/failure';
import type { Answer } from '../api/route';
import { Chance, type ChanceSpec } from './chance';

interface Waiting {
	fault: FaultSpec;
	left: number;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

const meets = (fault: FaultSpec, method: string, path: string): boolean => {
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (typeof fault.path === 'string') return withoutSlash(path).endsWith(withoutSlash(fault.path));
	fault.path.lastIndex = 0;
	return fault.path.test(path);
};

/** The scripted faults, in the order they were added, and those by chance. */
export class Faults {
	private waiting: Waiting[] = [];
	private chance: Chance | undefined;

	add(fault: FaultSpec): void {
		this.waiting.push({ fault, left: fault.times ?? 1 });
	}

	leaveToChance(chance: ChanceSpec): void {
		this.chance = new Chance(chance);
	}

	/** How often each fault of the chance has happened. */
	met(): readonly number[] {
		return this.chance?.met ?? [];
	}

	clear(): void {
		this.waiting = [];
		this.chance = undefined;
	}

	/** Uses up the first scripted fault that meets a request; without one, chance decides. */
	take(method: string, path: string): FaultSpec | undefined {
		const found = this.waiting.find(({ fault }) => meets(fault, method, path));
		if (found === undefined) return this.chance?.take((fault) => meets(fault, method, path));
		found.left -= 1;
		this.waiting = this.waiting.filter(({ left }) => left > 0);
		return found.fault;
	}
}

const envelope = (status: number, retryAfter: number | undefined) => ({
	error: codeOfStatus[status] ?? 'internal',
	detail: 'a scripted fault',
	...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
});

/** The answer that a fault of kind `status`, `statusAfter` or `body` gives. */
export const faultAnswer = (fault: FaultSpec): Answer => {
	const { kind, body, contentType, retryAfter } = fault;
	const status = fault.status ?? (kind === 'body' ? 200 : 503);
	return {
		status,
		body: body === undefined && kind !== 'body' ? envelope(status, retryAfter) : body,
		headers: {
			...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
			...(contentType === undefined ? {} : { 'Content-Type': contentType }),
			...fault.headers,
		},
	};
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

const cut = (answer: Answer): Answer => {
	if (answer.body === undefined) return answer;
	const text = textOf(answer.body);
	const headers = { 'Content-Type': 'application/json', ...answer.headers };
	return { ...answer, headers, body: text.slice(0, text.length / 2) };
};

const spoilers: Partial<Record<FaultKind, (answer: Answer, fault: FaultSpec) => Answer>> = {
	statusAfter: (_answer, fault) => faultAnswer(fault),
	cut,
	relabel: (answer, { contentType = 'text/html' }) => ({
		...answer,
		headers: { ...answer.headers, 'Content-Type': contentType },
	}),
};

/** What a fault makes of the answer when the work is done. */
export const spoiled = (answer: Answer, fault: FaultSpec | undefined): Answer =>
	(fault && spoilers[fault.kind]?.(answer, fault)) ?? answer;
