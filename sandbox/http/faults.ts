import type { FaultSpec } from '../controls';
import { codeOfStatus } from '../api/failure';
import type { Answer } from '../api/route';

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

/** The scripted faults, in the order they were added. */
export class Faults {
	private waiting: Waiting[] = [];

	add(fault: FaultSpec): void {
		this.waiting.push({ fault, left: fault.times ?? 1 });
	}

	clear(): void {
		this.waiting = [];
	}

	/** Uses up the first fault that meets a request. */
	take(method: string, path: string): FaultSpec | undefined {
		const found = this.waiting.find(({ fault }) => meets(fault, method, path));
		if (found === undefined) return undefined;
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
