import { z } from 'zod/v4';
import { codeOfStatus, type Answer } from './answers';

interface Waiting {
	fault: FaultSpec;
	left: number;
}

const withoutSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '');

const meets = (fault: FaultSpec, method: string, path: string): boolean => {
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (typeof fault.path === 'string') return withoutSlash(path).endsWith(withoutSlash(fault.path));
	fault.path.lastIndex = 0;
	return fault.path.test(path);
};

/** The scripted faults in the order they were added, and the random faults. */
export class Faults {
	private waiting: Waiting[] = [];
	private chance: Chance | undefined;

	add(fault: FaultSpec): void {
		this.waiting.push({ fault, left: fault.times ?? 1 });
	}

	leaveToChance(chance: ChanceSpec): void {
		this.chance = new Chance(chance);
	}

	/** How often each random fault has happened. */
	met(): readonly number[] {
		return this.chance?.met ?? [];
	}

	clear(): void {
		this.waiting = [];
		this.chance = undefined;
	}

	/** Uses the first scripted fault that matches a request. If there is none, a random fault can match. */
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

/** The answer of a fault of the kind `status`, `statusAfter` or `body`. */
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

/** Cuts the body of an answer in half. */
export const cutInHalf = (answer: Answer): Answer => {
	if (answer.body === undefined) return answer;
	const text = textOf(answer.body);
	const headers = { 'Content-Type': 'application/json', ...answer.headers };
	return { ...answer, headers, body: text.slice(0, text.length / 2) };
};

/** Changes the content type of an answer. */
export const relabeled = (answer: Answer, { contentType = 'text/html' }: FaultSpec): Answer => ({
	...answer,
	headers: { ...answer.headers, 'Content-Type': contentType },
});

/**
 * What a scripted fault does to a request.
 * - `status`: answers before any work. `body`: does the same with any body, such as an HTML page, and status 200 by default.
 * - `drop`: closes the connection before any work. `dropAfter`: does the work, then closes the connection.
 * - `statusAfter`: does the work, then answers with `status`. For the idempotency key, the request counts as failed.
 * - `dropMidBody`: closes the connection to the storage after half of the part, or after `afterBytes`. Elsewhere it acts like
 *   `drop`.
 * - `dropMidAnswer`: does the work, then closes the connection in the middle of the answer. `cut`: does the work, then sends
 *   only the first half of the body. `relabel`: does the work, then answers with `contentType` (default HTML).
 * - `noEtag`: the storage accepts the part but returns no ETag. Elsewhere it does nothing.
 * - `stall`: waits for `ms`, or forever without it, right before the work. A repeat or a refusal has no work, so it waits
 *   before the answer. If the client disconnects meanwhile, the request isn't carried out.
 */
export type FaultKind =
	| 'status'
	| 'drop'
	| 'dropAfter'
	| 'stall'
	| 'statusAfter'
	| 'body'
	| 'dropMidBody'
	| 'dropMidAnswer'
	| 'cut'
	| 'relabel'
	| 'noEtag';

/** A scripted fault. It applies to the next `times` requests that match. */
export interface FaultSpec {
	method?: string;
	/**
	 * A string matches the end of the path, with or without a trailing slash. A RegExp is tested on the whole path. The paths
	 * of the storage are `/storage/<key>?partNumber=<number>`.
	 */
	path: string | RegExp;
	/** Default 1. */
	times?: number;
	kind: FaultKind;
	/** Default 503 for `status` and `statusAfter`, 200 for `body`. */
	status?: number;
	/** Text is sent unchanged, anything else as JSON. The default is the error body for the status. */
	body?: unknown;
	contentType?: string;
	headers?: Record<string, string>;
	/** Seconds for the `Retry-After` header and for `retry_after`. */
	retryAfter?: number;
	/** Milliseconds of real time for a `stall`. */
	ms?: number;
	/** Number of bytes of the part after which a `dropMidBody` closes the connection. */
	afterBytes?: number;
}

const faultKinds: readonly FaultKind[] = [
	'status',
	'drop',
	'dropAfter',
	'stall',
	'statusAfter',
	'body',
	'dropMidBody',
	'dropMidAnswer',
	'cut',
	'relabel',
	'noEtag',
];

const pattern = z
	.string()
	.min(1)
	.transform((source, context) => {
		try {
			return new RegExp(source);
		} catch {
			context.addIssue('is no regular expression');
			return z.NEVER;
		}
	});

/** A fault as JSON. `pathPattern` is the source of a RegExp. */
export const faultBody: z.ZodType<FaultSpec> = z
	.strictObject({
		method: z.optional(z.string()),
		path: z.optional(z.string().min(1)),
		pathPattern: z.optional(pattern),
		times: z.optional(z.int().min(1)),
		kind: z.enum(faultKinds),
		status: z.optional(z.int().min(200).max(599)),
		body: z.optional(z.unknown()),
		contentType: z.optional(z.string()),
		headers: z.optional(z.record(z.string(), z.string())),
		retryAfter: z.optional(z.int().min(0)),
		ms: z.optional(z.int().min(0)),
		afterBytes: z.optional(z.int().min(0)),
	})
	.transform(({ path: end, pathPattern, ...rest }, context) => {
		const path = end ?? pathPattern;
		if (path === undefined) context.addIssue('path or pathPattern is required');
		return { ...rest, path: path ?? '' };
	});

/** Random faults as JSON. */
export const chanceBody: z.ZodType<ChanceSpec> = z.strictObject({
	share: z.number().min(0).max(1),
	seed: z.int().min(0),
	faults: z.array(faultBody),
});

/** Random faults. Scripted faults take precedence. */
interface ChanceSpec {
	/** The share of requests that get a fault, from 0 to 1. */
	share: number;
	/** The same seed creates the same faults in the same order. Which request gets a fault depends on the order of requests. */
	seed: number;
	/** All faults are equally likely. `times` is ignored. If a request doesn't match the chosen fault, nothing happens. */
	faults: FaultSpec[];
}

/** The controls for the faults of a sandbox. */
export interface FaultControls {
	/** Adds a scripted fault. */
	add(fault: FaultSpec): void;
	/** Starts random faults. */
	leaveToChance(chance: ChanceSpec): void;
	/** How often each random fault has happened, in the order of the faults. */
	met(): readonly number[];
	/** Ends all faults, including the random ones. */
	clear(): void;
}

/** Creates a generator of numbers from 0 to 1 (mulberry32). The same seed returns the same numbers. */
const numbersFrom = (seed: number): (() => number) => {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
};

/** Random faults, and how often each has happened. */
class Chance {
	private readonly next: () => number;
	/** In the order of the faults. */
	readonly met: number[];

	constructor(private readonly spec: ChanceSpec) {
		this.next = numbersFrom(spec.seed);
		this.met = spec.faults.map(() => 0);
	}

	/** Decides randomly whether a request gets a fault. */
	take(meets: (fault: FaultSpec) => boolean): FaultSpec | undefined {
		const { faults, share } = this.spec;
		const [isHit, which] = [this.next() < share, Math.floor(this.next() * faults.length)];
		const fault = faults[which];
		if (!isHit || fault === undefined || !meets(fault)) return undefined;
		this.met[which] = (this.met[which] ?? 0) + 1;
		return fault;
	}
}
