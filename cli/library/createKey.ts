interface Randomness {
	randomUUID?: () => string;
}

const randomPart = (): string => Math.random().toString(36).slice(2);

/** Creates a unique idempotency key. Doesn't use the global `crypto`, which Node.js 18 lacks. */
export function createKey(): string {
	const { crypto } = globalThis as { crypto?: Randomness };
	const unique = crypto?.randomUUID?.() ?? [Date.now().toString(36), randomPart(), randomPart()].join('-');
	return `scoring-${unique}`;
}
