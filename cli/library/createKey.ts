interface Randomness {
	randomUUID?: () => string;
}

const randomPart = (): string => Math.random().toString(36).slice(2);

/** A key that no other call has. Node 18 has no global `crypto`. */
export function createKey(): string {
	const { crypto } = globalThis as { crypto?: Randomness };
	const unique = crypto?.randomUUID?.() ?? [Date.now().toString(36), randomPart(), randomPart()].join('-');
	return `scoring-${unique}`;
}
